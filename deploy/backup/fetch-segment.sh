#!/bin/sh
# PostgreSQL's restore_command: fetch-segment.sh <archive> %f %p
# A missing segment ends the recovery, as at the end of the log. An unreadable segment or archive must not look like that end, or all later
# changes would be lost. With an exit code above 125 PostgreSQL stops the recovery.
archive=$1 name=$2 target=$3

if [ -e "$archive/$name.gz" ]; then
  gzip -dc "$archive/$name.gz" >"$target" || exit 255
elif [ -e "$archive/$name" ]; then # not compressed
  cp "$archive/$name" "$target" || exit 255
elif [ -z "$(ls "$archive")" ]; then
  echo "$archive cannot be read, or is empty. Is it mounted?" >&2
  exit 255
else
  exit 1
fi
