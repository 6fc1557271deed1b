import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ENCRYPTION_KEYS } from '../support/encryption-key.js';
import { freePort } from '../support/free-port.js';
import { TEST_TIMEOUT_SETTINGS } from '../support/patience.js';
import { programArguments } from '../support/program.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';

const ROOT = join(import.meta.dirname, '../..');

/** EX_CONFIG of sysexits.h. */
const CONFIGURATION_ERROR = 78;

/** Stands for a library: on SIGUSR2 it writes warnings and errors, and on SIGHUP it causes an unhandled rejection. */
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
  let output: string;
  beforeEach(async () => {
    database = await createTestDatabase();
    output = '';
  });
  afterEach(async () => {
    child.kill('SIGKILL');
    await database.drop();
  });

  function start(settings: NodeJS.ProcessEnv): Promise<number | null> {
    const { PATH, TEST_SERVER_INFO } = process.env;
    child = spawn(process.execPath, ['--import', LIBRARY, ...programArguments('main')], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH,
        TEST_SERVER_INFO,
        NODE_ENV: 'production',
        HOST: '127.0.0.1',
        PORT: '0',
        ENCRYPTION_KEYS,
        ...TEST_TIMEOUT_SETTINGS,
        ...settings,
      },
    });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => void (output += String(chunk)));
    return once(child, 'close').then(([code]) => code as number | null);
  }
  /** All lines of the output, parsed. A line that is no JSON object with level, time and message fails the test. */
  const lines = (): Record<string, unknown>[] =>
    output
      .trim()
      .split('\n')
      .map((line) => {
        const object = JSON.parse(line) as Record<string, unknown>;
        expect(object).toEqual(expect.objectContaining({ level: expect.any(String), time: expect.any(String), msg: expect.any(String) }));
        return object;
      });
  const waitForOutput = (text: string): Promise<unknown> =>
    until(
      () => {
        if (child.exitCode !== null) throw new Error(`The process ended before it wrote "${text}": ${output}`);
        return output.includes(text);
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
    const logLines = lines();
    expect(logLines).toContainEqual(
      expect.objectContaining({ msg: 'the gateway listens', address: '127.0.0.1', port: expect.any(Number) }),
    );
    expect(logLines).toContainEqual(expect.objectContaining({ level: 'warn', msg: 'an option is going to change' }));
    expect(logLines).toContainEqual(expect.objectContaining({ level: 'info', msg: 'a library writes\ntwo lines' }));
    expect(logLines).toContainEqual(expect.objectContaining({ level: 'error', msg: expect.stringContaining('a library complains') }));
    expect(logLines).toContainEqual(expect.objectContaining({ msg: 'finishing running requests and tasks', signal: 'SIGTERM' }));
  });

  it('is one JSON object per line when an unhandled error ends the process', async () => {
    const end = start({ DATABASE_URL: database.appUrl });
    await waitForOutput('the gateway listens');
    child.kill('SIGHUP');
    expect(await end).toBe(1);
    expect(lines().at(-1)).toMatchObject({ level: 'fatal', err: { message: 'an unhandled rejection', stack: expect.any(String) } });
  });

  it('reports all configuration problems in one line, also with the log level silent', async () => {
    expect(await start({ DATABASE_URL: 'mysql://x', PORT: 'abc', LOG_LEVEL: 'silent' })).toBe(CONFIGURATION_ERROR);
    expect(lines()).toEqual([
      expect.objectContaining({ level: 'fatal', problems: expect.arrayContaining([expect.stringMatching(/^PORT /)]) }),
    ]);
  });

  it('ends with exit code 78 when DATABASE_URL has a wrong password or an unknown database', async () => {
    const wrongPassword = new URL(database.appUrl);
    wrongPassword.password = 'wrong';
    expect(await start({ DATABASE_URL: wrongPassword.href })).toBe(CONFIGURATION_ERROR);
    expect(lines().at(-1)).toMatchObject({
      level: 'fatal',
      msg: expect.stringMatching(/^The database refuses the login of DATABASE_URL: /),
    });

    const unknownDatabase = new URL(database.appUrl);
    unknownDatabase.pathname = '/there_is_none';
    expect(await start({ DATABASE_URL: unknownDatabase.href })).toBe(CONFIGURATION_ERROR);
  });

  it('ends with one line that says that the database cannot be reached or that the port is in use', async () => {
    const port = await freePort();
    expect(await start({ DATABASE_URL: `postgres://a:b@127.0.0.1:${port}/c` })).toBe(1);
    expect(lines().at(-1)).toMatchObject({ level: 'fatal', msg: expect.stringMatching(/^The database or Redis cannot be reached: /) });

    const otherServer = createServer().listen(port, '127.0.0.1');
    await once(otherServer, 'listening');
    output = '';
    expect(await start({ DATABASE_URL: database.appUrl, PORT: String(port) })).toBe(1);
    otherServer.close();
    expect(lines().at(-1)).toMatchObject({ level: 'fatal', msg: expect.stringMatching(/^Port \d+ is in use .* set PORT to another/) });
  });
});
