import { describe, expect, it } from '@jest/globals';
import { LOCALES } from '../../../../common/locale.js';
import { TEXTS } from '../../../languages/texts.js';
import { frequencyText } from './terms-text.js';

const frequencyTexts = (locale: (typeof LOCALES)[number], frequencies: string): string[] =>
  frequencies.split(' ').map((frequency) => frequencyText(frequency, TEXTS[locale].payments.agreement));

describe('the frequency of charges', () => {
  it('has the plural forms of each language', () => {
    expect(frequencyTexts('en', '1D 2D 1W 3W 1M 12M 1Y 2Y')).toEqual(
      'Every day|Every 2 days|Every week|Every 3 weeks|Every month|Every 12 months|Every year|Every 2 years'.split('|'),
    );
    expect(frequencyTexts('pl', '1D 2D 5W 1M 2M 5M 22M 1Y 2Y 5Y')).toEqual(
      'Codziennie|Co 2 dni|Co 5 tygodni|Co miesiąc|Co 2 miesiące|Co 5 miesięcy|Co 22 miesiące|Co rok|Co 2 lata|Co 5 lat'.split('|'),
    );
    expect(frequencyTexts('uk', '1W 2W 5W 21W 2M 5M 3Y')).toEqual(
      'Щотижня|Кожні 2 тижні|Кожні 5 тижнів|Кожен 21 тиждень|Кожні 2 місяці|Кожні 5 місяців|Кожні 3 роки'.split('|'),
    );
    expect(frequencyTexts('de', '1D 14D 1M 3M')).toEqual('Täglich|Alle 14 Tage|Monatlich|Alle 3 Monate'.split('|'));
  });

  it('names the shop’s request when the terms have no frequency', () => {
    for (const locale of LOCALES)
      expect(frequencyText(null, TEXTS[locale].payments.agreement)).toBe(TEXTS[locale].payments.agreement.often.asked);
  });
});
