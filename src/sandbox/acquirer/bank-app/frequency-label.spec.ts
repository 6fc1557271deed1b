import { describe, expect, it } from '@jest/globals';
import { en } from '../texts/en.js';
import { pl } from '../texts/pl.js';
import { frequencyLabel } from './frequency-label.js';

describe('the texts of a mandate in a bank’s app', () => {
  it.each([
    ['1M', 'every month', 'co miesiąc'],
    ['14D', 'every 14 days', 'co 14 dni'],
    ['2W', 'every 2 weeks', 'co 2 tygodnie'],
    ['5W', 'every 5 weeks', 'co 5 tygodni'],
    ['1Y', 'every year', 'co rok'],
    ['10Y', 'every 10 years', 'co 10 lat'],
    [null, 'whenever it is due', 'gdy płatność jest należna'],
  ])('name the frequency %s "%s" in English and "%s" in Polish', (frequency, english, polish) => {
    expect([en, pl].map(({ terms }) => frequencyLabel(frequency, terms))).toEqual([english, polish]);
  });

  it('state for each model whether the app asks the payer before a charge', () => {
    const asks = (['A', 'O', 'M'] as const).map((model) => en.terms.models[model].says.includes('asks you each time'));
    expect(asks).toEqual([false, false, true]);
  });
});
