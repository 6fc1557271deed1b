import { loadCompiledCommands, type CodeReach } from './compiled-commands.js';
import { EXIT } from './user-error.js';

// With LOG_LEVEL the separate source files are loaded instead, so that a stack trace has their names and lines.
const compiled = process.env['LOG_LEVEL'] ? null : loadCompiledCommands();
const { loadAndStart, runCli } = compiled?.commands ?? (await import('./run-cli.js'));

const interruption = new AbortController();
const onSignal = (): void => {
  if (interruption.signal.aborted) process.exit(EXIT.interrupted); // a second signal does not wait until everything is closed
  interruption.abort();
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);

// `… | head` closes the pipe early. That is not a failure of the command.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(EXIT.ok);
  throw error;
});

const { stdout, stderr, stdin, env } = process;
let reach: CodeReach = 'queries';
const exitCode = await runCli(process.argv.slice(2), { stdout, stderr, stdin, env, signal: interruption.signal }, (options) => {
  reach = 'application';
  return loadAndStart(options);
});
// The callback runs after all output is written, also into a slow pipe. So the user does not wait until the compiled code is stored.
process.stdout.write('', () => {
  compiled?.store(reach);
  process.exit(exitCode);
});
