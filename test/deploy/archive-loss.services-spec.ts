import { afterEach, describe, expect, it } from '@jest/globals';
import { until } from '../support/until.js';
import { DebianPostgres } from './support/debian-postgres.js';
import { documentedBlocks } from './support/documented-blocks.js';

const [, , , archive = '', backUp = '', restore = ''] = documentedBlocks('docs/operations.md', 'Backup and restore');
/** The guide's settings with 30 instead of 60 seconds, the minimum of PostgreSQL for `checkpoint_timeout`. */
const halved = archive.replaceAll(/(_timeout = )60\b/g, '$130'); // group 1, then 30

let postgres: DebianPostgres;
afterEach(() => postgres?.remove());

const sql = async (statement: string): Promise<string> => (await postgres.run(`psql -XAtqU postgres -c "${statement}"`)).trim();
const archived = (): Promise<string> => postgres.run('ls backup/wal');

describe('a server that archives as the guide says', () => {
  it('archives what was written within a minute, also before the first checkpoint, and can be restored from that', async () => {
    expect([...halved.matchAll(/_timeout = 30\b/g)]).toHaveLength(2);
    postgres = await DebianPostgres.start();
    await postgres.run('mkdir -p backup/wal backup/base');
    await postgres.configure('postgresql.conf', postgres.withLocalPaths(halved));
    await postgres.startServer();
    await sql('CREATE TABLE noted (at timestamptz)');
    const base = (await postgres.run(postgres.withLocalPaths(backUp), { BACKUP_URL: 'postgresql:///postgres?user=postgres' })).trim();
    await postgres.stopServer();

    await postgres.startServer();
    const first = await sql('INSERT INTO noted VALUES (clock_timestamp()) RETURNING at');
    // Other files may be archived first: the backup does not wait until its own are archived.
    const segment = await sql('SELECT pg_walfile_name(pg_current_wal_lsn())');
    // PostgreSQL archives after half of the guide's minute. With its default of five minutes `until` would fail.
    await until(archived, (names) => names.includes(`${segment}.gz`));
    await postgres.stopServer();
    await postgres.run('rm -r data');
    const output = await postgres.run(`${postgres.withLocalPaths(restore).trim()} 2>&1`, { BASE: base });
    expect(output).toMatch(/^Restored up to .*\n$/);
    await postgres.startServer();
    expect(await sql('SELECT at FROM noted')).toBe(first);
  });
});
