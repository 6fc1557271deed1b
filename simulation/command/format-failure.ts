import { EPISODE_STEPS, type Failure } from '../run/run-seed.js';
import { listOf } from '../run/step-list.js';

/** Explains what is wrong, the shortest transcript that leads to it, and how to reproduce it. */
export function formatFailure({ seed, episode, violation, steps, stepsUntilFound, transcript }: Failure, bug?: string): string {
  const with_ = bug === undefined ? '' : ` --bug ${bug}`;
  const only = listOf(steps.map(({ index }) => index));
  return [
    '',
    transcript,
    '',
    `NOT SO: ${violation.invariant}`,
    `  ${violation.message}`,
    '',
    `Found after ${stepsUntilFound} steps, in episode ${episode} (of ${EPISODE_STEPS} steps); ${steps.length} of them are enough.`,
    `Once more:      npm run simulate -- --seed ${seed} --episode ${episode} --only ${only}${with_}`,
    `The whole run:  npm run simulate -- --seed ${seed} --steps ${Math.ceil(stepsUntilFound / EPISODE_STEPS) * EPISODE_STEPS}${with_}`,
    '',
  ].join('\n');
}
