# Four in a Row for Nix, from the portable archive: nixpkgs has no Swift 6.2 to build it with. Not run yet.
#   nix-build -E 'with import <nixpkgs> {}; callPackage ./fourinarow.nix { }'
{ lib, stdenv, autoPatchelfHook }:

stdenv.mkDerivation {
  pname = "fourinarow";
  version = "@VERSION@";
  src = ./. + "/fourinarow-@VERSION@-${stdenv.hostPlatform.parsed.cpu.name}.tar.xz";

  # The programs bring all libraries along but glibc; only the loader's place is another one here.
  nativeBuildInputs = [ autoPatchelfHook ];
  dontBuild = true;
  dontStrip = true;
  installPhase = ''
    mkdir $out
    cp -r bin libexec share $out/
  '';

  doInstallCheck = true;
  installCheckPhase = ''
    test "$(echo 121212 | $out/bin/fourinarow solve | cut -f 2)" = 18
  '';

  meta = {
    description = "Four in a Row for the terminal, over networks or against the computer";
    # The licence: @LICENCE@
    mainProgram = "fourinarow";
    platforms = [ "x86_64-linux" "aarch64-linux" ];
  };
}
