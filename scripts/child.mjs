import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { Stop } from './console.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a program without showing its output, except when it fails.
 * @param {string} what named in the message, e.g. "npm ci"
 */
export function runQuietly(what, program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (chunk) => (output = (output + chunk).slice(-200_000));
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    let interrupted = false;
    const onSignal = (signal) => {
      interrupted = true;
      child.kill(signal);
      // npm may take a minute to stop. Killing it is safe: the next start repeats an unfinished installation.
      setTimeout(() => child.kill('SIGKILL'), 2000).unref();
    };
    for (const signal of SIGNALS) process.on(signal, onSignal);
    const done = (settle) => {
      for (const signal of SIGNALS) process.off(signal, onSignal);
      settle();
    };
    child.once('error', (error) => done(() => reject(new Stop(`"${what}" could not be run: ${error.message}`))));
    child.once('close', (code, signal) =>
      done(() => {
        if (code === 0 && !interrupted) return resolve(undefined);
        reject(
          new Stop(
            signal || interrupted
              ? `"${what}" was interrupted; the next start repeats it.`
              : `${essence(output)}\n\n"${what}" failed with code ${code}. The lines above are its output.`,
          ),
        );
      }),
    );
  });
}

/** Runs a program in this terminal and passes signals on. @returns its exit code. */
export function runInForeground(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...options, stdio: 'inherit' });
    const forward = (signal) => child.kill(signal);
    // Ctrl-C reaches the child through the terminal; a second SIGINT would make jest skip its teardown.
    process.on('SIGINT', () => {});
    for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, forward);
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 0)));
  });
}

/**
 * npm runs scripts through a shell that does not pass SIGTERM on, so "kill <pid of npm>" would leave the gateway running. When the shell is gone
 * and no signal came (Ctrl-C comes from the terminal), the gateway is stopped.
 */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid !== shell) process.kill(process.pid, 'SIGTERM');
  }, 500).unref();
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => {
      clearInterval(watch);
      // A listener disables the signal's default effect, which is needed until the gateway has a listener of its own.
      if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
    });
  }
}

/** @returns the first 20 and the last 25 lines of a long output: npm prints the reason of a failure first, a compiler last. */
function essence(output) {
  const lines = output.trim().split('\n');
  return lines.length <= 50 ? lines.join('\n') : [...lines.slice(0, 20), '…', ...lines.slice(-25)].join('\n');
}
