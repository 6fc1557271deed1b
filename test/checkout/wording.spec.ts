import { describe, expect, it } from '@jest/globals';
import { type Locale, LOCALES } from '../../src/common/locale.js';
import { TEXTS } from '../../src/web/languages/texts.js';

/** What the language has one word for, and the others that were used for it or mean something else. */
const NOT: Readonly<Partial<Record<Locale, RegExp>>> = {
  pl: /sposob\w* płatności|sposób płatności|form\w+ płatności/i,
  // A contract that is ended is "gekündigt"; "Widerruf" is the right of the first 14 days, to which receipts lead.
  de: /Zahlungsart|Zahlungsmethode|Widerruf/i,
  uk: /метод\w* оплати|форм\w* оплати/i,
  'pt-BR': /método\w* de pagamento|modo de pagamento/i,
};

/** Every sentence of a language, what is put into it left open. */
function sentences(text: unknown): string[] {
  if (typeof text === 'string') return [text];
  if (typeof text === 'function') {
    if ('locale' in text) return [1, 2, 5, 1.5].map(text as unknown as (count: number) => string);
    return [(text as (...values: unknown[]) => string)(...Array.from({ length: text.length }, (_, index) => (index === 0 ? ['…'] : '…')))];
  }
  return typeof text === 'object' && text !== null ? Object.values(text).flatMap(sentences) : [];
}

describe('the words of a language', () => {
  it.each(LOCALES)('are one for one thing in %s', (locale) => {
    const all = sentences(TEXTS[locale]);
    expect(all.length).toBeGreaterThan(150);
    const { withdrawal, withdraw } = TEXTS[locale].shell.receipt;
    expect(all.filter((sentence) => NOT[locale]?.test(sentence) && ![withdrawal, withdraw].includes(sentence))).toEqual([]);
  });

  it('tell payers who wait that the page follows, and that they may close it', () => {
    expect(LOCALES.map((locale) => TEXTS[locale].payments.display.then)).toEqual([
      'Ta strona zaktualizuje się, gdy wpłata dotrze. Możesz ją zamknąć.',
      'This page updates when your payment arrives. You can close it.',
      'Ця сторінка оновиться, коли надійде ваш платіж. Її можна закрити.',
      'Diese Seite aktualisiert sich, sobald Ihre Zahlung eingeht. Sie können sie schließen.',
      'Esta página se atualiza quando o seu pagamento chegar. Você pode fechá-la.',
    ]);
  });
});
