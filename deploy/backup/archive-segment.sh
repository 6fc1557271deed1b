#!/bin/sh
# PostgreSQL's archive_command: archive-segment.sh %p %f <archive>
# A segment has its name only once all of it is on the disk, so that half of one is never taken for it and never in the way of the next try.
set -eu
segment=$1 name=$2 archive=$3

if [ -e "$archive/$name" ]; then
  # Archived before, by a server that ended before it could remember that. Anything else is the archive of another server.
  cmp -s "$segment" "$archive/$name" || {
    echo "$archive/$name is there and is not what is to be archived: does another server archive there?" >&2
    exit 1
  }
  sync "$archive/$name" "$archive"
  exit 0
fi

rm -f "$archive/.$name".*.part # of tries that were cut off
part=$archive/.$name.$$.part
cp "$segment" "$part"
sync "$part"
mv "$part" "$archive/$name"
sync "$archive"
