import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { jsonSize } from './json-size.js';

const sizeOf = (text: string): { depth: number; values: number } => jsonSize(Buffer.from(text));

/** What a walk over the parsed value counts. */
function walked(value: unknown): { depth: number; values: number } {
  if (typeof value !== 'object' || value === null) return { depth: 0, values: 1 };
  const members = Array.isArray(value) ? value : Object.entries(value).flat();
  const inner = members.map(walked);
  return { depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)), values: 1 + inner.reduce((sum, { values }) => sum + values, 0) };
}

describe('the size of a JSON text', () => {
  it.each([
    ['5', 0],
    ['[]', 1],
    ['{"a":{"b":[1]}}', 3],
    ['"[[[["', 0],
    ['"\\"[[["', 0],
    ['["\\\\",[]]', 2],
  ])('%s is %d deep', (text, depth) => expect(sizeOf(text).depth).toBe(depth));

  it('is that of its value, give or take one for each array and object', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const text = JSON.stringify(value);
        const [counted, there] = [sizeOf(text), walked(JSON.parse(text))];
        expect(counted.depth).toBe(there.depth);
        const containers = text.length; // never more of them than characters
        expect(Math.abs(counted.values - there.values)).toBeLessThanOrEqual(containers);
        expect(counted.values * 2).toBeGreaterThanOrEqual(there.values - 1);
      }),
    );
  });

  it('never fails, whatever the bytes are', () => {
    fc.assert(fc.property(fc.uint8Array(), (bytes) => expect(jsonSize(bytes).values).toBeGreaterThan(0)));
  });
});
