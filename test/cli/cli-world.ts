import { PassThrough } from 'node:stream';
import { Client } from 'pg';
import { runCli } from '../../src/cli/run-cli.js';
import { TEST_TIMEOUT_SETTINGS } from '../support/patience.js';
import { createTestDatabase } from '../support/test-database.js';
import { ENCRYPTION_KEYS } from '../support/encryption-key.js';
import { sharedApplication } from './shared-application.js';

/** The output and the exit code of one run of the command line. */
export interface Run {
  code: number;
  out: string;
  err: string;
}

export interface CliWorld {
  env: NodeJS.ProcessEnv;
  run(...argv: string[]): Promise<Run>;
  /** Runs with `--json`. The exit code must be 0, and standard error must be empty. */
  json(...argv: string[]): Promise<any>; // oxlint-disable-line typescript/no-explicit-any
  /** Connects as the owner of the schema. The caller must close the connection. */
  connectAsSchemaOwner(): Promise<Client>;
  drop(): Promise<void>;
}

/** Creates a database, on which commands run in this process. */
export async function startCliWorld(): Promise<CliWorld> {
  const database = await createTestDatabase();
  const env = { DATABASE_URL: database.appUrl, ENCRYPTION_KEYS, DATABASE_OWNER_URL: database.ownerUrl, ...TEST_TIMEOUT_SETTINGS };
  const run = (...argv: string[]): Promise<Run> => runCommandWith(env, argv);
  return {
    env,
    run,
    async json(...argv) {
      const { code, out, err } = await run(...argv, '--json');
      if (code !== 0 || err !== '') throw new Error(`"${argv.join(' ')}" ended with ${code}: ${err}`);
      return JSON.parse(out) as unknown;
    },
    async connectAsSchemaOwner() {
      const client = new Client({ connectionString: database.ownerUrl });
      await client.connect();
      return client;
    },
    drop: () => database.drop(),
  };
}

/**
 * Runs a command in this process.
 * @param signal interrupts the command. An interruption closes the application, so a command with a signal does not share one.
 */
export async function runCommandWith(env: NodeJS.ProcessEnv, argv: readonly string[], signal?: AbortSignal): Promise<Run> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const code = signal
    ? await runCli(argv, { stdout, stderr, env, signal })
    : await runCli(argv, { stdout, stderr, env }, sharedApplication(env));
  return { code, out: textOf(stdout), err: textOf(stderr) };
}

function textOf(stream: PassThrough): string {
  return (stream.read() as Buffer | null)?.toString('utf8') ?? '';
}
