import type { Locale } from '../../../../common/locale.js';
import type { MandateSummary, PayerMandate } from '../../../../products/payments/checkout/payer-mandate.js';
import { MAX_MODEL_O_MINOR } from '../../../../products/payments/subscriptions/charges/charge-position.js';
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

/** The first payment: its item and amount, 0 for a setup payment. */
export interface Purchase {
  item: string;
  amountMinor: number;
}

/** All terms that the payer must see before the consent, in the order of the page. */
export function termsToAccept({ label, terms }: MandateSummary, { item, amountMinor }: Purchase, context: TermsTextContext): TermsLine[] {
  const { t, locale } = context;
  const firstAmount = formatMoney(amountMinor, locale);
  return termsLines(t, {
    item,
    label,
    now: amountMinor === 0 ? t.now(firstAmount) : firstAmount,
    each: chargeAmountText(terms, context),
    often: frequencyText(terms.frequency, t),
    first: terms.initiationAt ? t.first.from(formatDay(terms.initiationAt, context.zone, locale)) : t.first.any,
    until: lastDayText(terms, context),
    limits: limitsText(terms, context),
    cancel: t.cancel,
  });
}

/** The terms on the page of a charge, for a payer who accepted the mandate earlier. */
export function chargeTerms({ label, terms }: PayerMandate, context: TermsTextContext): TermsLine[] {
  const { t } = context;
  const often = frequencyText(terms.frequency, t);
  return termsLines(t, {
    under: label,
    each: chargeAmountText(terms, context),
    often,
    until: lastDayText(terms, context),
    cancel: t.cancel,
  });
}

/** The terms on the receipt of a mandate or of a charge. */
export function receiptTerms(mandate: MandateSummary & Pick<PayerMandate, 'part'>, context: TermsTextContext): TermsLine[] {
  const { t, locale, zone } = context;
  const { label, part, status, terms, nextChargeAt } = mandate;
  const isOver = status !== 'subscription_active' && status !== 'subscription_pending';
  const nextWithoutDate = terms.frequency === null && !terms.initiationAt ? t.often.asked : t.noNext;
  return termsLines(t, {
    [part === 'charged' ? 'under' : 'label']: label,
    next: nextChargeAt && !isOver ? t.first.from(formatDay(nextChargeAt, zone, locale)) : isOver ? t.noNext : nextWithoutDate,
    until: lastDayText(terms, context),
    cancel: t.cancel,
  });
}

/** A frequency in words, such as `Every 2 weeks`. */
export function frequencyText(frequency: string | null, { often }: Texts): string {
  if (frequency === null) return often.asked;
  const { each, unit } = parseFrequency(frequency);
  if (each === 1) return often.each[unit];
  return { D: often.days, W: often.weeks, M: often.months, Y: often.years }[unit](each);
}

/** How much one charge can be. Only model A has a limit of its own, which its terms always contain. */
function chargeAmountText({ model, amountLimitMinor }: SubscriptionTerms, { t, locale }: TermsTextContext): string {
  if (model === 'M') return t.each.M;
  return model === 'O' ? t.each.O(formatMoney(MAX_MODEL_O_MINOR, locale)) : t.each.A(formatMoney(amountLimitMinor ?? 0, locale));
}

/** The last day of the mandate. `expiresAt` is the start of the next day. */
function lastDayText({ expiresAt }: SubscriptionTerms, { t, zone, locale }: TermsTextContext): string {
  return expiresAt ? formatDay(new Date(expiresAt.getTime() - 1), zone, locale) : t.until;
}

function limitsText({ countLimit, totalLimitMinor }: SubscriptionTerms, { t, locale }: TermsTextContext): string {
  const limits = [
    ...(countLimit === null ? [] : [t.count(countLimit)]),
    ...(totalLimitMinor === null ? [] : [t.total(formatMoney(totalLimitMinor, locale))]),
  ].join(', ');
  return limits === '' ? t.unlimited : limits.charAt(0).toLocaleUpperCase(LANGUAGES[locale].region) + limits.slice(1);
}

function termsLines({ line }: Texts, values: Partial<Record<LineName, string>>): TermsLine[] {
  return (Object.entries(values) as [LineName, string][]).map(([name, value]) => ({ name, label: line[name], value }));
}
