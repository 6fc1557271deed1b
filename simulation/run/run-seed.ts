import type { Step } from '../acts/step.js';
import { type Mixture, writeSteps } from '../steps/write-steps.js';
import type { Violation } from '../world/violation.js';
import type { World } from '../world/world.js';
import { runEpisode } from './run-episode.js';
import { salesNamed, shrink } from './shrink.js';

/** So many steps begin with empty tables, and then everything comes to an end. */
export const EPISODE_STEPS = 400;

export interface Failure {
  seed: number;
  episode: number;
  violation: Violation;
  /** Done until it was found, those of earlier episodes too. */
  stepsUntilFound: number;
  /** The steps that are needed. */
  steps: readonly Step[];
  story: string;
}

/** Who watches. */
export interface Watching {
  step(): void;
  /** The story of an episode that has ended. */
  episode(story: string): void;
  /** A failing episode is made smaller: how many steps are left. */
  shrinking(left: number): void;
  /** Asked before each episode: whether it is enough. */
  isOver?(): boolean;
  /** Episodes about anything else are not done; they are counted all the same. */
  readonly only?: Mixture | undefined;
  /** How often it is tried with fewer steps; as long as it helps, where nothing is said. */
  readonly mostTries?: number;
}

/** @returns the first thing that must not be, shrunk; null when there is none in so many steps, or before it was ended. */
export async function runSeed(world: World, seed: number, steps: number, watching: Watching): Promise<Failure | null> {
  for (let episode = 0, done = 0; done < steps && !watching.isOver?.(); episode += 1, done += EPISODE_STEPS) {
    if (watching.only && watching.only !== mixtureOf(episode)) continue;
    const written = writeSteps(nameOf(seed, episode), Math.min(EPISODE_STEPS, steps - done), mixtureOf(episode));
    const result = await runEpisode(world, nameOf(seed, episode), written, () => watching.step());
    watching.episode(result.story);
    if (result.violation)
      return shrunk(
        world,
        { seed, episode, violation: result.violation, stepsUntilFound: done + result.done },
        written.slice(0, result.done),
        watching,
      );
  }
  return null;
}

/** One episode, or some of its steps. */
export async function runAgain(
  world: World,
  seed: number,
  episode: number,
  only: readonly number[] | null,
): Promise<{ violation: Violation | null; story: string }> {
  const steps = writeSteps(nameOf(seed, episode), EPISODE_STEPS, mixtureOf(episode));
  return runEpisode(world, nameOf(seed, episode), only ? steps.filter(({ index }) => only.includes(index)) : steps);
}

async function shrunk(world: World, found: Omit<Failure, 'steps' | 'story'>, done: readonly Step[], watching: Watching): Promise<Failure> {
  const name = nameOf(found.seed, found.episode);
  const run = (steps: readonly Step[]): ReturnType<typeof runEpisode> => runEpisode(world, name, steps);
  const steps = await shrink(
    done,
    salesNamed(found.violation.what),
    async (fewer) => {
      watching.shrinking(fewer.length);
      return (await run(fewer)).violation?.invariant === found.violation.invariant;
    },
    watching.mostTries,
  );
  const { violation, story } = await run(steps);
  if (!violation) throw new Error(`Episode ${found.episode} of seed ${found.seed} does not end the same way twice`);
  return { ...found, violation, steps, story };
}

/** Each third one is about aliases and subscriptions more than about anything else. */
function mixtureOf(episode: number): Mixture {
  return episode % 3 === 2 ? 'agreements' : 'sales';
}

/** Each kind is counted by itself. */
function nameOf(seed: number, episode: number): string {
  const others = Math.floor((episode + 1) / 3);
  return mixtureOf(episode) === 'sales' ? `${seed}/${episode - others}` : `${seed}/agreements/${others - 1}`;
}
