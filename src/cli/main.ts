import { compiledCommands, type Reach } from './compiled-commands.js';
import { EXIT } from './user-error.js';

// With LOG_LEVEL the files themselves, whose lines a stack trace names.
const compiled = process.env['LOG_LEVEL'] ? null : compiledCommands();
const { loadAndStart, runCli } = compiled?.commands ?? (await import('./run-cli.js'));

const interruption = new AbortController();
const onSignal = (): void => {
  if (interruption.signal.aborted) process.exit(EXIT.interrupted); // a second interruption does not wait for the closing
  interruption.abort();
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);

// `… | head` closes the pipe early, which is no failure of the command.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(EXIT.ok);
  throw error;
});

const { stdout, stderr, stdin, env } = process;
let reach: Reach = 'queries';
const exitCode = await runCli(process.argv.slice(2), { stdout, stderr, stdin, env, signal: interruption.signal }, (options) => {
  reach = 'application';
  return loadAndStart(options);
});
// After all that was written before, also into a slow pipe. What was compiled is kept when the answer is there.
process.stdout.write('', () => {
  compiled?.keep(reach);
  process.exit(exitCode);
});
