import { EPISODE_STEPS, type Failure } from '../run/run-seed.js';
import { formatStepList } from '../run/step-list.js';

/** The transcript of the shrunk steps, the violated invariant, and the commands that repeat the failure. */
export function formatFailure({ seed, episode, violation, steps, stepsUntilFound, transcript }: Failure, bug?: string): string {
  const bugOption = bug === undefined ? '' : ` --bug ${bug}`;
  const stepList = formatStepList(steps.map(({ index }) => index));
  return [
    '',
    transcript,
    '',
    `Violated invariant: ${violation.invariant}`,
    `  ${violation.message}`,
    '',
    `Found after ${stepsUntilFound} steps, in episode ${episode} (of ${EPISODE_STEPS} steps); ${steps.length} of them reproduce it.`,
    `Repeat it:      npm run simulate -- --seed ${seed} --episode ${episode} --only ${stepList}${bugOption}`,
    `The whole run:  npm run simulate -- --seed ${seed} --steps ${Math.ceil(stepsUntilFound / EPISODE_STEPS) * EPISODE_STEPS}${bugOption}`,
    '',
  ].join('\n');
}
