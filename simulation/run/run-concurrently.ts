import type { Action } from '../actions/step.js';
import type { GatewayProcess } from '../world/gateway-process.js';
import { type Outcome, perform, waitUntilIdle } from '../world/perform.js';
import type { World } from '../world/world.js';
import { reportWorkEnd, workOf } from './run-step.js';

/**
 * Runs work in two processes concurrently, with a fixed order of their statements. The first process pauses before a given statement, or
 * ends if it sends fewer statements. Then the second process works until it ends or waits for a lock of the first process. Then the first
 * process continues. The database shows whether a process waits for a lock, so the same two actions always have the same result.
 * @param work of the first process, which performs the step's own action.
 */
export async function runConcurrently(
  world: World,
  first: GatewayProcess,
  work: () => Promise<unknown>,
  { action, fromStatement }: { action: Action; fromStatement: number },
): Promise<void> {
  const second = await world.process(world.step.process === 0 ? 1 : 0);
  world.recordBusinessTimes();
  const [firstPause, secondPause] = [new Pause(first), new Pause(second)];
  firstPause.pauseBefore(fromStatement);
  const firstOutcome = perform(world, first, work);
  if (await firstPause.isReached(firstOutcome)) world.transcript.add(`process ${first.name} pauses before its statement ${fromStatement}`);
  const secondWork = await workOf(world, second, action);
  const secondOutcome = secondWork
    ? perform(world, second, secondWork)
    : Promise.resolve<Outcome<unknown>>({ end: 'done', value: undefined });
  if (await isBlocked(world, second, secondOutcome)) {
    world.transcript.add(`process ${second.name} waits for a lock`);
    // When the second process gets the lock, its current statement completes. It sends no further statement until the first process has
    // ended.
    secondPause.pauseBefore(1);
  }
  firstPause.resume();
  // The first process may now wait for a lock of the second process, which then has to continue.
  if (await isBlocked(world, first, firstOutcome)) secondPause.resume();
  const firstResult = await firstOutcome;
  secondPause.resume();
  reportWorkEnd(world, first, firstResult, false);
  reportWorkEnd(world, second, await secondOutcome, false);
  await waitUntilIdle(world, first);
  await waitUntilIdle(world, second);
}

/** Lets a process pause before one of its statements, until `resume` is called. */
class Pause {
  private statementsLeft = Infinity;
  private resolveResumed: () => void = () => undefined;
  private resumed: Promise<void> = Promise.resolve();
  private resolveReached: () => void = () => undefined;
  private readonly reached = new Promise<boolean>((resolve) => (this.resolveReached = () => resolve(true)));

  constructor(private readonly process: GatewayProcess) {}

  /** @param statement number of the statement, counted from 1 from this call on. */
  pauseBefore(statement: number): void {
    this.statementsLeft = statement;
    this.resumed = new Promise((resolve) => (this.resolveResumed = resolve));
    this.process.statements.beforeStatement = async () => {
      if ((this.statementsLeft -= 1) > 0) return;
      this.resolveReached();
      await this.resumed;
    };
  }

  resume(): void {
    this.process.statements.beforeStatement = () => Promise.resolve();
    this.resolveResumed();
  }

  /** Resolves with true when the process pauses, or with false when its work ended before. */
  isReached(work: Promise<unknown>): Promise<boolean> {
    return Promise.race([this.reached, work.then(() => false)]);
  }
}

/** Resolves with true when the process waits for a lock of the other process, or with false when its work has ended. */
async function isBlocked(world: World, process: GatewayProcess, work: Promise<unknown>): Promise<boolean> {
  let hasEnded = false;
  void work.then(() => (hasEnded = true));
  for (;;) {
    await new Promise(setImmediate);
    if (hasEnded) return false;
    const { rows } = await world.admin.query<{ waits: boolean }>(
      'SELECT bool_or(cardinality(pg_blocking_pids(pid)) > 0) AS waits FROM unnest($1::integer[]) AS p (pid)',
      [process.statements.backendPids],
    );
    if (!hasEnded && rows[0]?.waits) return true;
  }
}
