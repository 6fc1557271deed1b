const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/** A problem whose message is printed without a stack trace. */
export class Stop extends Error {}

/**
 * Shows progress and elapsed time. Writes to stderr, because a program may read stdout (`--json`).
 * @template T
 * @param {string} label
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function showProgress(label, work) {
  const began = performance.now();
  const elapsed = () => `${Math.round((performance.now() - began) / 1000)} s`;
  const tty = process.stderr.isTTY;
  let frame = 0;
  const draw = () => process.stderr.write(`\r\x1b[K${FRAMES[frame++ % FRAMES.length]} ${label} … ${elapsed()}`);
  if (!tty) process.stderr.write(`${label} …\n`);
  const timer = setInterval(tty ? draw : () => process.stderr.write(`${label} … ${elapsed()}\n`), tty ? 100 : 15_000);
  try {
    const result = await work();
    process.stderr.write(tty ? `\r\x1b[K✔ ${label} (${elapsed()})\n` : `${label}: done in ${elapsed()}\n`);
    return result;
  } catch (error) {
    if (tty) process.stderr.write(`\r\x1b[K✖ ${label} (${elapsed()})\n`);
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/** Runs a script's main function; a `Stop` is printed as its message only. */
export async function main(work) {
  try {
    await work();
  } catch (error) {
    process.stderr.write(error instanceof Stop ? `\n${error.message}\n` : `${error?.stack ?? error}\n`);
    process.exit(1);
  }
}
