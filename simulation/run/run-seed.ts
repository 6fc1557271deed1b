import type { Step } from '../actions/step.js';
import { type EpisodeKind, writeSteps } from '../steps/write-steps.js';
import type { Violation } from '../world/violation.js';
import type { World } from '../world/world.js';
import { runEpisode } from './run-episode.js';
import { findSaleNames, shrink } from './shrink.js';

/** Number of steps of an episode. */
export const EPISODE_STEPS = 400;

export interface Failure {
  seed: number;
  episode: number;
  violation: Violation;
  /** Number of steps up to the violation, with those of earlier episodes. */
  stepsUntilFound: number;
  /** The steps that reproduce it. */
  steps: readonly Step[];
  transcript: string;
}

/** Receives the progress of a run, and may end it. */
export interface RunObserver {
  step(): void;
  /** Receives the transcript of an episode that has ended. */
  episode(transcript: string): void;
  /** Receives the number of steps that are left while a failing episode is shrunk. */
  shrinking(stepsLeft: number): void;
  /** Called before each episode: whether to end the run. */
  isOver?(): boolean;
  /** Episodes of the other kind are skipped, and their steps are not counted. */
  readonly episodeKind?: EpisodeKind | undefined;
  /** Limit of runs while a failing episode is shrunk; unlimited without it. */
  readonly maxTries?: number;
}

/** @returns the first violation, shrunk; null when there is none within these steps, or before the run was ended. */
export async function runSeed(world: World, seed: number, steps: number, observer: RunObserver): Promise<Failure | null> {
  let done = 0;
  for (let episode = 0; done < steps && !observer.isOver?.(); episode += 1) {
    if (observer.episodeKind && observer.episodeKind !== episodeKindOf(episode)) continue;
    const episodeSteps = writeSteps(seedOf(seed, episode), Math.min(EPISODE_STEPS, steps - done), episodeKindOf(episode));
    const result = await runEpisode(world, seedOf(seed, episode), episodeSteps, () => observer.step());
    observer.episode(result.transcript);
    if (result.violation)
      return shrinkFailure(
        world,
        { seed, episode, violation: result.violation, stepsUntilFound: done + result.done },
        episodeSteps.slice(0, result.done),
        observer,
      );
    done += EPISODE_STEPS;
  }
  return null;
}

/** Runs an episode of a seed. @param onlyIndexes indexes of the steps to run; null for all steps. */
export async function rerunEpisode(
  world: World,
  seed: number,
  episode: number,
  onlyIndexes: readonly number[] | null,
): Promise<{ violation: Violation | null; transcript: string }> {
  const steps = writeSteps(seedOf(seed, episode), EPISODE_STEPS, episodeKindOf(episode));
  return runEpisode(world, seedOf(seed, episode), onlyIndexes ? steps.filter(({ index }) => onlyIndexes.includes(index)) : steps);
}

async function shrinkFailure(
  world: World,
  failure: Omit<Failure, 'steps' | 'transcript'>,
  done: readonly Step[],
  observer: RunObserver,
): Promise<Failure> {
  const episodeSeed = seedOf(failure.seed, failure.episode);
  const run = (steps: readonly Step[]): ReturnType<typeof runEpisode> => runEpisode(world, episodeSeed, steps);
  const steps = await shrink(
    done,
    findSaleNames(failure.violation.message),
    async (fewer) => {
      observer.shrinking(fewer.length);
      return (await run(fewer)).violation?.invariant === failure.violation.invariant;
    },
    observer.maxTries,
  );
  const { violation, transcript } = await run(steps);
  if (!violation)
    throw new Error(`Episode ${failure.episode} of seed ${failure.seed} is not repeatable: its second run found no violation`);
  return { ...failure, violation, steps, transcript };
}

/** Every third episode is mainly about aliases and subscriptions. */
function episodeKindOf(episode: number): EpisodeKind {
  return episode % 3 === 2 ? 'mandates' : 'sales';
}

/**
 * Returns the seed of an episode. Episodes of each kind are numbered separately: the n-th episode of a kind has the same seed, however many
 * episodes of the other kind are run in between.
 */
function seedOf(seed: number, episode: number): string {
  // Number of mandate episodes up to and including this one.
  const mandateEpisodes = Math.floor((episode + 1) / 3);
  return episodeKindOf(episode) === 'sales' ? `${seed}/${episode - mandateEpisodes}` : `${seed}/agreements/${mandateEpisodes - 1}`;
}
