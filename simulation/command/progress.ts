import { SingleBar } from 'cli-progress';
import type { RunObserver } from '../run/run-seed.js';

export interface Progress extends RunObserver {
  stop(): void;
  readonly done: number;
  readonly seconds: number;
}

/** Writes a line into a log now and then. */
const LINE_EVERY = 2_000;

/**
 * A bar on a terminal, or lines elsewhere.
 * @param show.tell receives the transcript of each episode.
 * @param show.of begins each line; for one of several searches at a time, which have no bar.
 */
export function showProgress(
  steps: number,
  { tell = () => undefined, of }: { tell?: (transcript: string) => void; of?: string } = {},
): Progress {
  const begun = performance.now();
  const seconds = (): number => Math.round((performance.now() - begun) / 1000);
  let done = 0;
  const bar =
    process.stderr.isTTY && of === undefined
      ? new SingleBar({ format: '{bar} {percentage} % · {value} of {total} steps{note}', clearOnComplete: true })
      : null;
  bar?.start(steps, 0, { note: '' });
  return {
    episode: tell,
    step() {
      done += 1;
      if (bar) bar.update(done);
      else if (done % LINE_EVERY === 0)
        process.stderr.write(`${of === undefined ? '' : `${of}: `}${done} of ${steps} steps, ${seconds()} s\n`);
    },
    shrinking: (left) => bar?.update(done, { note: ` · something is wrong; ${left} steps are tried alone` }),
    stop: () => bar?.stop(),
    get done() {
      return done;
    },
    get seconds() {
      return seconds();
    },
  };
}
