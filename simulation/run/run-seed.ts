import type { Step } from '../actions/step.js';
import { type EpisodeKind, writeSteps } from '../steps/write-steps.js';
import type { Violation } from '../world/violation.js';
import type { World } from '../world/world.js';
import { runEpisode } from './run-episode.js';
import { salesNamed, shrink } from './shrink.js';

/** Number of steps of an episode. */
export const EPISODE_STEPS = 400;

export interface Failure {
  seed: number;
  episode: number;
  violation: Violation;
  /** Steps until the violation was found, with those of earlier episodes. */
  stepsUntilFound: number;
  /** The steps that are needed to reproduce it. */
  steps: readonly Step[];
  transcript: string;
}

/** Watches a run. */
export interface RunObserver {
  step(): void;
  /** Receives the transcript of an episode that has ended. */
  episode(transcript: string): void;
  /** Receives how many steps are left while a failing episode is shrunk. */
  shrinking(left: number): void;
  /** Asked before each episode whether to end the run. */
  isOver?(): boolean;
  /** Episodes of other kinds are skipped, and their steps not counted. */
  readonly only?: EpisodeKind | undefined;
  /** The most attempts to shrink; without it, as long as that helps. */
  readonly mostTries?: number;
}

/** @returns the first violation, shrunk; null when there is none within these steps, or before the run was ended. */
export async function runSeed(world: World, seed: number, steps: number, watching: RunObserver): Promise<Failure | null> {
  let done = 0;
  for (let episode = 0; done < steps && !watching.isOver?.(); episode += 1) {
    if (watching.only && watching.only !== mixtureOf(episode)) continue;
    const written = writeSteps(nameOf(seed, episode), Math.min(EPISODE_STEPS, steps - done), mixtureOf(episode));
    const result = await runEpisode(world, nameOf(seed, episode), written, () => watching.step());
    watching.episode(result.transcript);
    if (result.violation)
      return shrunk(
        world,
        { seed, episode, violation: result.violation, stepsUntilFound: done + result.done },
        written.slice(0, result.done),
        watching,
      );
    done += EPISODE_STEPS;
  }
  return null;
}

/** Runs an episode, or only some of its steps. */
export async function runAgain(
  world: World,
  seed: number,
  episode: number,
  only: readonly number[] | null,
): Promise<{ violation: Violation | null; transcript: string }> {
  const steps = writeSteps(nameOf(seed, episode), EPISODE_STEPS, mixtureOf(episode));
  return runEpisode(world, nameOf(seed, episode), only ? steps.filter(({ index }) => only.includes(index)) : steps);
}

async function shrunk(
  world: World,
  found: Omit<Failure, 'steps' | 'transcript'>,
  done: readonly Step[],
  watching: RunObserver,
): Promise<Failure> {
  const name = nameOf(found.seed, found.episode);
  const run = (steps: readonly Step[]): ReturnType<typeof runEpisode> => runEpisode(world, name, steps);
  const steps = await shrink(
    done,
    salesNamed(found.violation.message),
    async (fewer) => {
      watching.shrinking(fewer.length);
      return (await run(fewer)).violation?.invariant === found.violation.invariant;
    },
    watching.mostTries,
  );
  const { violation, transcript } = await run(steps);
  if (!violation) throw new Error(`Episode ${found.episode} of seed ${found.seed} does not end the same way twice`);
  return { ...found, violation, steps, transcript };
}

/** Every third episode is mainly about aliases and subscriptions. */
function mixtureOf(episode: number): EpisodeKind {
  return episode % 3 === 2 ? 'mandates' : 'sales';
}

/** Counts the episodes of each kind separately. */
function nameOf(seed: number, episode: number): string {
  const others = Math.floor((episode + 1) / 3);
  return mixtureOf(episode) === 'sales' ? `${seed}/${episode - others}` : `${seed}/agreements/${others - 1}`;
}
