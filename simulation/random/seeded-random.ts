import { createHash } from 'node:crypto';

const UINT32_RANGE = 2 ** 32;

/**
 * Random numbers that depend only on a key, which contains the seed and names what the numbers decide. The same key always gives the same
 * numbers, so leaving out a step does not change the other steps.
 */
export class SeededRandom {
  private state: number;

  constructor(...key: readonly (string | number)[]) {
    this.state = createHash('sha256').update(key.join('/')).digest().readUInt32LE(0);
  }

  /** Returns a number from 0 to below 1. */
  fraction(): number {
    // mulberry32
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / UINT32_RANGE;
  }

  /** Returns a whole number from 0 to below `limit`. */
  integer(limit: number): number {
    return Math.floor(this.fraction() * limit);
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  pick<T>(choices: readonly T[]): T {
    const choice = choices[this.integer(choices.length)];
    if (choice === undefined) throw new Error('There is nothing to choose from');
    return choice;
  }

  /** Returns a key, with a probability in proportion to its weight. The order of the keys decides the result, too. */
  pickWeighted<T extends string>(weights: Readonly<Record<T, number>>): T {
    const entries = Object.entries<number>(weights) as [T, number][];
    let remaining = this.fraction() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [choice, weight] of entries) if ((remaining -= weight) < 0) return choice;
    return this.pick(entries.map(([choice]) => choice));
  }
}
