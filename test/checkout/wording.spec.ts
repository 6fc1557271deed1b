import { describe, expect, it } from '@jest/globals';
import { type Locale, LOCALES } from '../../src/common/locale.js';
import { TEXTS } from '../../src/web/languages/texts.js';

/** Words that a language must not use, because another word is the term for the same thing. */
const FORBIDDEN_WORDS: Readonly<Partial<Record<Locale, RegExp>>> = {
  pl: /sposob\w* płatności|sposób płatności|form\w+ płatności/i,
  // In German a contract is ended by "Kündigung". "Widerruf" is the right of the first 14 days, to which receipts link.
  de: /Zahlungsart|Zahlungsmethode|Widerruf/i,
  uk: /метод\w* оплати|форм\w* оплати/i,
  'pt-BR': /método\w* de pagamento|modo de pagamento/i,
};

/** All sentences of a language, with placeholders for their parameters. */
function sentences(text: unknown): string[] {
  if (typeof text === 'string') return [text];
  if (typeof text === 'function') {
    if ('locale' in text) return [1, 2, 5, 1.5].map(text as unknown as (count: number) => string);
    return [(text as (...values: unknown[]) => string)(...Array.from({ length: text.length }, (_, index) => (index === 0 ? ['…'] : '…')))];
  }
  return typeof text === 'object' && text !== null ? Object.values(text).flatMap(sentences) : [];
}

describe('the texts of a language', () => {
  it.each(LOCALES)('use one term for each concept in %s', (locale) => {
    const all = sentences(TEXTS[locale]);
    expect(all.length).toBeGreaterThan(150);
    const { withdrawal, withdraw } = TEXTS[locale].shell.receipt;
    expect(all.filter((sentence) => FORBIDDEN_WORDS[locale]?.test(sentence) && ![withdrawal, withdraw].includes(sentence))).toEqual([]);
  });

  it('tell waiting payers that the page updates itself and can be closed', () => {
    expect(LOCALES.map((locale) => TEXTS[locale].payments.display.then)).toEqual([
      'Ta strona zaktualizuje się, gdy wpłata dotrze. Możesz ją zamknąć.',
      'This page updates when your payment arrives. You can close it.',
      'Ця сторінка оновиться, коли надійде ваш платіж. Її можна закрити.',
      'Diese Seite aktualisiert sich, sobald Ihre Zahlung eingeht. Sie können sie schließen.',
      'Esta página se atualiza quando o seu pagamento chegar. Você pode fechá-la.',
    ]);
  });
});
