import { actionKindOf } from '../steps/actions.js';
import type { Action, Step } from '../actions/step.js';
import type { GatewayProcess } from '../world/gateway-process.js';
import { type Outcome, perform } from '../world/perform.js';
import type { World } from '../world/world.js';
import { runConcurrently } from './run-concurrently.js';

/** Longer than any step takes on the slowest machine. */
const STEP_TIMEOUT_MS = 180_000;

/**
 * Runs one step until the gateway has no work in progress, except calls whose responses later steps deliver (`Calls.waitingCalls`).
 * @throws Error when the step does not end in time, or the run was stopped.
 */
export async function runStep(world: World, step: Step): Promise<void> {
  world.stopSignal.throwIfAborted();
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    const fail = (): void => reject(new Error(`This step does not end:\n${world.transcript.currentStep}`));
    timer = setTimeout(fail, STEP_TIMEOUT_MS);
  });
  await Promise.race([runToEnd(world, step), timeout]).finally(() => clearTimeout(timer));
}

async function runToEnd(world: World, step: Step): Promise<void> {
  world.step = step;
  world.clock.advance(step.delayMs);
  const process = await world.process(step.process);
  world.businessTimes = new Set();
  world.recordBusinessTimes();
  let callCount = 0;
  world.calls.nextOutcome = (description) => (callCount++ === 0 ? step.firstCallOutcome : laterCallOutcome(world, step, description));
  world.transcript.beginStep(step.index, titleOf(world, step, process));
  if (step.action.kind === 'response arrives') return deliverResponse(world, step.action.callIndex);
  const work = await workOf(world, process, step.action);
  if (!work) return;
  if (step.concurrent) return runConcurrently(world, process, work, step.concurrent);
  if (step.commitFault) process.statements.planFault(step.commitFault.commitNumber, step.commitFault.fault);
  const outcome = await perform(world, process, work);
  const hadFault = step.commitFault !== null && !process.statements.cancelFault();
  reportWorkEnd(world, process, outcome, hadFault);
}

/** Performs the part of the action outside the gateway. @returns the gateway's work; null when there is none. */
export async function workOf(world: World, process: GatewayProcess, action: Action): Promise<(() => Promise<unknown>) | null> {
  const kind = actionKindOf(action);
  await kind.actOutside?.(world, action);
  return (await kind.gatewayWork?.(world, process, action)) ?? null;
}

/**
 * Adds the end of a process's work to the transcript. Work that failed is a violation unless a commit fault explains the failure.
 * @param hadFault whether a planned commit fault happened.
 */
export function reportWorkEnd(world: World, process: GatewayProcess, outcome: Outcome<unknown>, hadFault: boolean): void {
  if (outcome.end === 'died') world.transcript.add(`process ${process.name} is dead`);
  if (outcome.end === 'waits') world.transcript.add(`process ${process.name} waits for a response`);
  if (outcome.end !== 'failed') return;
  world.transcript.add(`it fails: ${outcome.error.message}`);
  if (!hadFault) world.found('no unexpected errors', `${outcome.error.name}: ${outcome.error.message}`);
}

/** Delivers a delayed response. @param callIndex taken modulo the number of waiting calls. */
async function deliverResponse(world: World, callIndex: number): Promise<void> {
  const { waitingCalls } = world.calls;
  const [call] = waitingCalls.splice(callIndex % Math.max(1, waitingCalls.length), 1);
  if (!call) return;
  const deliver = (): Promise<void> => {
    call.deliver();
    return Promise.resolve();
  };
  reportWorkEnd(world, call.process, await perform(world, call.process, deliver), false);
}

/** Outcome of a call after the first one of the step. Most of these calls are answered. */
function laterCallOutcome(world: World, { action }: Step, description: string): Step['firstCallOutcome'] {
  if (world.isTruthful || action.kind === 'response arrives') return 'answered';
  return world
    .random('fate', description)
    .pickWeighted({ answered: 88, 'response lost': 5, 'request lost': 5, 'dies after': 1, 'dies before': 1 });
}

function titleOf(world: World, { index, action, concurrent, commitFault }: Step, { name }: GatewayProcess): string {
  const time = world.businessNow.toISOString().slice(5, 19).replace('T', ' ');
  const concurrentTitle = concurrent ? `\n       and concurrently ${actionKindOf(concurrent.action).title(concurrent.action, world)}` : '';
  const fault = commitFault ? ` (at commit ${commitFault.commitNumber} it ${commitFault.fault})` : '';
  return `${String(index).padStart(5)}  ${time}  ${name}  ${actionKindOf(action).title(action, world)}${fault}${concurrentTitle}`;
}
