#!/bin/sh
# PostgreSQL's archive_command: archive-segment.sh %p %f <archive>
# A segment has its name, with .gz, only once all of it is on the disk, so that half of one is never taken for it and never in the way of
# the next try.
set -eu
segment=$1 name=$2 archive=$3

# Whether what is archived as the file, compressed or as it was, is this segment, whole.
is_archived_in() {
  case $1 in
    *.gz) gzip -t "$1" 2>/dev/null && gzip -dc "$1" | cmp -s - "$segment" ;;
    *) cmp -s "$1" "$segment" ;;
  esac
}

for there in "$archive/$name.gz" "$archive/$name"; do
  [ -e "$there" ] || continue
  # Archived before, by a server that ended before it could remember that. Anything else is the archive of another server.
  is_archived_in "$there" || {
    echo "$there is there and is not what is to be archived: does another server archive there?" >&2
    exit 1
  }
  sync "$there" "$archive"
  exit 0
done

rm -f "$archive/.$name".*.part # of tries that were cut off
part=$archive/.$name.$$.part
gzip -1nc "$segment" >"$part" # the fastest: most of what a minute has cut off is zeros, and the archiver may not fall behind
sync "$part"
mv "$part" "$archive/$name.gz"
sync "$archive"
