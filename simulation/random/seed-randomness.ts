import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { SeededRandom } from './seeded-random.js';

let random = new SeededRandom('not seeded');

/**
 * Makes the gateway's random ids, codes and jitter depend only on this key. UUIDs of version 7 are not replaced, because only their order
 * matters, and this is always the order of their creation.
 */
export function seedRandomness(...key: readonly (string | number)[]): void {
  random = new SeededRandom('randomness', ...key);
}

function hex(digits: number): string {
  return Array.from({ length: digits }, () => random.integer(16).toString(16)).join('');
}

function randomInt(from: number, to?: number): number {
  return to === undefined ? random.integer(from) : from + random.integer(to - from);
}

/** Replaces the random functions of this process. Call it once, before any module of the gateway is imported. */
export function patchRandomness(): void {
  Object.assign(crypto, { randomUUID: () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`, randomInt });
  syncBuiltinESMExports();
  Math.random = () => random.fraction();
}
