import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { jsonSize } from './json-size.js';

const sizeOf = (text: string): { depth: number; values: number } => jsonSize(Buffer.from(text));

/** Depth and number of values, counted in the parsed value. */
function countValues(value: unknown): { depth: number; values: number } {
  if (typeof value !== 'object' || value === null) return { depth: 0, values: 1 };
  const members = Array.isArray(value) ? value : Object.entries(value).flat();
  const inner = members.map(countValues);
  return { depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)), values: 1 + inner.reduce((sum, { values }) => sum + values, 0) };
}

describe('the measured size of a JSON text', () => {
  it.each([
    ['5', 0],
    ['[]', 1],
    ['{"a":{"b":[1]}}', 3],
    ['"[[[["', 0],
    ['"\\"[[["', 0],
    ['["\\\\",[]]', 2],
  ])('for %s has the depth %d', (text, depth) => expect(sizeOf(text).depth).toBe(depth));

  it('equals the size of the parsed value, with a difference of at most one for each array and object', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const text = JSON.stringify(value);
        const [measured, expected] = [sizeOf(text), countValues(JSON.parse(text))];
        expect(measured.depth).toBe(expected.depth);
        const maxContainers = text.length; // each array or object needs at least one character, so there are at most this many
        expect(Math.abs(measured.values - expected.values)).toBeLessThanOrEqual(maxContainers);
        expect(measured.values * 2).toBeGreaterThanOrEqual(expected.values - 1);
      }),
    );
  });

  it('is computed without an error for any bytes', () => {
    fc.assert(fc.property(fc.uint8Array(), (bytes) => expect(jsonSize(bytes).values).toBeGreaterThan(0)));
  });
});
