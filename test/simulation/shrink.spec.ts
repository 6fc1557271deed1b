import { describe, expect, it } from '@jest/globals';
import { findSaleNames, shrink } from '../../simulation/run/shrink.js';
import { parseStepList, formatStepList } from '../../simulation/run/step-list.js';
import type { Step } from '../../simulation/actions/step.js';
import { writeSteps } from '../../simulation/steps/write-steps.js';

const indexesOf = (steps: readonly Step[]): number[] => steps.map(({ index }) => index);

/** Shrinks a failure that needs exactly these steps. */
async function shrinkFailure(needed: readonly number[], saleNames: readonly string[] = []): Promise<{ left: number[]; tries: number }> {
  let tries = 0;
  const left = await shrink(writeSteps('shrink', 400), saleNames, (steps) => {
    tries += 1;
    return Promise.resolve(needed.every((index) => indexesOf(steps).includes(index)));
  });
  return { left: indexesOf(left), tries };
}

describe('shrinking', () => {
  it.each([[[0]], [[399]], [[3, 4, 5]], [[7, 120, 121, 399]]])('leaves exactly the steps that are needed: %j', async (needed) => {
    const { left, tries } = await shrinkFailure(needed);
    expect(left).toEqual(needed);
    expect(tries).toBeLessThan(100);
  });

  it('begins with the steps of the named sales, and continues with all steps if these are not enough', async () => {
    const [sale] = writeSteps('shrink', 400).filter(({ action }) => action.kind === 'sell by phone');
    const index = sale?.index ?? 0;
    await expect(shrinkFailure([index], [`d${index}`])).resolves.toMatchObject({ left: [index] });
    await expect(shrinkFailure([index], ['d1000'])).resolves.toMatchObject({ left: [index] });
    expect(findSaleNames('d12/1 of d12 was booked, p3 → m400')).toEqual(['d12', 'd12', 'p3', 'm400']);
  });
});

describe('the steps of a seed', () => {
  it('are the same for the same seed, numbered from 0, and differ for another seed', () => {
    expect(writeSteps('a', 100)).toEqual(writeSteps('a', 100));
    expect(writeSteps('a', 100)).not.toEqual(writeSteps('b', 100));
    expect(indexesOf(writeSteps('a', 100))).toEqual(Array.from({ length: 100 }, (_, index) => index));
  });

  it('are selected by lists that are parsed as they were formatted', () => {
    for (const list of [[3], [3, 7, 8, 9], [0, 1, 5, 7]]) expect(parseStepList(formatStepList(list))).toEqual(list);
    expect(formatStepList([3, 7, 8, 9])).toBe('3,7-9');
    expect(() => parseStepList('3,x')).toThrow(RangeError);
  });
});
