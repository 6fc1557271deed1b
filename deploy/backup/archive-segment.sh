#!/bin/sh
# PostgreSQL's archive_command: archive-segment.sh %p %f <archive>
# A segment gets its name, with .gz, only once all of it is on the disk. So an incomplete segment is never used, and never blocks the next
# attempt.
set -eu
segment=$1 name=$2 archive=$3

# Whether the archived file, compressed or not, is this complete segment.
is_archived_in() {
  case $1 in
    *.gz) gzip -t "$1" 2>/dev/null && gzip -dc "$1" | cmp -s - "$segment" ;;
    *) cmp -s "$1" "$segment" ;;
  esac
}

for there in "$archive/$name.gz" "$archive/$name"; do
  [ -e "$there" ] || continue
  # Already archived, by a server that ended before it could record that. A different file comes from another server.
  is_archived_in "$there" || {
    echo "$there exists and is another segment. Does another server use this archive?" >&2
    exit 1
  }
  sync "$there" "$archive"
  exit 0
done

rm -f "$archive/.$name".*.part # of interrupted attempts
part=$archive/.$name.$$.part
gzip -1nc "$segment" >"$part" # the fastest level: a segment that is switched after a minute is mostly zeros, and the archiver must keep up
sync "$part"
mv "$part" "$archive/$name.gz"
sync "$archive"
