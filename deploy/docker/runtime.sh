#!/bin/sh
# What the image needs of Debian: certificates, ffmpeg for TV spots, and a user without rights. $1: the folder of its data.
set -eu
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq --no-install-recommends ca-certificates ffmpeg
rm -rf /var/lib/apt/lists/*
getent passwd vidik > /dev/null || useradd --uid 10001 --no-create-home --home-dir "$1" --shell /usr/sbin/nologin vidik
for folder in storage private-files uploads backups; do
  mkdir -p "$1/$folder"
done
chown -R vidik: "$1"
