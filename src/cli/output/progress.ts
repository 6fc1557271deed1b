import { SingleBar } from 'cli-progress';
import type { CliIo } from '../cli-io.js';

export interface Progress {
  update(done: number, total: number): void;
  /** Removes the bar before the result is printed. */
  stop(): void;
}

/** Shows a progress bar on a terminal, and nothing in a file or a pipe. */
export function startProgress(io: CliIo, unit: string): Progress {
  if (!io.stderr.isTTY) return { update: () => undefined, stop: () => undefined };
  const bar = new SingleBar({
    format: `{bar} {percentage} % · {value} of {total} ${unit} · {duration_formatted}`,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    stream: io.stderr,
    clearOnComplete: true,
    hideCursor: true,
    gracefulExit: false, // an interruption ends the command, and the command stops the bar
  });
  bar.start(0, 0);
  return {
    update(done, total) {
      bar.setTotal(total);
      bar.update(Math.min(done, total));
    },
    stop: () => bar.stop(),
  };
}
