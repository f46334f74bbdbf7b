#!/bin/sh
# Makes the archive of the sources in the current folder and unpacks it into $1. What stands in pages is in deploy/docker/pages.env.
set -eu
if [ -f deploy/docker/pages.env ]; then
  set -a
  . ./deploy/docker/pages.env
  set +a
fi
npm ci --include=dev --no-audit --no-fund --loglevel=error
npm run --silent package -- --to build/archive --with-database
mkdir -p "$1"
tar -xzf build/archive/vidik-*.tar.gz --strip-components=1 -C "$1"
