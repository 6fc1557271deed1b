#!/bin/sh
# Restores a base backup and the log that was archived since. Run it as the user that PostgreSQL runs as. --help shows the options.
#
# No client can reach the recovering server. It is stopped after the recovery. Its settings for the recovery are in no file of the data
# folder. Otherwise the next base backup would contain the recovery target, and its restore would end at the same old moment.
# The server always archives. The next restore can find the new timeline only in the archive.
set -eu

usage() {
  cat <<'END'
restore.sh --base <folder> --data <folder> --archive <folder> [--until <time>] [--wal <folder>] [--timeline <number>] [--config <file>]

  --base      base backup to begin with
  --data      the server's data folder. An existing folder is kept under another name
  --archive   segments of the write-ahead log
  --until     moment to restore, with its zone: '2026-11-21 13:00:00+01'. By default everything is restored
  --wal       pg_wal of the broken server, with segments that were not archived yet. By default the one in the data folder
  --timeline  timeline to follow, after an earlier restore was wrong. By default the latest
  --config    postgresql.conf, if it is not in the data folder
END
}

fail() {
  echo "$1" >&2
  exit 1
}

base='' data='' archive='' until='' wal='' timeline=latest config=''
while [ $# -gt 0 ]; do
  case $1 in
    --help) usage && exit ;;
    --base) base=$2 ;;
    --data) data=$2 ;;
    --archive) archive=$2 ;;
    --until) until=$2 ;;
    --wal) wal=$2 ;;
    --timeline) timeline=$2 ;;
    --config) config=$2 ;;
    *) usage >&2 && exit 2 ;;
  esac
  shift 2
done
{ [ -n "$base" ] && [ -n "$data" ] && [ -n "$archive" ]; } || { usage >&2 && exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
archive=$(cd "$archive" && pwd)
data=$(cd "$(dirname "$data")" && pwd)/$(basename "$data")
wal=${wal:-$data/pg_wal}
version=$(cat "$base/PG_VERSION")
PATH=/usr/lib/postgresql/$version/bin:$PATH # the programs of Debian's package, if installed

[ "$(id -u)" != 0 ] || fail 'Run this as the user that PostgreSQL runs as.'
[ -n "$(ls "$archive")" ] || fail "$archive is empty. Is it mounted?"
[ "$version" = "$(pg_ctl --version | sed 's/[^0-9]*\([0-9]*\).*/\1/')" ] || fail "$base is of PostgreSQL $version, and this is $(pg_ctl --version)."
if pg_ctl status -D "$data" >/dev/null 2>&1; then fail "A server runs on $data. Stop it first."; fi
pg_verifybackup -q "$base" || fail "$base is not complete. Take another one."

private=$(mktemp -d)
broken=''
trap 'rm -rf "$private"' EXIT

# First archive the full segments that the archive does not have yet.
if [ -d "$wal" ]; then
  find "$wal/archive_status" -name '*.ready' 2>/dev/null | sort | while read -r ready; do
    name=$(basename "$ready" .ready)
    "$here/archive-segment.sh" "$wal/$name" "$name" "$archive" || echo "$name was left in $wal" >&2
  done
fi

if [ -e "$data" ]; then
  broken=$data.before-$(date -u +%Y%m%dT%H%M%SZ)
  mv "$data" "$broken"
  [ "$wal" != "$data/pg_wal" ] || wal=$broken/pg_wal
fi
[ -d "$wal" ] || wal=''
cp -a "$base" "$data"
chmod 700 "$data"
if [ -n "$wal" ]; then find "$wal/" -maxdepth 1 -type f -exec cp -a {} "$data/pg_wal/" \; ; fi
rm -f "$data/postmaster.pid" "$data/standby.signal"
sed -i -E '/^[[:space:]]*(recovery_|restore_command|archive_cleanup_command|primary_)/Id' "$data/postgresql.auto.conf"
touch "$data/recovery.signal"

quoted() { printf "'%s'" "$(printf %s "$1" | sed "s/'/''/g")"; }
config=${config:-$data/postgresql.conf}
echo 'local all all trust' >"$private/pg_hba.conf"
: >"$private/pg_ident.conf"
cat >"$private/postgresql.conf" <<END
include $(quoted "$config")
data_directory = $(quoted "$data")
hba_file = '$private/pg_hba.conf'
ident_file = '$private/pg_ident.conf'
external_pid_file = ''
archive_mode = on
archive_command = $(quoted "'$here/archive-segment.sh' %p %f '$archive'")
restore_command = $(quoted "'$here/fetch-segment.sh' '$archive' %f %p")
recovery_target = ''
recovery_target_lsn = ''
recovery_target_name = ''
recovery_target_xid = ''
recovery_target_time = $(quoted "$until")
recovery_target_timeline = $(quoted "$timeline")
recovery_target_action = promote
END
options="-c config_file=$private/postgresql.conf -c listen_addresses= -c hot_standby=off -c logging_collector=off -c log_destination=stderr -k $private"
ask() { psql -XAtq -h "$private" -p "$port" -U "${PGUSER:-postgres}" -d "${2:-postgres}" -c "$1"; }

failed() {
  tail -n 20 "$data.restore.log" >&2
  fail "The recovery failed. Its log is $data.restore.log.${broken:+ The old data folder is $broken. Give --wal $wal next time.}"
}
pg_ctl start -w -t 604800 -D "$data" -o "$options" -l "$data.restore.log" >/dev/null || failed
port=$(sed -n 4p "$data/postmaster.pid")
until [ "$(ask 'SELECT pg_is_in_recovery()' 2>/dev/null)" = f ]; do
  pg_ctl status -D "$data" >/dev/null || failed
  sleep 1
done
came=$(ask "SELECT coalesce(pg_last_xact_replay_timestamp()::text, 'the base backup: there was no later transaction')")
now=$(ask 'SELECT substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)')
# The last line of the history has the previous timeline and where it ended.
tab=$(printf '\t')
IFS=$tab read -r left at _ <<END
$(grep '[0-9]' "$data/pg_wal/$now.history" | tail -n 1)
END
last=$(ask "SELECT upper(lpad(to_hex($left), 8, '0')) || substr(pg_walfile_name('$at'), 9)")

same_history="${last%????????????????}????????????????"
newest=$(find "$archive" -maxdepth 1 -type f \( -name "$same_history" -o -name "$same_history.gz" \) | sed 's|.*/||; s|\.gz$||' | sort | tail -n 1)
is_short() { [ -z "$until" ] && [ "$(printf '%s\n' "$newest" "$last" | sort | tail -n 1)" != "$last" ]; }

# A gateway without its latest refunds and charges would execute them again when partners repeat them.
held=''
if [ -n "$until" ] || [ -z "$wal" ] || is_short; then
  for database in $(ask 'SELECT datname FROM pg_database WHERE datallowconn AND NOT datistemplate'); do
    [ -n "$(ask "SELECT to_regclass('public.restored')" "$database")" ] || continue
    ask 'INSERT INTO restored DEFAULT VALUES ON CONFLICT (one) DO UPDATE SET at = EXCLUDED.at' "$database"
    held=yes
  done
fi
pg_ctl stop -w -D "$data" -m fast >/dev/null
rm -f "$data/postmaster.opts"

echo "Restored up to $came (timeline $left, segment $last)."
[ -z "$held" ] || echo 'Refunds and charges of subscriptions are held back until "restored release": see "After a restore to an earlier moment".'
if [ -n "$broken" ]; then
  echo "The old data folder is $broken. To restore another moment of that time: --timeline $left --wal $wal"
fi
if is_short; then
  fail "The archive has segments up to $newest. Changes after $last were not restored, because a segment is missing or damaged. See $data.restore.log."
fi
