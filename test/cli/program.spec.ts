import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { until } from '../support/until.js';
import { type CliWorld, runCommandWith, startCliWorld } from './cli-world.js';
import { ENCRYPTION_KEYS } from '../support/encryption-key.js';

let cli: CliWorld;
beforeAll(async () => {
  cli = await startCliWorld();
});
afterAll(() => cli.drop());

describe('a call of the command line', () => {
  it.each([
    [[], 'Usage: npm run gateway --'],
    [['partner'], 'Usage: npm run gateway -- partner'],
    [['partner', 'creat', 'x'], "unknown command 'creat'\n(Did you mean create?)"],
    [['parner'], "unknown command 'parner'\n(Did you mean partner?)"],
    [['partner', 'create'], "missing required argument 'name'"],
    [['partner', 'create', 'a', 'b'], 'too many arguments'],
    [['partner', 'list', '--jsn'], "unknown option '--jsn'"],
  ])('%j ends with exit code 2 and a message', async (argv, message) => {
    const { code, out, err } = await cli.run(...argv);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(message);
    expect(err).not.toMatch(/\n\s+at /);
  });

  it('may have --json before or after the command', async () => {
    expect((await cli.run('--json', 'partner', 'list')).out).toBe('[]\n');
    expect((await cli.run('partner', '--json', 'list')).out).toBe('[]\n');
    expect((await cli.run('partner', 'list', '--json')).out).toBe('[]\n');
  });
});

describe('a command that cannot work', () => {
  it('names each invalid setting', async () => {
    const { code, out, err } = await runCommandWith({ DATABASE_URL: 'mysql://x', PORT: 'abc' }, ['partner', 'list']);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('DATABASE_URL must be a postgres:// or postgresql:// URL.');
    expect(err).toContain('PORT must be a port number');
  });

  it('says that the database cannot be reached', async () => {
    const { code, err } = await runCommandWith({ DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/none', ENCRYPTION_KEYS }, [
      'partner',
      'list',
    ]);
    expect([code, err]).toEqual([1, 'error: The database or Redis cannot be reached (ECONNREFUSED). Check DATABASE_URL and REDIS_URL.\n']);
  });

  it('says that the database does not exist, without its URL', async () => {
    const url = new URL(cli.env['DATABASE_URL'] ?? '');
    url.pathname = '/no_such_database';
    const { code, err } = await runCommandWith({ DATABASE_URL: url.href, ENCRYPTION_KEYS }, ['partner', 'list']);
    expect(code).toBe(1);
    expect(err).toBe(
      'error: The database that DATABASE_URL names does not exist. Create it, or correct its name. (database "no_such_database" does not exist)\n',
    );
  });

  it('ends immediately when it is interrupted', async () => {
    const interruption = new AbortController();
    const interrupted = runCommandWith(cli.env, ['partner', 'list'], interruption.signal);
    interruption.abort();
    expect(await interrupted).toEqual({ code: 130, out: '', err: 'error: Interrupted.\n' });
    expect(await runCommandWith(cli.env, ['partner', 'create', 'Never'], AbortSignal.abort())).toMatchObject({ code: 130, out: '' });
    expect((await cli.run('partner', 'list')).out).not.toContain('Never');
  });

  it('leaves no database connection open, also after a failure', async () => {
    const separate = await startCliWorld();
    const { signal } = new AbortController(); // with a signal each command has its own application
    await runCommandWith(separate.env, ['partner', 'list'], signal);
    await runCommandWith(separate.env, ['service', 'show', '00000000'], signal);
    const client = new Client({ connectionString: separate.env['DATABASE_URL'] });
    await client.connect();
    // Only client sessions are counted, because the server also has processes of its own. The server notices closed connections late.
    const otherSessions = async (): Promise<unknown[]> =>
      (
        await client.query(
          "SELECT application_name FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()",
        )
      ).rows;
    expect(await until(otherSessions, (sessions) => sessions.length === 0)).toEqual([]);
    await client.end();
    await separate.drop();
  });
});

describe('logs', () => {
  it('are silent by default, and go to standard error with LOG_LEVEL', async () => {
    expect((await cli.run('partner', 'list')).err).toBe('');
    const { out, err } = await runCommandWith({ ...cli.env, LOG_LEVEL: 'debug' }, ['transaction', 'find', '--json']);
    expect(JSON.parse(out)).toEqual([]);
    expect(err).toContain('"level":"debug"');
  });
});

describe('migrate', () => {
  it('does nothing on a migrated database', async () => {
    expect(await cli.run('migrate')).toEqual({ code: 0, out: 'up to date\n', err: '' });
    expect(await cli.json('migrate')).toEqual({ migrated: [] });
  });

  it('is required by every other command, and prints the migrations that it ran', async () => {
    const client = new Client({ connectionString: cli.env['DATABASE_OWNER_URL'] });
    await client.connect();
    await client.query('DROP SCHEMA public, sandbox, bullmq CASCADE; CREATE SCHEMA public; GRANT USAGE ON SCHEMA public TO PUBLIC');
    await client.end();
    const rejected = await cli.run('partner', 'list');
    expect(rejected).toMatchObject({ code: 1, out: '', err: expect.stringContaining('Run them first: npm run gateway -- migrate') });
    const { code, out } = await cli.run('migrate');
    expect(code).toBe(0);
    expect(out).toMatch(/^migrated: Runtime\d{13}\n/);
    expect(await cli.json('partner', 'list')).toEqual([]);
  });
});
