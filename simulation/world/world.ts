import { Client } from 'pg';
import { OffsetBusinessClock } from '../../src/runtime/clock/offset-business-clock.js';
import type { TestDatabase } from '../../test/support/test-database.js';
import { ReferenceModel } from '../model/reference-model.js';
import type { AcquirerAttempt, AttemptAcquirerState } from '../model/online-payment.js';
import { SeededRandom } from '../random/seeded-random.js';
import type { Action, Step } from '../actions/step.js';
import { Calls } from './calls.js';
import { clearTables } from './clear-tables.js';
import { GatewayProcess, type ExternalServices } from './gateway-process.js';
import { ReceivedNotifications } from './received-notifications.js';
import { SimulatedClock } from './simulated-clock.js';
import { Transcript } from './transcript.js';
import type { Violation } from './violation.js';

const NAMES = ['A', 'B'] as const;

/** Options of a world. */
export interface WorldOptions {
  /** Makes the outside parties for a process. */
  outside(world: World, self: () => GatewayProcess): ExternalServices;
  /** Plants a bug in each process that starts. */
  injectBug(process: GatewayProcess): void;
}

/**
 * Two processes of the gateway on one database, and all outside parties. Everything happens because of a step; nothing happens between
 * two steps.
 */
export class World {
  readonly clock = new SimulatedClock();
  calls = new Calls(this.clock);
  model = new ReferenceModel();
  transcript = new Transcript();
  notifications = new ReceivedNotifications();
  /** From here on no outside party is late, forgetful or silent. */
  isTruthful = false;
  /** The current step. */
  step: Step = NOTHING;
  violation: Violation | null = null;
  /** The time for all processes that work in this step. */
  times = new Set<number>();
  private seed = '';
  private readonly processes: (GatewayProcess | null)[] = [null, null];
  private dying: number[] = [];

  /** The current step in this process. In the process that the step is not about, this is what it does meanwhile. */
  actionOf({ name }: GatewayProcess): Action {
    const { action, process, concurrent } = this.step;
    return concurrent && name !== NAMES[process] ? concurrent.action : action;
  }

  private constructor(
    private readonly database: TestDatabase,
    readonly admin: Client,
    private readonly options: WorldOptions,
    readonly stop: AbortSignal,
  ) {}

  static async open(database: TestDatabase, superuserUrl: string, surroundings: WorldOptions, stop: AbortSignal): Promise<World> {
    const admin = new Client({ connectionString: superuserUrl });
    await admin.connect();
    return new World(database, admin, surroundings, stop);
  }

  /** Removes all traces of the previous episode; from here on all random numbers follow from the seed. */
  async begin(seed: string): Promise<void> {
    this.calls = new Calls(this.clock);
    this.calls.log = (line) => this.transcript.tell(line);
    this.model = new ReferenceModel();
    this.transcript = new Transcript();
    this.notifications = new ReceivedNotifications();
    this.isTruthful = false;
    this.violation = null;
    this.seed = seed;
    this.clock.begin();
    // The processes' caches of the previous episode are invalid.
    for (const index of [0, 1] as const) this.kill(index);
    await this.removeDeadProcesses();
    await clearTables(this.admin);
  }

  async close(): Promise<void> {
    for (const process of this.processes) process?.die();
    await this.removeDeadProcesses();
    await this.admin.end();
  }

  /** The process of this number; it is started when it does not run. */
  async process(index: 0 | 1): Promise<GatewayProcess> {
    await this.removeDeadProcesses();
    const known = this.processes[index];
    if (known?.alive) return known;
    const outside = (self: () => GatewayProcess): ExternalServices => this.options.outside(this, self);
    const process = await GatewayProcess.start(NAMES[index], this.database, this.clock, outside);
    this.options.injectBug(process);
    this.processes[index] = process;
    return process;
  }

  /** Processes that run. */
  get running(): GatewayProcess[] {
    return this.processes.filter((process): process is GatewayProcess => process?.alive ?? false);
  }

  kill(index: 0 | 1): void {
    this.processes[index]?.die();
  }

  /** Waits until the server has rolled back the transactions of dead processes, so that none of their locks is left. */
  async removeDeadProcesses(): Promise<void> {
    for (const [index, process] of this.processes.entries()) {
      if (!process || process.alive) continue;
      this.dying.push(...process.statements.backends);
      this.processes[index] = null;
      this.calls.waiting.splice(0, Infinity, ...this.calls.waiting.filter((call) => call.process !== process));
    }
    while (this.dying.length > 0) {
      const { rows } = await this.admin.query<{ pid: number }>('SELECT pid FROM pg_stat_activity WHERE pid = ANY ($1)', [this.dying]);
      this.dying = rows.map(({ pid }) => pid);
    }
  }

  /** Notes the business times of the processes when a step begins or a second process joins. */
  noteTimes(): void {
    for (const process of this.running) this.times.add(process.get(OffsetBusinessClock).now().getTime());
  }

  /** Business time as all processes read it. */
  async moveClock(minutes: number): Promise<void> {
    await this.admin.query('UPDATE business_clock SET offset_ms = offset_ms + $1', [minutes * 60_000]);
  }

  get businessNow(): Date {
    return this.running[0]?.get(OffsetBusinessClock).now() ?? this.clock.now();
  }

  /** Random numbers of this step and key. */
  random(...what: string[]): SeededRandom {
    return new SeededRandom(this.seed, this.step.index, ...what);
  }

  found(invariant: string, message: string): void {
    this.violation ??= { invariant, message };
  }

  /** An acquirer changes an attempt, in its own records. */
  setAcquirerState(attempt: AcquirerAttempt, decision: AttemptAcquirerState, taken = attempt.requested): void {
    if (attempt.actualState === 'taken') return; // final
    attempt.actualState = decision;
    if (decision === 'taken') attempt.taken = taken;
  }

  expireAttempt(attempt: AcquirerAttempt): void {
    if (attempt.actualState === 'open' && this.businessNow > attempt.until) attempt.actualState = 'expired';
  }
}

const NOTHING: Step = {
  index: 0,
  action: { kind: 'look at the clock' },
  process: 0,
  afterMs: 0,
  callOutcome: 'answered',
  commitFault: null,
  concurrent: null,
};
