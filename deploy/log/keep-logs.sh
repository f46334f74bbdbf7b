#!/bin/sh
# keep-logs.sh FOLDER...: of logs that logrotate has put aside, shortens the network addresses of those older than
# a week, and removes those older than LOG_DAYS (90). May run as often as it likes.
set -eu

days=${LOG_DAYS:-90}

# 203.0.113.77 becomes 203.0.113.0, 2001:db8:1:2::3 becomes 2001:db8:1::. Times of day stay as they are.
shorten() {
  sed -E \
    -e 's/\b([0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3})\.[0-9]{1,3}\b/\1.0/g' \
    -e 's/(^|[ "[,=])([0-9a-fA-F]{1,4}(:[0-9a-fA-F]{1,4}){2}):[0-9a-fA-F:.]+/\1\2::/g' \
    -e 's/(^|[ "[,=])([0-9a-fA-F]{1,4}(:[0-9a-fA-F]{1,4})?)::[0-9a-fA-F:.]+/\1\2::/g'
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for folder in "$@"; do
  # There is none where another proxy than nginx serves.
  [ -d "$folder" ] || continue
  find "$folder" -maxdepth 1 -type f -name '*.log[-.]*' -mtime "+$((days - 1))" -delete
  find "$folder" -maxdepth 1 -type f -name '*.log[-.]*' -mtime +6 | while IFS= read -r log; do
    case $log in *.gz) gzip -dc "$log" ;; *) cat "$log" ;; esac >"$work/plain"
    shorten <"$work/plain" >"$work/short"
    if cmp -s "$work/plain" "$work/short"; then continue; fi
    case $log in *.gz) gzip -nc "$work/short" ;; *) cat "$work/short" ;; esac >"$work/log"
    # Its owner and rights stay, and the time of its last line, by which its age is known.
    touch -r "$log" "$work/log"
    cat "$work/log" >"$log"
    touch -r "$work/log" "$log"
  done
done
