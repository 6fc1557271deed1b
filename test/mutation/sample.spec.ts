import { join, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { times } from '../support/times.js';

interface Mutant {
  fileName: string;
  mutatorName: string;
  replacement: string;
}
interface Sample {
  sampleOf: (mutants: Mutant[], nth: number) => Mutant[];
  intervalOf: (dead: number, tried: number) => [number, number];
}
const { sampleOf, intervalOf } = (await import(resolve(import.meta.dirname, '../support/mutation/sample.mjs'))) as Sample;

const mutantsOf = (count: number, name: string): Mutant[] =>
  times(count, (index) => ({
    fileName: join(process.cwd(), `src/${name}.ts`),
    mutatorName: 'ConditionalExpression',
    replacement: index % 2 ? 'true' : 'false',
  }));
const MUTANTS = times(20, (index) => mutantsOf(100, `file-${index}`)).flat();

describe('a sample of mutants', () => {
  it('has about every nth mutant', () => {
    expect(sampleOf(MUTANTS, 10).length).toBeGreaterThan(150);
    expect(sampleOf(MUTANTS, 10).length).toBeLessThan(250);
    expect(sampleOf(MUTANTS, 1)).toEqual(MUTANTS);
  });

  it('has the same mutants each time, whatever is in other files, and keeps them when it grows', () => {
    const ownMutants = mutantsOf(100, 'file-7');
    const expected = sampleOf(ownMutants, 10);
    expect(expected.length).toBeGreaterThan(0);
    expect(sampleOf([...MUTANTS.slice(0, 300), ...ownMutants], 10).filter((mutant) => ownMutants.includes(mutant))).toEqual(expected);
    expect(sampleOf(ownMutants, 5)).toEqual(expect.arrayContaining(expected));
  });
});

describe('the 95 % interval of a score', () => {
  it.each([
    [90, 100, 0.8256, 0.9448],
    [0, 10, 0, 0.2775],
    [10, 10, 0.7225, 1],
  ])('of %d out of %d is %d to %d', (dead, tried, low, high) => {
    const interval = intervalOf(dead, tried);
    expect(interval[0]).toBeCloseTo(low, 4);
    expect(interval[1]).toBeCloseTo(high, 4);
  });

  it('contains the score, and is narrower for more mutants', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (tried, score) => {
        const dead = Math.floor(score * tried);
        const [low, high] = intervalOf(dead, tried);
        const [lower, higher] = intervalOf(4 * dead, 4 * tried);
        expect(low).toBeLessThan(dead / tried + 1e-12);
        expect(high).toBeGreaterThan(dead / tried - 1e-12);
        expect(higher - lower).toBeLessThan(high - low);
      }),
    );
  });
});
