import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ENCRYPTION_KEYS } from '../support/encryption-key.js';
import { freePort } from '../support/free-port.js';
import { PATIENT } from '../support/patience.js';
import { program } from '../support/program.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';

const ROOT = join(import.meta.dirname, '../..');

/** A library that writes warnings and errors on SIGUSR2 and causes an unhandled rejection on SIGHUP. */
const LIBRARY = `data:text/javascript,${encodeURIComponent(`
  process.on('SIGUSR2', () => {
    process.emitWarning('an option is going to change', 'DeprecationWarning');
    console.log('a library %s', 'writes\\ntwo lines');
    console.error(new Error('a library complains'));
  });
  process.on('SIGHUP', () => void Promise.reject(new Error('an unhandled rejection')));
`)}`;

describe('the output of a process in production', () => {
  let database: TestDatabase;
  let child: ChildProcess;
  let written: string;
  beforeEach(async () => {
    database = await createTestDatabase();
    written = '';
  });
  afterEach(async () => {
    child.kill('SIGKILL');
    await database.drop();
  });

  function start(settings: NodeJS.ProcessEnv): Promise<number | null> {
    const { PATH, TEST_SERVER_INFO } = process.env;
    child = spawn(process.execPath, ['--import', LIBRARY, ...program('main')], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH, TEST_SERVER_INFO, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: '0', ENCRYPTION_KEYS, ...PATIENT, ...settings },
    });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => void (written += String(chunk)));
    return once(child, 'close').then(([code]) => code as number | null);
  }
  /** All lines as objects. A line that is no JSON object fails the test. */
  const lines = (): Record<string, unknown>[] =>
    written
      .trim()
      .split('\n')
      .map((line) => {
        const read = JSON.parse(line) as Record<string, unknown>;
        expect(read).toEqual(expect.objectContaining({ level: expect.any(String), time: expect.any(String), msg: expect.any(String) }));
        return read;
      });
  const waitForOutput = (text: string): Promise<unknown> =>
    until(
      () => {
        if (child.exitCode !== null) throw new Error(`The process ended before it wrote "${text}": ${written}`);
        return written.includes(text);
      },
      (isWritten) => isWritten,
    );

  it('is one JSON object per line from start to end, including output of Node and of libraries', async () => {
    const end = start({ DATABASE_URL: database.appUrl });
    await waitForOutput('the gateway listens');
    child.kill('SIGUSR2');
    await waitForOutput('a library complains');
    child.kill('SIGTERM');
    expect(await end).toBe(0);
    const logged = lines();
    expect(logged).toContainEqual(expect.objectContaining({ msg: 'the gateway listens', address: '127.0.0.1', port: expect.any(Number) }));
    expect(logged).toContainEqual(expect.objectContaining({ level: 'warn', msg: 'an option is going to change' }));
    expect(logged).toContainEqual(expect.objectContaining({ level: 'info', msg: 'a library writes\ntwo lines' }));
    expect(logged).toContainEqual(expect.objectContaining({ level: 'error', msg: expect.stringContaining('a library complains') }));
    expect(logged).toContainEqual(expect.objectContaining({ msg: 'finishing running requests and tasks', signal: 'SIGTERM' }));
  });

  it('is one JSON object per line when an unhandled error ends the process', async () => {
    const end = start({ DATABASE_URL: database.appUrl });
    await waitForOutput('the gateway listens');
    child.kill('SIGHUP');
    expect(await end).toBe(1);
    expect(lines().at(-1)).toMatchObject({ level: 'fatal', err: { message: 'an unhandled rejection', stack: expect.any(String) } });
  });

  it('has all configuration problems in one line, also with the log level silent', async () => {
    expect(await start({ DATABASE_URL: 'mysql://x', PORT: 'abc', LOG_LEVEL: 'silent' })).toBe(78);
    expect(lines()).toEqual([
      expect.objectContaining({ level: 'fatal', problems: expect.arrayContaining([expect.stringMatching(/^PORT /)]) }),
    ]);
  });

  it('ends with exit code 78 when DATABASE_URL has a wrong password or an unknown database', async () => {
    const wrong = new URL(database.appUrl);
    wrong.password = 'wrong';
    expect(await start({ DATABASE_URL: wrong.href })).toBe(78);
    expect(lines().at(-1)).toMatchObject({
      level: 'fatal',
      msg: expect.stringMatching(/^The database refuses the login of DATABASE_URL: /),
    });

    const unknownDatabase = new URL(database.appUrl);
    unknownDatabase.pathname = '/there_is_none';
    expect(await start({ DATABASE_URL: unknownDatabase.href })).toBe(78);
  });

  it('has one line that says that the database cannot be reached or that the port is in use', async () => {
    const port = await freePort();
    expect(await start({ DATABASE_URL: `postgres://a:b@127.0.0.1:${port}/c` })).toBe(1);
    expect(lines().at(-1)).toMatchObject({ level: 'fatal', msg: expect.stringMatching(/^The database or Redis cannot be reached: /) });

    const other = createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');
    written = '';
    expect(await start({ DATABASE_URL: database.appUrl, PORT: String(port) })).toBe(1);
    other.close();
    expect(lines().at(-1)).toMatchObject({ level: 'fatal', msg: expect.stringMatching(/^Port \d+ is in use .* set PORT to another/) });
  });
});
