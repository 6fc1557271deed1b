import { kindOf } from '../steps/actions.js';
import type { Action, Step } from '../actions/step.js';
import type { GatewayProcess } from '../world/gateway-process.js';
import { type Outcome, perform } from '../world/perform.js';
import type { World } from '../world/world.js';
import { runConcurrently } from './run-concurrently.js';

/** Longer than any step takes on the slowest machine. */
const STUCK_AFTER_MS = 180_000;

/**
 * Runs one step to its end; nothing happens afterwards by itself. @throws Error when it does not end, or runs after the episode was
 * aborted.
 */
export async function runStep(world: World, step: Step): Promise<void> {
  world.stop.throwIfAborted();
  let timer: NodeJS.Timeout | undefined;
  const stuck = new Promise<never>((_, reject) => {
    const tell = (): void => reject(new Error(`This step does not end:\n${world.transcript.last}`));
    timer = setTimeout(tell, STUCK_AFTER_MS);
  });
  await Promise.race([toItsEnd(world, step), stuck]).finally(() => clearTimeout(timer));
}

async function toItsEnd(world: World, step: Step): Promise<void> {
  world.step = step;
  world.clock.pass(step.afterMs);
  const process = await world.process(step.process);
  world.times = new Set();
  world.noteTimes();
  let calls = 0;
  world.calls.nextOutcome = (what) => (calls++ === 0 ? step.callOutcome : fateOfOthers(world, step, what));
  world.transcript.begin(step.index, titleOf(world, step, process));
  if (step.action.kind === 'answer comes') return hear(world, step.action.place);
  const work = await workOf(world, process, step.action);
  if (!work) return;
  if (step.concurrent) return runConcurrently(world, process, work, step.concurrent);
  if (step.commitFault) process.statements.plan(step.commitFault.commit, step.commitFault.how);
  const outcome = await perform(world, process, work);
  const happened = !process.statements.unplan();
  checkOutcome(world, process, outcome, step.commitFault !== null && happened);
}

/** @returns null when the gateway has nothing to do. */
export async function workOf(world: World, process: GatewayProcess, action: Action): Promise<(() => Promise<unknown>) | null> {
  const kind = kindOf(action);
  await kind.outside?.(world, action);
  return (await kind.inside?.(world, process, action)) ?? null;
}

/** Work may fail only where the step makes the process die or breaks its connection. */
export function checkOutcome(world: World, process: GatewayProcess, outcome: Outcome<unknown>, broken: boolean): void {
  if (outcome.end === 'died') world.transcript.tell(`process ${process.name} is dead`);
  if (outcome.end === 'waits') world.transcript.tell(`process ${process.name} waits for an answer`);
  if (outcome.end !== 'failed') return;
  world.transcript.tell(`it fails: ${outcome.error.message}`);
  if (!broken) world.found('nothing fails by itself', `${outcome.error.name}: ${outcome.error.message}`);
}

async function hear(world: World, place: number): Promise<void> {
  const { waiting } = world.calls;
  const [call] = waiting.splice(place % Math.max(1, waiting.length), 1);
  if (!call) return;
  const goingOn = (): Promise<void> => {
    call.deliver();
    return Promise.resolve();
  };
  checkOutcome(world, call.process, await perform(world, call.process, goingOn), false);
}

/** Calls of a step after its first one; most of them are answered. */
function fateOfOthers(world: World, { action }: Step, what: string): Step['callOutcome'] {
  if (world.isTruthful || action.kind === 'answer comes') return 'answered';
  return world.random('fate', what).weighed({ answered: 88, silence: 5, lost: 5, 'dies after': 1, 'dies before': 1 });
}

function titleOf(world: World, { index, action, concurrent, commitFault }: Step, { name }: GatewayProcess): string {
  const time = world.businessNow.toISOString().slice(5, 19).replace('T', ' ');
  const also = concurrent ? `\n       and meanwhile ${kindOf(concurrent.action).title(concurrent.action, world)}` : '';
  const broken = commitFault ? ` (at commit ${commitFault.commit} it ${commitFault.how})` : '';
  return `${String(index).padStart(5)}  ${time}  ${name}  ${kindOf(action).title(action, world)}${broken}${also}`;
}
