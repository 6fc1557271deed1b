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
const segments = async (): Promise<string> => (await postgres.run('ls backup/wal')).trim();

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
    const before = await segments();

    await postgres.startServer();
    const first = await sql('INSERT INTO noted VALUES (clock_timestamp()) RETURNING at');
    // PostgreSQL archives after half of the guide's minute. With its default of five minutes `until` would fail.
    await until(segments, (now) => now !== before);
    await postgres.stopServer();
    await postgres.run('rm -r data');
    const output = await postgres.run(`${postgres.withLocalPaths(restore).trim()} 2>&1`, { BASE: base });
    expect(output).toMatch(/^Restored up to .*\n$/);
    await postgres.startServer();
    expect(await sql('SELECT at FROM noted')).toBe(first);
  });
});
