import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { services } from './support/compose-file.js';
import { DebianPostgres } from './support/debian-postgres.js';
import { documentedBlocks } from './support/documented.js';
import { until } from '../support/until.js';

const GUIDE = 'docs/operations.md';
const [, , , archive = '', backUp = ''] = documentedBlocks(GUIDE, 'Backup and restore');
const [onDebian = ''] = documentedBlocks(GUIDE, 'On Debian');
const [daily = '', withCompose = ''] = documentedBlocks(GUIDE, 'With Compose');

let postgres: DebianPostgres;
let start: () => Promise<unknown>;
afterEach(() => postgres?.remove());

const sql = async (statement: string): Promise<string> => (await postgres.run(`psql -XAtqU postgres -c "${statement}"`)).trim();
const note = (what: string): Promise<string> => sql(`INSERT INTO noted VALUES ('${what}')`);
const noted = async (): Promise<string[]> => (await sql('SELECT what FROM noted ORDER BY what')).split('\n');

const secondNow = (): number => Math.floor(Date.now() / 1_000);
const makeBackup = async (commands: string): Promise<string> => {
  const said = await postgres.run(postgres.here(commands), { BACKUP_URL: 'postgresql:///postgres?user=postgres' });
  const second = secondNow();
  await until(secondNow, (now) => now > second); // a backup is named by its second, so that the next one has another name
  return said.split('\n').find((line) => line.endsWith('Z')) ?? 'none';
};

/** A server, backups of it, and twice a restore: to a moment, and of everything from a backup that was made since. */
async function restoresTwice(commands: string, restore: (base: string, options: string) => Promise<unknown>): Promise<void> {
  await sql('CREATE TABLE noted (what text)');
  await note('a: before the backup');
  const first = await makeBackup(commands);
  await note('b: after it');
  const moment = await sql('SELECT clock_timestamp()');
  await note('c: after the moment');

  await postgres.stopServer();
  await restore(first, `--until '${moment}'`);
  expect(await noted()).toEqual(['a: before the backup', 'b: after it']);

  await note('d: since the restore');
  const second = await makeBackup(commands);
  await note('e: since the second backup');
  await postgres.stopServer();
  await restore(second, '');
  expect(await noted()).toEqual(['a: before the backup', 'b: after it', 'd: since the restore', 'e: since the second backup']);
  expect(await sql('SHOW archive_mode')).toBe('on');
}

describe('on Debian, with settings outside the data folder', () => {
  beforeEach(async () => {
    postgres = await DebianPostgres.start('cluster');
    await postgres.run('mkdir -p backup/wal backup/base');
    await postgres.configure('conf.d/archive.conf', postgres.here(archive));
    await postgres.startServer();
  });

  it('restores twice as the guide says', async () => {
    await restoresTwice(backUp, (base, options) => {
      const [, script, again] = postgres.here(onDebian).replace(/\\\n/g, '').split('\n'); // it has been stopped as in a crash
      return postgres.run(`${script} ${options}\n${again}`, { BASE: base });
    });
  });

  it('tells node_exporter when a backup was made, and keeps as many as it is told with their part of the log', async () => {
    await postgres.run('mkdir metrics');
    const make = async () => (await makeBackup('/gateway-backup/base-backup.sh /backup/base/ metrics')).split('/').pop();
    const old = await make();
    const [, seconds] = /^gateway_backup_completed_timestamp_seconds (\d+)$/m.exec(await postgres.run('cat metrics/*')) ?? [];
    expect(Math.abs(Number(seconds) - Date.now() / 1_000)).toBeLessThan(600);
    await sql('SELECT pg_switch_wal()');
    const kept = await make();
    expect(kept).not.toBe(old);
    const segments = async () =>
      (await postgres.run('ls backup/wal')).split('\n').flatMap((name) => /^([0-9A-F]{24})\.gz$/.exec(name)?.[1] ?? []);
    const before = await segments();
    await postgres.run(postgres.here('/gateway-backup/prune.sh /backup/base/ /backup/wal/ 1'));
    expect((await postgres.run('ls backup/base')).trim()).toBe(kept);
    const label = await postgres.run(`cat backup/base/${kept}/backup_label`);
    const [, first = ''] = /file ([0-9A-F]{24})/.exec(label) ?? [];
    expect(await segments()).toEqual(before.filter((name) => name >= first));
    expect(before.some((name) => name < first)).toBe(true);
  });
});

describe('with Compose, whose service archives by its command', () => {
  beforeEach(async () => {
    postgres = await DebianPostgres.start();
    const folders = services['backup-folders']?.entrypoint?.filter((word) => word.startsWith('/')) ?? [];
    await postgres.run(postgres.here(`mkdir -p ${folders.join(' ')}`));
    const settings = services['postgres']?.command?.slice(1) ?? [];
    const given = postgres.here(settings.map((word) => `'${word}'`).join(' '));
    start = () => postgres.run(`pg_ctl start -w -D data -l server.log -o "${given}"`);
    await start();
  });

  it('restores twice as the guide says', async () => {
    const inContainer = daily.replaceAll('docker compose exec -u postgres postgres ', '');
    const script = /^docker compose run .*--entrypoint (\S+) postgres \\\n(.*)$/m.exec(withCompose);
    await restoresTwice(inContainer, async (base, options) => {
      const command = postgres.here(`${script?.[1]} ${script?.[2]}`).replace('/18/docker', '/data');
      await postgres.run(`${command} ${options}`, { BASE: base });
      await start();
    });
  });
});
