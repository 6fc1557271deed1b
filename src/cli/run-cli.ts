import { CommanderError } from 'commander';
import { MIGRATIONS } from '../migrations.js';
import type { CliIo } from './cli-io.js';
import { CommandRunner } from './command-runner.js';
import { explainError } from './explain-error.js';
import { PRODUCTS } from './products/products.js';
import { buildProgram, USAGE_HINT } from './program.js';
import { Session } from './session.js';
import { EXIT, UserError } from './user-error.js';

/**
 * Runs one command and closes everything it opened.
 * @param argv what stands after the program's name
 * @returns exit code: 0 done, 1 failed, 2 called wrongly, 130 interrupted
 */
export async function runCli(argv: readonly string[], io: CliIo): Promise<number> {
  const session = new Session(
    io,
    PRODUCTS.map(({ module }) => module),
    MIGRATIONS,
  );
  const runner = new CommandRunner(io, session);
  let exitCode: number;
  try {
    await unlessAborted(buildProgram(io, runner).parseAsync([...argv], { from: 'user' }), io.signal);
    exitCode = runner.exitCode;
  } catch (error) {
    exitCode = report(error, io);
  }
  try {
    await session.close();
  } catch (error) {
    return Math.max(exitCode, report(error, io));
  }
  return exitCode;
}

function report(error: unknown, io: CliIo): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage; // it has said everything already
  const { message, exitCode, unexpected } = explainError(error);
  io.stderr.write(`error: ${message}\n`);
  if (exitCode === EXIT.usage) io.stderr.write(`${USAGE_HINT}\n`);
  if (unexpected) io.stderr.write(io.env['LOG_LEVEL'] ? `${String((error as Error | null)?.stack)}\n` : 'LOG_LEVEL=debug shows more.\n');
  return exitCode;
}

/** Does not wait for an interrupted command: it ends when its connections are closed. */
async function unlessAborted(work: Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
  if (!signal) return void (await work);
  let stop = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(new UserError('Interrupted.', EXIT.interrupted));
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
  });
  try {
    await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
    work.catch(() => undefined);
  }
}
