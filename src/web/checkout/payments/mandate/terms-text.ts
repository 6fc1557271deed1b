import type { Locale } from '../../../../common/locale.js';
import type { ActiveMandate, PayerMandate } from '../../../../products/payments/checkout/payer-mandate.js';
import { MAX_MODEL_O_MINOR } from '../../../../products/payments/subscriptions/charges/charge-refusal.js';
import { parseFrequency } from '../../../../products/payments/mandates/frequency.js';
import type { SubscriptionTerms } from '../../../../products/payments/mandates/terms.js';
import { formatMoney } from '../../../pages/format-money.js';
import { formatDay } from '../../../pages/format-time.js';
import { LANGUAGES } from '../../../languages/languages.js';
import type { MandateTexts } from '../../../languages/texts.js';

type Texts = MandateTexts['agreement'];
export type LineName = Exclude<keyof Texts['line'], 'button'>;

/** One line of the terms. The name is the same in all languages. */
export interface TermsLine {
  name: LineName;
  label: string;
  value: string;
}

export interface TermsTextContext {
  t: Texts;
  locale: Locale;
  zone: string;
}

/** The first payment: its item and amount. */
export interface Purchase {
  item: string;
  amountMinor: number;
}

/** All terms that the payer must see before the consent, in the order of the page. */
export function termsToAccept({ label, terms }: ActiveMandate, { item, amountMinor }: Purchase, words: TermsTextContext): TermsLine[] {
  const { t, locale } = words;
  const now = formatMoney(amountMinor, locale);
  return lines(t, {
    item,
    label,
    now: amountMinor === 0 ? t.now(now) : now,
    each: eachCharge(terms, words),
    often: frequencyText(terms.frequency, t),
    first: terms.initiationAt ? t.first.from(formatDay(terms.initiationAt, words.zone, locale)) : t.first.any,
    until: lastDay(terms, words),
    limits: limitsInWords(terms, words),
    cancel: t.cancel,
  });
}

/** The terms on the page of a charge, for a payer who accepted the mandate earlier. */
export function chargeTerms({ label, terms }: PayerMandate, words: TermsTextContext): TermsLine[] {
  const { t } = words;
  const often = frequencyText(terms.frequency, t);
  return lines(t, { under: label, each: eachCharge(terms, words), often, until: lastDay(terms, words), cancel: t.cancel });
}

/** The terms on the receipt of a mandate or of a charge. */
export function receiptTerms(mandate: ActiveMandate & Pick<PayerMandate, 'part'>, words: TermsTextContext): TermsLine[] {
  const { t, locale, zone } = words;
  const { label, part, status, terms, nextChargeAt } = mandate;
  const isOver = status !== 'subscription_active' && status !== 'subscription_pending';
  const open = terms.frequency === null && !terms.initiationAt ? t.often.asked : t.noNext;
  return lines(t, {
    [part === 'charged' ? 'under' : 'label']: label,
    next: nextChargeAt && !isOver ? t.first.from(formatDay(nextChargeAt, zone, locale)) : isOver ? t.noNext : open,
    until: lastDay(terms, words),
    cancel: t.cancel,
  });
}

/** `Every 2 weeks` */
export function frequencyText(frequency: string | null, { often }: Texts): string {
  if (frequency === null) return often.asked;
  const { each, unit } = parseFrequency(frequency);
  if (each === 1) return often.each[unit];
  return { D: often.days, W: often.weeks, M: often.months, Y: often.years }[unit](each);
}

function eachCharge({ model, amountLimitMinor }: SubscriptionTerms, { t, locale }: TermsTextContext): string {
  if (model === 'M') return t.each.M;
  return model === 'O' ? t.each.O(formatMoney(MAX_MODEL_O_MINOR, locale)) : t.each.A(formatMoney(amountLimitMinor ?? 0, locale));
}

/** The last day of the mandate. `expiresAt` is the start of the next day. */
function lastDay({ expiresAt }: SubscriptionTerms, { t, zone, locale }: TermsTextContext): string {
  return expiresAt ? formatDay(new Date(expiresAt.getTime() - 1), zone, locale) : t.until;
}

function limitsInWords({ countLimit, totalLimitMinor }: SubscriptionTerms, { t, locale }: TermsTextContext): string {
  const limits = [
    ...(countLimit === null ? [] : [t.count(countLimit)]),
    ...(totalLimitMinor === null ? [] : [t.total(formatMoney(totalLimitMinor, locale))]),
  ].join(', ');
  return limits === '' ? t.unlimited : limits.charAt(0).toLocaleUpperCase(LANGUAGES[locale].region) + limits.slice(1);
}

function lines({ line }: Texts, values: Partial<Record<LineName, string>>): TermsLine[] {
  return (Object.entries(values) as [LineName, string][]).map(([name, value]) => ({ name, label: line[name], value }));
}
