import { runCli } from './run-cli.js';
import { EXIT } from './user-error.js';

const interruption = new AbortController();
const onSignal = (): void => {
  if (interruption.signal.aborted) process.exit(EXIT.interrupted); // asked twice: do not wait for the closing either
  interruption.abort();
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);

// `… | head` closes the pipe early, which is no failure of the command.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(EXIT.ok);
  throw error;
});

const exitCode = await runCli(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  signal: interruption.signal,
});
process.stdout.write('', () => process.exit(exitCode)); // after all that was written before, also into a slow pipe
