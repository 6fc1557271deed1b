import { Client } from 'pg';
import { OffsetBusinessClock } from '../../src/runtime/clock/offset-business-clock.js';
import type { TestDatabase } from '../../test/support/test-database.js';
import { Books } from '../books/books.js';
import type { AcquirerAttempt, AttemptDeed } from '../books/online-payment.js';
import { Dice } from '../chance/dice.js';
import type { Act, Step } from '../acts/step.js';
import { Calls } from './calls.js';
import { clearTables } from './clear-tables.js';
import { GatewayProcess, type Outside } from './gateway-process.js';
import { HeardNotifications } from './heard.js';
import { SimulatedClock } from './simulated-clock.js';
import { Story } from './story.js';
import type { Violation } from './violation.js';

const NAMES = ['A', 'B'] as const;

/** What a world is opened with. */
export interface Surroundings {
  /** Everybody whom a process reaches. */
  outside(world: World, self: () => GatewayProcess): Outside;
  /** Puts a mistake into each process that starts, where one is looked for. */
  plant(process: GatewayProcess): void;
}

/**
 * Two processes of the gateway on one database, and everybody outside. What happens, happens because of a step; between two steps nothing
 * does.
 */
export class World {
  readonly clock = new SimulatedClock();
  calls = new Calls(this.clock);
  books = new Books();
  story = new Story();
  heard = new HeardNotifications();
  /** From here on nobody outside is late, forgetful or silent. */
  honest = false;
  /** What happens now. */
  step: Step = NOTHING;
  violation: Violation | null = null;
  /** What time it is, as each process that does something in this step has it. */
  times = new Set<number>();
  private seed = '';
  private readonly processes: (GatewayProcess | null)[] = [null, null];
  private dying: number[] = [];

  /** What happens now in this process: in the other one than the step's own it is what it does meanwhile. */
  actIn({ name }: GatewayProcess): Act {
    const { act, process, beside } = this.step;
    return beside && name !== NAMES[process] ? beside.act : act;
  }

  private constructor(
    private readonly database: TestDatabase,
    readonly admin: Client,
    private readonly surroundings: Surroundings,
    readonly stop: AbortSignal,
  ) {}

  static async open(database: TestDatabase, superuserUrl: string, surroundings: Surroundings, stop: AbortSignal): Promise<World> {
    const admin = new Client({ connectionString: superuserUrl });
    await admin.connect();
    return new World(database, admin, surroundings, stop);
  }

  /** Nothing is left of the episode before, and all that is thrown from here on follows from the seed. */
  async begin(seed: string): Promise<void> {
    this.calls = new Calls(this.clock);
    this.calls.tell = (line) => this.story.tell(line);
    this.books = new Books();
    this.story = new Story();
    this.heard = new HeardNotifications();
    this.honest = false;
    this.violation = null;
    this.seed = seed;
    this.clock.begin();
    // What processes remember of the episode before is as dead as its rows.
    for (const index of [0, 1] as const) this.kill(index);
    await this.buryTheDead();
    await clearTables(this.admin);
  }

  async close(): Promise<void> {
    for (const process of this.processes) process?.die();
    await this.buryTheDead();
    await this.admin.end();
  }

  /** The process of this number, started when there is none. */
  async process(index: 0 | 1): Promise<GatewayProcess> {
    await this.buryTheDead();
    const known = this.processes[index];
    if (known?.alive) return known;
    const outside = (self: () => GatewayProcess): Outside => this.surroundings.outside(this, self);
    const process = await GatewayProcess.start(NAMES[index], this.database, this.clock, outside);
    this.surroundings.plant(process);
    this.processes[index] = process;
    return process;
  }

  /** Those that are alive. */
  get running(): GatewayProcess[] {
    return this.processes.filter((process): process is GatewayProcess => process?.alive ?? false);
  }

  kill(index: 0 | 1): void {
    this.processes[index]?.die();
  }

  /** The server has ended what the dead had begun: none of their locks is left. */
  async buryTheDead(): Promise<void> {
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

  /** A step begins, or another process joins in. */
  noteTimes(): void {
    for (const process of this.running) this.times.add(process.get(OffsetBusinessClock).now().getTime());
  }

  /** Business time, which all processes see when they look at the clock. */
  async moveClock(minutes: number): Promise<void> {
    await this.admin.query('UPDATE business_clock SET offset_ms = offset_ms + $1', [minutes * 60_000]);
  }

  get businessNow(): Date {
    return this.running[0]?.get(OffsetBusinessClock).now() ?? this.clock.now();
  }

  /** Chance that belongs to this step and these words. */
  dice(...what: string[]): Dice {
    return new Dice(this.seed, this.step.index, ...what);
  }

  found(invariant: string, what: string): void {
    this.violation ??= { invariant, what };
  }

  /** An acquirer does something with an attempt, by its own books. */
  does(attempt: AcquirerAttempt, deed: AttemptDeed, taken = attempt.asked): void {
    if (attempt.deed === 'taken') return; // what was taken was taken
    attempt.deed = deed;
    if (deed === 'taken') attempt.taken = taken;
  }

  expires(attempt: AcquirerAttempt): void {
    if (attempt.deed === 'open' && this.businessNow > attempt.until) attempt.deed = 'expired';
  }
}

const NOTHING: Step = {
  index: 0,
  act: { kind: 'look at the clock' },
  process: 0,
  afterMs: 0,
  fate: 'answered',
  fault: null,
  beside: null,
};
