"""slowlink.py PORT MILLISECONDS: a link to a port of this machine. What a client sends, acknowledgements as well, arrives that much later.
Prints its own port.
"""
import asyncio
import sys


async def pass_on(reader, writer, delay):
    """Copies bytes, each piece `delay` seconds late, until the end."""
    pieces = asyncio.Queue()

    async def write():
        while piece := await pieces.get():
            due, words = piece
            await asyncio.sleep(due - loop.time())
            writer.write(words)
            await writer.drain()
        writer.close()

    loop = asyncio.get_running_loop()
    task = asyncio.create_task(write())
    try:
        while words := await reader.read(65536):
            pieces.put_nowait((loop.time() + delay, words))
    except ConnectionError:
        pass
    pieces.put_nowait(None)
    await asyncio.gather(task, return_exceptions=True)


async def connect(reader, writer):
    """Links a client to the port."""
    there = await asyncio.open_connection("127.0.0.1", int(sys.argv[1]))
    await asyncio.gather(pass_on(reader, there[1], int(sys.argv[2]) / 1000), pass_on(there[0], writer, 0))


async def main():
    server = await asyncio.start_server(connect, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


asyncio.run(main())
