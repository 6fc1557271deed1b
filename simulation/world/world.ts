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

const PROCESS_NAMES = ['A', 'B'] as const;

export interface WorldOptions {
  /** Creates the external services of a process. `getProcess` must be called only after its start. */
  createExternalServices(world: World, getProcess: () => GatewayProcess): ExternalServices;
  /** Called for each process that starts. */
  injectBug(process: GatewayProcess): void;
}

/** Two processes of the gateway with one database, and all actors outside the gateway. Nothing happens between two steps. */
export class World {
  readonly clock = new SimulatedClock();
  calls = new Calls(this.clock);
  model = new ReferenceModel();
  transcript = new Transcript();
  notifications = new ReceivedNotifications();
  /** Set while an episode is drained: all external services respond, and their status updates are true. */
  isTruthful = false;
  /** The current step. */
  step: Step = NO_STEP;
  /** The first violation of the episode. */
  violation: Violation | null = null;
  /** Business times, in milliseconds since 1970, that the processes may use in this step. */
  businessTimes = new Set<number>();
  private seed = '';
  private readonly processes: (GatewayProcess | null)[] = [null, null];
  /** Database backends of dead processes that have not ended yet. */
  private dyingBackendPids: number[] = [];

  /** The action that this process performs in the current step: the step's own action or the concurrent one. */
  actionOf({ name }: GatewayProcess): Action {
    const { action, process, concurrent } = this.step;
    return concurrent && name !== PROCESS_NAMES[process] ? concurrent.action : action;
  }

  private constructor(
    private readonly database: TestDatabase,
    /** A superuser's connection, for the simulation itself. */
    readonly admin: Client,
    private readonly options: WorldOptions,
    readonly stopSignal: AbortSignal,
  ) {}

  static async open(database: TestDatabase, superuserUrl: string, options: WorldOptions, stopSignal: AbortSignal): Promise<World> {
    const admin = new Client({ connectionString: superuserUrl });
    await admin.connect();
    return new World(database, admin, options, stopSignal);
  }

  /** Removes all state of the previous episode. After that, all random numbers depend on the seed. */
  async beginEpisode(seed: string): Promise<void> {
    this.calls = new Calls(this.clock);
    this.calls.log = (line) => this.transcript.add(line);
    this.model = new ReferenceModel();
    this.transcript = new Transcript();
    this.notifications = new ReceivedNotifications();
    this.isTruthful = false;
    this.violation = null;
    this.seed = seed;
    this.clock.resetToStart();
    // New processes are started for the episode, since caches and timers of the previous one are invalid.
    for (const index of [0, 1] as const) this.kill(index);
    await this.removeDeadProcesses();
    await clearTables(this.admin);
  }

  async close(): Promise<void> {
    for (const process of this.processes) process?.die();
    await this.removeDeadProcesses();
    await this.admin.end();
  }

  /** Returns the process with this index, and starts it if it is not running. */
  async process(index: 0 | 1): Promise<GatewayProcess> {
    await this.removeDeadProcesses();
    const existing = this.processes[index];
    if (existing?.isAlive) return existing;
    const createExternalServices = (getProcess: () => GatewayProcess): ExternalServices =>
      this.options.createExternalServices(this, getProcess);
    const process = await GatewayProcess.start(PROCESS_NAMES[index], this.database, this.clock, createExternalServices);
    this.options.injectBug(process);
    this.processes[index] = process;
    return process;
  }

  /** The processes that are alive. */
  get running(): GatewayProcess[] {
    return this.processes.filter((process): process is GatewayProcess => process?.isAlive ?? false);
  }

  kill(index: 0 | 1): void {
    this.processes[index]?.die();
  }

  /**
   * Waits until the database server has ended the sessions of dead processes, and so rolled back their transactions and released their
   * locks.
   */
  async removeDeadProcesses(): Promise<void> {
    for (const [index, process] of this.processes.entries()) {
      if (!process || process.isAlive) continue;
      this.dyingBackendPids.push(...process.statements.backendPids);
      this.processes[index] = null;
      this.calls.waitingCalls.splice(0, Infinity, ...this.calls.waitingCalls.filter((call) => call.process !== process));
    }
    while (this.dyingBackendPids.length > 0) {
      const { rows } = await this.admin.query<{ pid: number }>('SELECT pid FROM pg_stat_activity WHERE pid = ANY ($1)', [
        this.dyingBackendPids,
      ]);
      this.dyingBackendPids = rows.map(({ pid }) => pid);
    }
  }

  /** Called when a step begins and whenever a process may have read a newer business time. */
  recordBusinessTimes(): void {
    for (const process of this.running) this.businessTimes.add(process.get(OffsetBusinessClock).now().getTime());
  }

  /** Moves the business time forward. A process uses the new time only after it has read the business time again. */
  async moveBusinessTime(minutes: number): Promise<void> {
    await this.admin.query('UPDATE business_clock SET offset_ms = offset_ms + $1', [minutes * 60_000]);
  }

  /** Business time of the first process that is alive; the simulated clock's time when none is. */
  get businessNow(): Date {
    return this.running[0]?.get(OffsetBusinessClock).now() ?? this.clock.now();
  }

  /** Returns random numbers for this key in the current step. The same seed, step and key give the same numbers. */
  random(...key: string[]): SeededRandom {
    return new SeededRandom(this.seed, this.step.index, ...key);
  }

  /**
   * Reports a violation. Only the first one of an episode counts, since later ones may follow from it.
   * @param message names the sales as in the transcript; shrinking begins with the steps of these sales.
   */
  found(invariant: string, message: string): void {
    this.violation ??= { invariant, message };
  }

  /** Changes an attempt's state in the acquirer's records. `captured` is final. */
  setAcquirerState(attempt: AcquirerAttempt, newState: AttemptAcquirerState, captured = attempt.requested): void {
    if (attempt.actualState === 'captured') return;
    attempt.actualState = newState;
    if (newState === 'captured') attempt.captured = captured;
  }

  /** Marks an open attempt as expired in the acquirer's records when its time is over. */
  expireAttempt(attempt: AcquirerAttempt): void {
    if (attempt.actualState === 'open' && this.businessNow > attempt.expiresAt) attempt.actualState = 'expired';
  }
}

const NO_STEP: Step = {
  index: 0,
  action: { kind: 'refresh business time' },
  process: 0,
  delayMs: 0,
  firstCallOutcome: 'answered',
  commitFault: null,
  concurrent: null,
};
