import type { Locale } from '../../../common/locale.js';
import { formatMoney } from '../../pages/format-money.js';
import { PANEL_TEXTS, type PanelLocale, type PanelTexts } from '../texts/texts.js';

/** What the sentences about a transaction are made with. */
export interface Words {
  t: PanelTexts['transaction'];
  statuses: Readonly<Record<string, string>>;
  locale: Locale;
  money: (minor: number, currency?: string) => string;
  /** Sees the acquirer's own codes and the platform's accounts. */
  isStaff: boolean;
  /** Sees payers in full, and what they were sent. */
  seesPayers: boolean;
}

/** With a sign: `−5.00 zł`. */
export const signedMoney = (minor: number, locale: PanelLocale, currency = 'PLN'): string =>
  `${minor < 0 ? '−' : ''}${formatMoney(Math.abs(minor), locale, currency)}`;

export const wordsOf = (locale: PanelLocale, person: Pick<Words, 'isStaff' | 'seesPayers'>): Words => ({
  t: PANEL_TEXTS[locale].transaction,
  statuses: PANEL_TEXTS[locale].transactions.statuses,
  locale,
  money: (minor, currency) => signedMoney(minor, locale, currency),
  ...person,
});

export type Tone = 'good' | 'bad' | 'wait' | '';

/** Something that happened, in a sentence. */
export interface HistoryStep {
  at: Date;
  text: string;
  /** Reasons and codes of others. */
  detail?: string;
  /** What another party's program wrote; shown as text. */
  quote?: string;
  tone?: Tone;
}

/** A transaction as it is told to people. */
export interface TransactionHistory {
  status: string;
  tone: Tone;
  amount: string;
  isTest: boolean;
  facts: [label: string, value: string][];
  erased: boolean;
  /** What the payer's page says, or what the payer was sent; by language. */
  payer: { lang: string; lines: string[] }[];
  steps: HistoryStep[];
}

/** Facts that are there. */
export const given = (facts: readonly [string, string | null][]): [string, string][] =>
  facts.filter((fact): fact is [string, string] => fact[1] !== null && fact[1] !== '');
