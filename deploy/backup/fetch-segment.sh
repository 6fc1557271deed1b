#!/bin/sh
# PostgreSQL's restore_command: fetch-segment.sh <archive> %f %p
# A segment that is not there ends the recovery, as it should at the end of the log. A segment or an archive that cannot be read must not
# look like that end, or everything behind it would be lost: above 125 PostgreSQL gives up instead.
archive=$1 name=$2 target=$3

if [ -e "$archive/$name.gz" ]; then
  gzip -dc "$archive/$name.gz" >"$target" || exit 255
elif [ -e "$archive/$name" ]; then # as it was
  cp "$archive/$name" "$target" || exit 255
elif [ -z "$(ls "$archive")" ]; then
  echo "$archive cannot be read, or is empty: is it mounted?" >&2
  exit 255
else
  exit 1
fi
