import { SingleBar } from 'cli-progress';
import type { RunObserver } from '../run/run-seed.js';

export interface Progress extends RunObserver {
  stop(): void;
  readonly done: number;
  readonly seconds: number;
}

/** Number of steps between two lines, where there is no bar. */
const STEPS_PER_LINE = 2_000;

/**
 * Shows a bar on a terminal, and lines elsewhere.
 * @param onTranscript receives the transcript of each episode.
 * @param label begins each line. There is no bar with a label, since several searches run at a time.
 */
export function showProgress(
  steps: number,
  { onTranscript = () => undefined, label }: { onTranscript?: (transcript: string) => void; label?: string } = {},
): Progress {
  const startedAt = performance.now();
  const seconds = (): number => Math.round((performance.now() - startedAt) / 1000);
  let done = 0;
  const bar =
    process.stderr.isTTY && label === undefined
      ? new SingleBar({ format: '{bar} {percentage} % · {value} of {total} steps{note}', clearOnComplete: true })
      : null;
  bar?.start(steps, 0, { note: '' });
  return {
    episode: onTranscript,
    step() {
      done += 1;
      if (bar) bar.update(done);
      else if (done % STEPS_PER_LINE === 0)
        process.stderr.write(`${label === undefined ? '' : `${label}: `}${done} of ${steps} steps, ${seconds()} s\n`);
    },
    shrinking: (stepsLeft) => bar?.update(done, { note: ` · an invariant is violated; shrinking: ${stepsLeft} steps are tried` }),
    stop: () => bar?.stop(),
    get done() {
      return done;
    },
    get seconds() {
      return seconds();
    },
  };
}
