import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { services } from './support/compose-file.js';
import { DebianPostgres } from './support/debian-postgres.js';
import { documentedBlocks } from './support/documented-blocks.js';
import { until } from '../support/until.js';

const GUIDE = 'docs/operations.md';
const [, , , archive = '', backUp = ''] = documentedBlocks(GUIDE, 'Backup and restore');
const [onDebian = ''] = documentedBlocks(GUIDE, 'On Debian');
const [daily = '', withCompose = ''] = documentedBlocks(GUIDE, 'With Compose');

let postgres: DebianPostgres;
let start: () => Promise<unknown>;
afterEach(() => postgres?.remove());

const sql = async (statement: string): Promise<string> => (await postgres.run(`psql -XAtqU postgres -c "${statement}"`)).trim();
const insertNote = (text: string): Promise<string> => sql(`INSERT INTO noted VALUES ('${text}')`);
const readNotes = async (): Promise<string[]> => (await sql('SELECT what FROM noted ORDER BY what')).split('\n');

const currentSecond = (): number => Math.floor(Date.now() / 1_000);
const makeBackup = async (commands: string): Promise<string> => {
  const output = await postgres.run(postgres.withLocalPaths(commands), { BACKUP_URL: 'postgresql:///postgres?user=postgres' });
  const second = currentSecond();
  await until(currentSecond, (now) => now > second); // a backup is named after its second, so the next one must start in a later second
  return output.split('\n').find((line) => line.endsWith('Z')) ?? 'none';
};

/** Restores a first backup to a moment, then makes a second backup and restores everything from it. */
async function expectTwoRestores(commands: string, restore: (base: string, options: string) => Promise<unknown>): Promise<void> {
  await sql('CREATE TABLE noted (what text)');
  await insertNote('a: before the backup');
  const first = await makeBackup(commands);
  await insertNote('b: after it');
  const targetTime = await sql('SELECT clock_timestamp()');
  await insertNote('c: after the moment');

  await postgres.stopServer();
  await restore(first, `--until '${targetTime}'`);
  expect(await readNotes()).toEqual(['a: before the backup', 'b: after it']);

  await insertNote('d: since the restore');
  const second = await makeBackup(commands);
  await insertNote('e: since the second backup');
  await postgres.stopServer();
  await restore(second, '');
  expect(await readNotes()).toEqual(['a: before the backup', 'b: after it', 'd: since the restore', 'e: since the second backup']);
  expect(await sql('SHOW archive_mode')).toBe('on');
}

describe('PostgreSQL on Debian, with settings outside the data folder', () => {
  beforeEach(async () => {
    postgres = await DebianPostgres.start('cluster');
    await postgres.run('mkdir -p backup/wal backup/base');
    await postgres.configure('conf.d/archive.conf', postgres.withLocalPaths(archive));
    await postgres.startServer();
  });

  it('is restored twice as the guide says', async () => {
    await expectTwoRestores(backUp, (base, options) => {
      const [, script, startCommand] = postgres.withLocalPaths(onDebian).replace(/\\\n/g, '').split('\n'); // the first line stops the server
      return postgres.run(`${script} ${options}\n${startCommand}`, { BASE: base });
    });
  });

  it('tells node_exporter when a backup was made, and prunes old backups with the segments that only they need', async () => {
    await postgres.run('mkdir metrics');
    const make = async () => (await makeBackup('/gateway-backup/base-backup.sh /backup/base/ metrics')).split('/').pop();
    const oldBackup = await make();
    const [, seconds] = /^gateway_backup_completed_timestamp_seconds (\d+)$/m.exec(await postgres.run('cat metrics/*')) ?? [];
    expect(Math.abs(Number(seconds) - Date.now() / 1_000)).toBeLessThan(600);
    await sql('SELECT pg_switch_wal()');
    const newestBackup = await make();
    expect(newestBackup).not.toBe(oldBackup);
    const segments = async () =>
      (await postgres.run('ls backup/wal')).split('\n').flatMap((name) => /^([0-9A-F]{24})\.gz$/.exec(name)?.[1] ?? []);
    const before = await segments();
    await postgres.run(postgres.withLocalPaths('/gateway-backup/prune.sh /backup/base/ /backup/wal/ 1'));
    expect((await postgres.run('ls backup/base')).trim()).toBe(newestBackup);
    const label = await postgres.run(`cat backup/base/${newestBackup}/backup_label`);
    const [, first = ''] = /file ([0-9A-F]{24})/.exec(label) ?? [];
    expect(await segments()).toEqual(before.filter((name) => name >= first));
    expect(before.some((name) => name < first)).toBe(true);
  });
});

describe('PostgreSQL with Compose, with archive settings in its command', () => {
  beforeEach(async () => {
    postgres = await DebianPostgres.start();
    const folders = services['backup-folders']?.entrypoint?.filter((word) => word.startsWith('/')) ?? [];
    await postgres.run(postgres.withLocalPaths(`mkdir -p ${folders.join(' ')}`));
    const settings = services['postgres']?.command?.slice(1) ?? [];
    const serverOptions = postgres.withLocalPaths(settings.map((word) => `'${word}'`).join(' '));
    start = () => postgres.run(`pg_ctl start -w -D data -l server.log -o "${serverOptions}"`);
    await start();
  });

  it('is restored twice as the guide says', async () => {
    const inContainer = daily.replaceAll('docker compose exec -u postgres postgres ', '');
    const script = /^docker compose run .*--entrypoint (\S+) postgres \\\n(.*)$/m.exec(withCompose);
    await expectTwoRestores(inContainer, async (base, options) => {
      const command = postgres.withLocalPaths(`${script?.[1]} ${script?.[2]}`).replace('/18/docker', '/data');
      await postgres.run(`${command} ${options}`, { BASE: base });
      await start();
    });
  });
});
