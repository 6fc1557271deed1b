#!/bin/sh
# base-backup.sh <folder> [<folder of node_exporter's text files>]
# Makes and verifies a base backup of the server at BACKUP_URL, in a new folder that is named by the time. A folder that ends in .part is
# incomplete.
set -eu
folder=$1 metrics=${2:-}
base=$folder/$(date -u +%Y%m%dT%H%M%SZ)

pg_basebackup -d "$BACKUP_URL" -D "$base.part" --checkpoint=fast
PATH=/usr/lib/postgresql/$(cat "$base.part/PG_VERSION")/bin:$PATH # the programs of Debian's package, if installed
pg_verifybackup -q "$base.part"
sync -f "$base.part"
mv "$base.part" "$base"
sync "$folder"

if [ -n "$metrics" ]; then
  part=$metrics/.payment_gateway_backup.$$
  {
    echo '# HELP gateway_backup_completed_timestamp_seconds When the newest base backup was finished and verified.'
    echo '# TYPE gateway_backup_completed_timestamp_seconds gauge'
    echo "gateway_backup_completed_timestamp_seconds $(date +%s)"
  } >"$part"
  chmod 644 "$part"
  mv "$part" "$metrics/payment_gateway_backup.prom"
fi
echo "$base"
