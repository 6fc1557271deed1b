import { describe, expect, it } from '@jest/globals';
import { LOCALES } from '../../../../common/locale.js';
import { consentTextVersion } from './consent-text-version.js';

describe('the version of the consent text', () => {
  // After a change of a text, write its new version here. The git history of these lines leads from a stored version to its texts.
  it('is that of the present texts', () => {
    expect(Object.fromEntries(LOCALES.map((locale) => [locale, consentTextVersion(locale)]))).toEqual({
      de: '43a858fd73a8',
      en: 'a3fc0b4adb4c',
      'pt-BR': '007f0a864310',
      pl: '70a599d5d540',
      uk: '7a3a0174af61',
    });
  });
});
