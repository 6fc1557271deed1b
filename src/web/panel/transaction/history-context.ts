import type { Locale } from '../../../common/locale.js';
import { formatMoney } from '../../pages/format-money.js';
import { PANEL_TEXTS, type PanelLocale, type PanelTexts } from '../texts/texts.js';

/** Texts, formats and rights of the reader that the sentences about a transaction depend on. */
export interface HistoryContext {
  t: PanelTexts['transaction'];
  statuses: Readonly<Record<string, string>>;
  locale: Locale;
  money: (minor: number, currency?: string) => string;
  /** Staff see the provider's own error codes and the platform's accounts. */
  isStaff: boolean;
  /** The reader sees payers in full, and the messages that were sent to them. */
  seesPayers: boolean;
}

/** Formats an amount that may be negative: `−5.00 zł`. */
export const signedMoney = (minor: number, locale: PanelLocale, currency = 'PLN'): string =>
  `${minor < 0 ? '−' : ''}${formatMoney(Math.abs(minor), locale, currency)}`;

export const historyContext = (locale: PanelLocale, person: Pick<HistoryContext, 'isStaff' | 'seesPayers'>): HistoryContext => ({
  t: PANEL_TEXTS[locale].transaction,
  statuses: PANEL_TEXTS[locale].transactions.statuses,
  locale,
  money: (minor, currency) => signedMoney(minor, locale, currency),
  ...person,
});

/** The CSS class of a badge or of a step of the history. */
export type Tone = 'good' | 'bad' | 'wait' | '';

/** One event of a transaction, as a sentence. */
export interface HistoryStep {
  at: Date;
  text: string;
  /** Reasons and error codes of providers. */
  detail?: string;
  /** A text that the partner's program sent. It is shown as plain text. */
  quote?: string;
  tone?: Tone;
}

/** The history of a transaction in sentences. */
export interface TransactionHistory {
  status: string;
  tone: Tone;
  amount: string;
  isTest: boolean;
  facts: [label: string, value: string][];
  erased: boolean;
  /** The texts of the payer's page or the SMS reply to the payer, by language. */
  payer: { lang: string; lines: string[] }[];
  steps: HistoryStep[];
}

/** Leaves out facts without a value. */
export const presentFacts = (facts: readonly [string, string | null][]): [string, string][] =>
  facts.filter((fact): fact is [string, string] => fact[1] !== null && fact[1] !== '');
