import { describe, expect, it } from '@jest/globals';
import { frequencyWords, modelWords } from './agreement-words.js';

describe('what a payer reads of a consent', () => {
  it.each([
    ['1M', 'every month'],
    ['14D', 'every 14 days'],
    ['2W', 'every 2 weeks'],
    ['1Y', 'every year'],
    ['10Y', 'every 10 years'],
    [null, 'whenever it is due'],
  ])('%s: %s', (frequency, words) => expect(frequencyWords(frequency)).toBe(words));

  it('tells whether the app asks again', () => {
    const asks = (['A', 'O', 'M'] as const).map((model) => modelWords(model).says.includes('asks you each time'));
    expect(asks).toEqual([false, false, true]);
  });
});
