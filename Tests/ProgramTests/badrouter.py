#!/usr/bin/env python3
"""A router that misbehaves, in place of miniupnpd: `badrouter.py HOW`.

    address    NAT-PMP and UPnP name an address that means nothing
    elsewhere  NAT-PMP names the address of somebody else, and opens nothing
    refuse     UPnP refuses to open ports
    forgets    NAT-PMP keeps ports open for ten seconds at most; these do work
    permanent  UPnP opens ports only for ever (error 725); these do work
    taken      UPnP says that port 27364 is taken (error 718); others do work
    offline    UPnP says that the router is not connected
    lead       UPnP leads to another machine (192.168.1.11)
    endless    UPnP's description never ends
    big        UPnP's description has 10 MB
    slow       UPnP's description comes one byte after the other
"""

import re
import socket
import struct
import subprocess
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler
from socketserver import ThreadingTCPServer

HOW = sys.argv[1]
if HOW == "--help":
    print(__doc__)
    sys.exit()
OUTSIDE = {"address": "127.0.0.1", "elsewhere": "9.9.9.9"}.get(HOW, "11.0.0.1")
WAN = "urn:schemas-upnp-org:service:WANIPConnection:1"
HEAD = b"""<?xml version="1.0"?><root xmlns="urn:schemas-upnp-org:device-1-0"><specVersion><major>1</major><minor>0</minor></specVersion>
<device><deviceType>urn:schemas-upnp-org:device:InternetGatewayDevice:1</deviceType><friendlyName>Bad</friendlyName>"""
TAIL = f"""<deviceList><device><deviceType>urn:schemas-upnp-org:device:WANDevice:1</deviceType><deviceList><device>
<deviceType>urn:schemas-upnp-org:device:WANConnectionDevice:1</deviceType><serviceList><service><serviceType>{WAN}</serviceType>
<serviceId>urn:upnp-org:serviceId:WANIPConn1</serviceId><controlURL>/control</controlURL><eventSubURL>/event</eventSubURL>
<SCPDURL>/scpd.xml</SCPDURL></service></serviceList></device></deviceList></device></deviceList></device></root>""".encode()


class Device(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        if HOW not in ("endless", "slow"):
            self.send_header("Content-Length", str(len(HEAD + TAIL) + (10_000_000 if HOW == "big" else 0)))
        self.end_headers()
        self.wfile.write(HEAD)
        while HOW == "endless":
            self.wfile.write(b"<modelName>" + b"x" * 8192 + b"</modelName>")
        if HOW == "big":
            self.wfile.write(b"<!--" + b"x" * (10_000_000 - 7) + b"-->")
        for byte in TAIL if HOW == "slow" else []:
            self.wfile.write(bytes([byte]))
            time.sleep(0.3)
        self.wfile.write(TAIL)

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        action = re.search(r"#(\w+)", self.headers["SOAPAction"]).group(1)
        value = dict(re.findall(r"<(New\w+)[^>]*>([^<]*)</", body))
        answer, error = self.answer(action, value)
        print(action, value, error, flush=True)
        if error:
            inner = (
                "<s:Fault><faultcode>s:Client</faultcode><faultstring>UPnPError</faultstring><detail>"
                '<UPnPError xmlns="urn:schemas-upnp-org:control-1-0">'
                f"<errorCode>{error}</errorCode><errorDescription>no</errorDescription></UPnPError></detail></s:Fault>"
            )
        else:
            inner = f'<u:{action}Response xmlns:u="{WAN}">{answer}</u:{action}Response>'
        text = (
            '<?xml version="1.0"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>'
            f"{inner}</s:Body></s:Envelope>"
        ).encode()
        self.send_response(500 if error else 200)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def answer(self, action, value):
        if action == "GetStatusInfo":
            status = "Disconnected" if HOW == "offline" else "Connected"
            return f"<NewConnectionStatus>{status}</NewConnectionStatus><NewLastConnectionError>ERROR_NONE</NewLastConnectionError><NewUptime>1</NewUptime>", None
        if action == "GetExternalIPAddress":
            return f"<NewExternalIPAddress>{OUTSIDE}</NewExternalIPAddress>", None
        if action == "AddPortMapping":
            port = int(value["NewExternalPort"])
            if HOW == "refuse":
                return "", 606
            if HOW == "permanent" and value["NewLeaseDuration"] != "0":
                return "", 725
            if HOW == "taken" and port == 27364:
                return "", 718
            forward(port, value["NewInternalClient"], value["NewInternalPort"])
            return "", None
        if action == "DeletePortMapping":
            nft("flush chain inet nat0 prerouting_miniupnpd; flush chain inet filter miniupnpd")
            return "", None
        return "", 401

    def log_message(self, *_):
        pass


def nft(rules):
    for rule in rules.split(";"):
        subprocess.run(["nft", rule.strip()], check=True)


lent = 0


def lend(client, port, lease):
    global lent
    lent += 1
    mine = lent
    if lease:
        forward(port, client, port)
        time.sleep(lease)
    if mine == lent:
        nft("flush chain inet nat0 prerouting_miniupnpd; flush chain inet filter miniupnpd")


def forward(outside, client, inside):
    nft(
        "flush chain inet nat0 prerouting_miniupnpd; flush chain inet filter miniupnpd;"
        f"add rule inet nat0 prerouting_miniupnpd iif wan tcp dport {outside} dnat ip to {client}:{inside};"
        f"add rule inet filter miniupnpd ip daddr {client} tcp dport {inside} accept"
    )


def answer_searches(port):
    searches = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    searches.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    searches.bind(("", 1900))
    group = socket.inet_aton("239.255.255.250") + socket.inet_aton("192.168.1.1")
    searches.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, group)
    # To another machine, and with an order to one on the internet.
    places = [f"192.168.1.11:{port}/root.xml", f"11.0.0.9:{port}/reboot?now=1"] if HOW == "lead" else [f"192.168.1.1:{port}/root.xml"]
    while True:
        packet, asker = searches.recvfrom(2048)
        kind = re.search(rb"\r\nST: ?([^\r]*)", packet, re.I)
        if packet.startswith(b"M-SEARCH") and kind:
            for place in places:
                reply = (
                    "HTTP/1.1 200 OK\r\nCACHE-CONTROL: max-age=120\r\nST: %s\r\nUSN: uuid:0::%s\r\nEXT:\r\nSERVER: x\r\n"
                    "LOCATION: http://%s\r\n\r\n"
                ) % (kind[1].decode(), kind[1].decode(), place)
                searches.sendto(reply.encode(), asker)


def answer_natpmp():
    gateway = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    gateway.bind(("", 5351))
    while True:
        packet, asker = gateway.recvfrom(64)
        if len(packet) == 2:
            gateway.sendto(struct.pack("!BBHI", 0, 128, 0, 1) + socket.inet_aton(OUTSIDE), asker)
        elif len(packet) == 12:
            inside, outside, lease = struct.unpack("!HHI", packet[4:])
            if HOW == "forgets":
                lease = min(lease, 10)
                threading.Thread(target=lend, args=(asker[0], inside, lease)).start()
            gateway.sendto(struct.pack("!BBHIHHI", 0, 130, 0, 1, inside, outside, lease), asker)


# Not an HTTPServer: that looks up its own name, and waits ten seconds for an answer.
server = ThreadingTCPServer(("192.168.1.1", 0), Device)
server.daemon_threads = True
threading.Thread(target=answer_searches, args=(server.server_address[1],), daemon=True).start()
if HOW in ("address", "elsewhere", "forgets"):
    threading.Thread(target=answer_natpmp, daemon=True).start()
print("ready", flush=True)
server.serve_forever()
