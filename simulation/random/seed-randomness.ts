import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { SeededRandom } from './seeded-random.js';

let random = new SeededRandom('not seeded');

/**
 * Makes ids, codes and jitter of the gateway follow from the seed, in this process. UUIDs of version 7 stay as they are, since only their
 * order matters, and that is the order of their making.
 */
export function seedRandomness(...key: readonly (string | number)[]): void {
  random = new SeededRandom('randomness', ...key);
}

function hex(digits: number): string {
  return Array.from({ length: digits }, () => random.number(16).toString(16)).join('');
}

function randomInt(from: number, to?: number): number {
  return to === undefined ? random.number(from) : from + random.number(to - from);
}

/** Call it once, before anything of the gateway is imported. */
export function patchRandomness(): void {
  Object.assign(crypto, { randomUUID: () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`, randomInt });
  syncBuiltinESMExports();
  Math.random = () => random.throw();
}
