import { findBug, BUGS } from '../bugs/all-bugs.js';
import { openWorlds, type OpenWorlds } from '../run/open-world.js';
import { rerunEpisode, runSeed } from '../run/run-seed.js';
import { runBugs } from './run-bugs.js';
import type { Options } from './options.js';
import { showProgress } from './progress.js';
import { formatFailure } from './format-failure.js';

const EXIT_VIOLATION = 1;
const EXIT_USAGE_ERROR = 2;
const EXIT_FAILED = 3;

const DEFAULT_STEPS = 20_000;
/** A seed that differs for each run. */
const newSeed = (): number => Math.floor(performance.timeOrigin * 1000) % 1_000_000_000;

/** @returns the exit code. */
export async function runOptions(options: Options): Promise<number> {
  try {
    if (options.bug !== undefined) findBug(options.bug);
    if (typeof options.injectedBugs === 'string') options.injectedBugs.split(',').forEach(findBug);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    return EXIT_USAGE_ERROR;
  }
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
  let worlds: OpenWorlds | undefined;
  try {
    worlds = await openWorlds(stopping.signal);
    if (options.injectedBugs !== undefined)
      return await runBugs(options.injectedBugs === true ? BUGS : options.injectedBugs.split(',').map(findBug), options, stopping.signal);
    return await (options.episode === undefined ? simulate(worlds, options) : replay(worlds, options));
  } catch (error) {
    process.stderr.write(stopping.signal.aborted ? 'Stopped.\n' : `The simulation itself failed: ${(error as Error).stack}\n`);
    return EXIT_FAILED;
  } finally {
    await worlds?.close();
  }
}

function simulate(
  worlds: OpenWorlds,
  { seed = newSeed(), steps = DEFAULT_STEPS, seconds = Infinity, bug, transcript }: Options,
): Promise<number> {
  process.stdout.write(`Seed ${seed}, ${steps} steps${bug === undefined ? '' : `, with the bug ${bug}`}\n`);
  return worlds.world(bug === undefined ? null : findBug(bug), async (world) => {
    const progress = showProgress(steps, transcript ? { onTranscript: (text) => void process.stdout.write(`${text}\n`) } : {});
    const observer = { ...progress, isOver: () => progress.seconds >= seconds };
    const failure = await runSeed(world, seed, steps, observer).finally(() => progress.stop());
    if (failure) process.stdout.write(formatFailure(failure, bug));
    else process.stdout.write(`No invariant was violated: ${progress.done} steps in ${progress.seconds} s\n`);
    return failure ? EXIT_VIOLATION : 0;
  });
}

function replay(worlds: OpenWorlds, { seed = newSeed(), episode = 0, only, bug }: Options): Promise<number> {
  return worlds.world(bug === undefined ? null : findBug(bug), async (world) => {
    const { violation, transcript } = await rerunEpisode(world, seed, episode, only ?? null);
    process.stdout.write(
      `${transcript}\n\n${violation ? `Violated invariant: ${violation.invariant}\n${violation.message}` : 'No invariant was violated.'}\n`,
    );
    return violation ? EXIT_VIOLATION : 0;
  });
}
