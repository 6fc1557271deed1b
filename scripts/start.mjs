import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { main } from './console.mjs';
import { prepare, root } from './prepare.mjs';

await main(() => prepare());
if (process.env.npm_lifecycle_event) endWithNpm();
// In this process, so that signals and the exit code are the gateway's own.
process.setSourceMapsEnabled(true);
await import(pathToFileURL(join(root, 'dist', 'main.js')).href);

/**
 * npm runs scripts through a shell that passes no SIGTERM on: "kill <pid of npm>" would leave the gateway running with nobody
 * above it. When the shell is gone and no signal came (Ctrl-C comes from the terminal), the gateway is told to stop.
 */
function endWithNpm() {
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid !== shell) process.kill(process.pid, 'SIGTERM');
  }, 500).unref();
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => {
      clearInterval(watch);
      // A listener switches off the signal's own effect, which is wanted until the gateway listens itself.
      if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
    });
  }
}
