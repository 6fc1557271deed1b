import { SystemClock } from '../../src/common/time/clocks.js';
import type { DatabaseClock } from '../../src/runtime/clock/database-clock.js';

const BEGIN = Date.UTC(2026, 0, 5, 8);

/** The clock of the database and of all processes' machines; it moves only when a step says so. */
export class SimulatedClock extends SystemClock implements Pick<DatabaseClock, 'now' | 'isRight' | 'aheadMs'> {
  private ms = BEGIN;
  /** When an episode begins. */
  readonly begun = new Date(BEGIN);

  now(): Date {
    return new Date(this.ms);
  }

  isRight(): boolean {
    return true;
  }

  aheadMs(): number {
    return 0;
  }

  pass(ms: number): void {
    this.ms += ms;
  }

  /** Starts a new episode. */
  begin(): void {
    this.ms = BEGIN;
  }
}
