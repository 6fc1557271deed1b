import { SystemClock } from '../../src/common/time/clocks.js';

const BEGIN = Date.UTC(2026, 0, 5, 8);

/** The time of all processes' machines: it passes when a step says so. */
export class SimulatedClock extends SystemClock {
  private ms = BEGIN;
  /** When an episode begins. */
  readonly begun = new Date(BEGIN);

  now(): Date {
    return new Date(this.ms);
  }

  pass(ms: number): void {
    this.ms += ms;
  }

  /** A new episode begins. */
  begin(): void {
    this.ms = BEGIN;
  }
}
