import { describe, expect, it } from '@jest/globals';
import { LOCALES } from '../../../../common/locale.js';
import { textVersion } from './text-version.js';

describe('the version of what payers agree to', () => {
  // Whoever changes a text writes its new version here: the history of these lines leads from a version that is kept to its words.
  it('is that of the present texts', () => {
    expect(Object.fromEntries(LOCALES.map((locale) => [locale, textVersion(locale)]))).toEqual({
      de: '5225094cf456',
      en: '084420dcb4be',
      pl: '1c9f4271ebce',
      uk: '7a7a6ca482ab',
    });
  });
});
