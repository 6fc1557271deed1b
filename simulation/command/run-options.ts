import { bugNamed, BUGS } from '../bugs/all-bugs.js';
import { openWorlds, type OpenWorlds } from '../run/open-world.js';
import { runAgain, runSeed } from '../run/run-seed.js';
import { runBugs } from './run-bugs.js';
import type { Options } from './options.js';
import { showProgress } from './progress.js';
import { formatFailure } from './format-failure.js';

const [FOUND, WRONG_USE, BROKEN] = [1, 2, 3];

const STEPS = 20_000;
const freshSeed = (): number => Math.floor(performance.timeOrigin * 1000) % 1_000_000_000;

/** @returns the exit code. */
export async function runOptions(options: Options): Promise<number> {
  try {
    if (options.bug !== undefined) bugNamed(options.bug);
    if (typeof options.injectedBugs === 'string') options.injectedBugs.split(',').forEach(bugNamed);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    return WRONG_USE;
  }
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  let worlds: OpenWorlds | undefined;
  try {
    worlds = await openWorlds(stop.signal);
    if (options.injectedBugs !== undefined)
      return await runBugs(options.injectedBugs === true ? BUGS : options.injectedBugs.split(',').map(bugNamed), options, stop.signal);
    return await (options.episode === undefined ? simulate(worlds, options) : replay(worlds, options));
  } catch (error) {
    process.stderr.write(stop.signal.aborted ? 'Stopped.\n' : `The simulation itself broke: ${(error as Error).stack}\n`);
    return BROKEN;
  } finally {
    await worlds?.close();
  }
}

function simulate(
  worlds: OpenWorlds,
  { seed = freshSeed(), steps = STEPS, seconds = Infinity, bug, transcript }: Options,
): Promise<number> {
  process.stdout.write(`Seed ${seed}, ${steps} steps${bug === undefined ? '' : `, with the bug ${bug}`}\n`);
  return worlds.world(bug === undefined ? null : bugNamed(bug), async (world) => {
    const progress = showProgress(steps, transcript ? { tell: (text) => void process.stdout.write(`${text}\n`) } : {});
    const watching = { ...progress, isOver: () => progress.seconds >= seconds };
    const failure = await runSeed(world, seed, steps, watching).finally(() => progress.stop());
    if (failure) process.stdout.write(formatFailure(failure, bug));
    else process.stdout.write(`Every invariant held: ${progress.done} steps in ${progress.seconds} s\n`);
    return failure ? FOUND : 0;
  });
}

function replay(worlds: OpenWorlds, { seed = freshSeed(), episode = 0, only, bug }: Options): Promise<number> {
  return worlds.world(bug === undefined ? null : bugNamed(bug), async (world) => {
    const { violation, transcript } = await runAgain(world, seed, episode, only ?? null);
    process.stdout.write(
      `${transcript}\n\n${violation ? `NOT SO: ${violation.invariant}\n${violation.message}` : 'Every invariant held.'}\n`,
    );
    return violation ? FOUND : 0;
  });
}
