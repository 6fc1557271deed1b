import type { AlertCase } from './alert-cases.js';

const PUBLIC = 'job="payment-gateway-public", instance="https://pay.example"';
const DISK = 'instance="db1", device="/dev/sda1", fstype="ext4", mountpoint="/var"';
const disk = { instance: 'db1', device: '/dev/sda1', fstype: 'ext4', mountpoint: '/var' };

/** What the exporters tell. */
export const INFRASTRUCTURE_CASES: readonly AlertCase[] = [
  {
    alert: 'PublicAddressDown',
    trouble: 'The public address does not answer from outside',
    series: { [`probe_success{${PUBLIC}}`]: '1x2 0x5 1x5' },
    begins: 3,
    fires: 5,
    clears: 9,
    firing: [
      {
        labels: { job: 'payment-gateway-public', instance: 'https://pay.example' },
        summary: 'https://pay.example does not answer from outside',
      },
    ],
  },
  {
    alert: 'CertificateEnding',
    trouble: 'The gateway’s own certificate ends in 14 days',
    series: { [`probe_ssl_earliest_cert_expiry{${PUBLIC}}`]: '1209720x70 9209720x10' },
    begins: 3,
    fires: 63,
    clears: 72,
    firing: [{ labels: { instance: 'https://pay.example' }, summary: 'The certificate of https://pay.example ends within 14 days' }],
  },
  {
    alert: 'WalNotArchived',
    trouble: 'Archiving stops without a word',
    series: { 'pg_stat_archiver_last_archive_age{instance="db1"}': '0x5 0+60x20 0x10' },
    begins: 6,
    fires: 22,
    clears: 28,
    firing: [{ labels: { instance: 'db1' }, summary: 'PostgreSQL on db1 does not archive its write-ahead log' }],
  },
  {
    alert: 'WalNotArchived',
    trouble: 'Archiving fails',
    series: { 'pg_stat_archiver_failed_count{instance="db1"}': '0x5 1+1x10 11x30' },
    begins: 6,
    fires: 12,
    clears: 30,
    firing: [{ labels: { instance: 'db1' }, summary: 'PostgreSQL on db1 does not archive its write-ahead log' }],
  },
  {
    alert: 'BackupOld',
    trouble: 'The daily backup fails (after 26 hours)',
    series: { gateway_backup_completed_timestamp_seconds: '0x1600 96000x10' },
    begins: 1561,
    fires: 1571,
    clears: 1602,
    firing: [{ labels: {}, summary: 'There is no backup of the database from the last 26 hours' }],
  },
  {
    alert: 'BackupOld',
    trouble: 'Nobody tells of a backup',
    series: { gateway_backup_completed_timestamp_seconds: '_x20 1200x10' },
    begins: 0,
    fires: 10,
    clears: 21,
    firing: [{ labels: {}, summary: 'There is no backup of the database from the last 26 hours' }],
  },
  {
    alert: 'ReplicaBehind',
    trouble: 'A replica falls behind',
    series: { 'pg_stat_replication_pg_wal_lsn_diff{instance="db1", application_name="db2"}': '0x2 70000000x10 0x5' },
    begins: 3,
    fires: 8,
    clears: 14,
    firing: [{ labels: { instance: 'db1', application_name: 'db2' }, summary: 'Replica db2 is more than 64 MiB behind db1' }],
  },
  {
    alert: 'ReplicaMissing',
    trouble: 'A replica is gone',
    series: { 'pg_replication_slots_active{instance="db1", slot_name="db2"}': '1x2 0x10 1x5' },
    begins: 3,
    fires: 8,
    clears: 14,
    firing: [{ labels: { instance: 'db1', slot_name: 'db2' }, summary: 'Nobody follows db1 through the slot db2' }],
  },
  {
    alert: 'DiskFilling',
    trouble: 'A disk has less than 15 % left',
    series: { [`node_filesystem_avail_bytes{${DISK}}`]: '20x2 14x30 20x10', [`node_filesystem_size_bytes{${DISK}}`]: '100x50' },
    begins: 3,
    fires: 18,
    clears: 420,
    firing: [{ labels: disk, summary: '/var of db1 fills' }],
  },
  {
    alert: 'DiskFilling',
    trouble: 'A disk fills within a day',
    series: { [`node_filesystem_avail_bytes{${DISK}}`]: '2000-2x60 1880x400', [`node_filesystem_size_bytes{${DISK}}`]: '10000x500' },
    begins: 1,
    fires: 16,
    clears: 440,
    firing: [{ labels: disk, summary: '/var of db1 fills' }],
  },
  {
    alert: 'DiskFull',
    trouble: 'A disk has less than 5 % left',
    series: { [`node_filesystem_avail_bytes{${DISK}}`]: '20x2 4x10 20x10', [`node_filesystem_size_bytes{${DISK}}`]: '100x50' },
    begins: 3,
    fires: 5,
    clears: 14,
    firing: [{ labels: disk, summary: '/var of db1 is nearly full' }],
  },
];
