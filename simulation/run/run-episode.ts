import { seedRandomness } from '../random/seed-randomness.js';
import { checkEnd } from '../invariants/check-end.js';
import { StepCheck } from '../invariants/check-step.js';
import type { Step } from '../actions/step.js';
import { createPartners } from '../actors/create-partners.js';
import type { Violation } from '../world/violation.js';
import type { World } from '../world/world.js';
import { drain } from './drain.js';
import { runStep } from './run-step.js';

export interface EpisodeResult {
  /** Number of steps that were run, without those that drain the episode. */
  done: number;
  violation: Violation | null;
  transcript: string;
}

/** Runs an episode, from empty tables until no work is left. @param onStep called after each of these steps. */
export async function runEpisode(
  world: World,
  seed: string,
  steps: readonly Step[],
  onStep: () => void = () => undefined,
): Promise<EpisodeResult> {
  seedRandomness(seed);
  await world.beginEpisode(seed);
  await createPartners(world, await world.process(0));
  const check = new StepCheck(world);
  const result = (done: number): EpisodeResult => ({ done, violation: world.violation, transcript: world.transcript.text });
  for (const [index, step] of steps.entries()) {
    await runStep(world, step);
    await check.run();
    onStep();
    if (world.violation) return result(index + 1);
  }
  await drain(world, check, steps.at(-1)?.index ?? 0);
  if (!world.violation) await checkEnd(world, check);
  return result(steps.length);
}
