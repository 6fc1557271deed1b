import { CommanderError } from 'commander';
import type { CliIo } from './cli-io.js';
import type { CommandRun } from './command.js';
import { buildProgram, nounFilter, USAGE_HINT } from './program.js';
import { Session, type StartApplication } from './session.js';
import { EXIT, UserError } from './user-error.js';

/**
 * Runs one command and closes everything it opened.
 * @param argv the arguments after the program's name
 * @param start starts the application for the command. It is closed after the command.
 * @returns exit code: 0 done, 1 failed, 2 called wrongly, 130 interrupted
 */
export async function runCli(argv: readonly string[], io: CliIo, start: StartApplication = loadAndStart): Promise<number> {
  const session = new Session(io, start);
  const run: CommandRun = { io, session, exitCode: EXIT.ok };
  let exitCode: number;
  try {
    await unlessAborted(runIn(run, argv), io.signal);
    exitCode = run.exitCode;
  } catch (error) {
    exitCode = await report(error, io);
  }
  try {
    await session.close();
  } catch (error) {
    return Math.max(exitCode, await report(error, io));
  }
  return exitCode;
}

/** Starts the application. Its code is loaded only when a command needs it. */
export const loadAndStart: StartApplication = async (options) => (await import('./start-application.js')).startApplication(options);

async function runIn(run: CommandRun, argv: readonly string[]): Promise<void> {
  const program = await buildProgram(run, nounFilter(argv));
  await program.parseAsync([...argv], { from: 'user' });
}

async function report(error: unknown, io: CliIo): Promise<number> {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage; // commander has printed its message already
  const { explainError } = await import('./explain-error.js'); // imported late, because it imports the errors of all parts
  const { message, exitCode, unexpected } = explainError(error);
  io.stderr.write(`error: ${message}\n`);
  if (exitCode === EXIT.usage) io.stderr.write(`${USAGE_HINT}\n`);
  if (unexpected) io.stderr.write(io.env['LOG_LEVEL'] ? `${String((error as Error | null)?.stack)}\n` : 'LOG_LEVEL=debug shows more.\n');
  return exitCode;
}

/** Does not wait for an interrupted command. Such a command ends when its connections are closed. */
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
