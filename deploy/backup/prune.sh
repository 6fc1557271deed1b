#!/bin/sh
# prune.sh <folder of base backups> <archive> <how many>
# Keeps the newest base backups, and the segments of the archive that they need.
set -eu
folder=$1 archive=$2 keep=$3
[ "$keep" -ge 1 ]

finished() { find "$folder" -mindepth 1 -maxdepth 1 -type d -name '*Z' | sort -r; }

finished | tail -n "+$((keep + 1))" | while read -r base; do
  rm -r "$base"
done
oldest=$(finished | tail -n 1)
[ -n "$oldest" ] || exit 0
PATH=/usr/lib/postgresql/$(cat "$oldest/PG_VERSION")/bin:$PATH # the programs of Debian's package, if installed
pg_archivecleanup -x .gz "$archive" "$(sed -n 's/^START WAL LOCATION: .*(file \([0-9A-F]*\))$/\1/p' "$oldest/backup_label")"
