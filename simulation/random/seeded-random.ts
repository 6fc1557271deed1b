import { createHash } from 'node:crypto';

const WHOLE = 2 ** 32;

/**
 * Random numbers that depend only on a seed and a key. The key names what they decide: numbers of the same seed and key always give the same
 * numbers, so leaving out a step changes no other step.
 */
export class SeededRandom {
  private state: number;

  constructor(...key: readonly (string | number)[]) {
    this.state = createHash('sha256').update(key.join('/')).digest().readUInt32LE(0);
  }

  /** From 0 to below 1. */
  throw(): number {
    // mulberry32
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / WHOLE;
  }

  /** A whole number from 0 to below `below`. */
  number(below: number): number {
    return Math.floor(this.throw() * below);
  }

  chance(probability: number): boolean {
    return this.throw() < probability;
  }

  of<T>(choices: readonly T[]): T {
    const chosen = choices[this.number(choices.length)];
    if (chosen === undefined) throw new Error('There is nothing to choose from');
    return chosen;
  }

  /** Chooses a key by its weight. */
  weighed<T extends string>(weights: Readonly<Record<T, number>>): T {
    const entries = Object.entries<number>(weights) as [T, number][];
    let left = this.throw() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [choice, weight] of entries) if ((left -= weight) < 0) return choice;
    return this.of(entries.map(([choice]) => choice));
  }
}
