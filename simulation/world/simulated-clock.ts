import { SystemClock } from '../../src/common/time/clocks.js';
import type { DatabaseClock } from '../../src/runtime/clock/database-clock.js';

const EPISODE_START_MS = Date.UTC(2026, 0, 5, 8);

/** The clock of the database and of all machines. It moves only between steps. */
export class SimulatedClock extends SystemClock implements Pick<DatabaseClock, 'now' | 'isInSync' | 'aheadMs'> {
  private ms = EPISODE_START_MS;
  /** The time at which each episode begins. */
  readonly episodeStart = new Date(EPISODE_START_MS);

  now(): Date {
    return new Date(this.ms);
  }

  isInSync(): boolean {
    return true;
  }

  aheadMs(): number {
    return 0;
  }

  advance(ms: number): void {
    this.ms += ms;
  }

  /** Called when an episode begins. */
  resetToStart(): void {
    this.ms = EPISODE_START_MS;
  }
}
