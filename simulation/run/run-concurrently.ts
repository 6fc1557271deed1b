import type { Action } from '../actions/step.js';
import type { GatewayProcess } from '../world/gateway-process.js';
import { type Outcome, perform, waitUntilIdle } from '../world/perform.js';
import type { World } from '../world/world.js';
import { checkOutcome, workOf } from './run-step.js';

/**
 * Runs two processes at the same time, statement by statement. The first stops at a given statement. The other does its work, as far as
 * the first one's locks allow; then the first continues. The database says which process waits for which, so that the same two steps
 * always have the same result.
 */
export async function runConcurrently(
  world: World,
  first: GatewayProcess,
  work: () => Promise<unknown>,
  { action, from }: { action: Action; from: number },
): Promise<void> {
  const second = await world.process(world.step.process === 0 ? 1 : 0);
  world.noteTimes();
  const [one, other] = [new Turn(first), new Turn(second)];
  one.stopAt(from);
  const begun = perform(world, first, work);
  if (await one.stopped(begun)) world.transcript.tell(`process ${first.name} stands still before its statement ${from}`);
  const concurrentWork = await workOf(world, second, action);
  const concurrent = concurrentWork
    ? perform(world, second, concurrentWork)
    : Promise.resolve<Outcome<unknown>>({ end: 'done', value: undefined });
  const waits = await blocked(world, second, concurrent);
  if (waits) {
    world.transcript.tell(`process ${second.name} waits for a lock`);
    other.stopAt(1); // it gets the lock that it waits for, but does nothing more until the first has ended
  }
  one.goOn();
  if (await blocked(world, first, begun)) other.goOn();
  const ended = await begun;
  other.goOn();
  checkOutcome(world, first, ended, false);
  checkOutcome(world, second, await concurrent, false);
  await waitUntilIdle(world, first);
  await waitUntilIdle(world, second);
}

/** A process's permission to send its next statement. */
class Turn {
  private left = Infinity;
  private release: () => void = () => undefined;
  private gate: Promise<void> = Promise.resolve();
  private reached: () => void = () => undefined;
  private readonly standsStill = new Promise<boolean>((resolve) => (this.reached = () => resolve(true)));

  constructor(private readonly process: GatewayProcess) {}

  stopAt(statement: number): void {
    this.left = statement;
    this.gate = new Promise((resolve) => (this.release = resolve));
    this.process.statements.turn = async () => {
      if ((this.left -= 1) > 0) return;
      this.reached();
      await this.gate;
    };
  }

  goOn(): void {
    this.process.statements.turn = () => Promise.resolve();
    this.release();
  }

  /** @returns false when the process ended first. */
  stopped(work: Promise<unknown>): Promise<boolean> {
    return Promise.race([this.standsStill, work.then(() => false)]);
  }
}

/** @returns whether the process waits for a lock of the other one; false when it has ended. */
async function blocked(world: World, process: GatewayProcess, work: Promise<unknown>): Promise<boolean> {
  let ended = false;
  void work.then(() => (ended = true));
  for (;;) {
    await new Promise(setImmediate);
    if (ended) return false;
    const { rows } = await world.admin.query<{ waits: boolean }>(
      'SELECT bool_or(cardinality(pg_blocking_pids(pid)) > 0) AS waits FROM unnest($1::integer[]) AS p (pid)',
      [process.statements.backends],
    );
    if (!ended && rows[0]?.waits) return true;
  }
}
