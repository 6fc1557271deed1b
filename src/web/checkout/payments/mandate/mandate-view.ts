import { isLocale, type Locale } from '../../../../common/locale.js';
import type { MandateSummary, PayerMandate } from '../../../../products/payments/checkout/payer-mandate.js';
import type { PayerPayment as View } from '../../../../products/payments/checkout/payment-page.js';
import { formatMoney } from '../../../pages/format-money.js';
import { formatMoment } from '../../../pages/format-time.js';
import { LANGUAGES } from '../../../languages/languages.js';
import { TEXTS } from '../../../languages/texts.js';
import { consentDigest, type ConsentText } from './consent-digest.js';
import { type TermsLine, receiptTerms, termsToAccept, chargeTerms } from './terms-text.js';
import { consentTextVersion } from './consent-text-version.js';

export interface MandateContext {
  locale: Locale;
  displayTimeZone: string;
  /** The contact of the company that runs the gateway. */
  payerContact: string | null;
}

/** The mandate as texts for pages. */
export interface MandateView {
  label: string;
  part: PayerMandate['part'];
  intro: string;
  /** The terms before the consent. */
  lines: TermsLine[];
  /** The terms on a receipt, after the consent. */
  receiptLines: TermsLine[];
  submitLabel: string;
  /** Digest of the shown consent text, which the form sends back (`consent-digest.ts`). */
  seen: string;
  /** The state of the mandate as text; null while the mandate is only offered. */
  mandateStateText: string | null;
  proof: DisplayedTerms | null;
  /** Path of the page on which the payer can end the mandate; null before the consent and after the end. */
  page: string | null;
}

/** The stored consent evidence, in the language in which the payer consented. */
export interface DisplayedTerms {
  language: Locale;
  lines: { label: string; value: string }[];
  /** Version of the text, language, time and IP address. */
  facts: { label: string; value: string }[];
}

/** The consent text of an offered mandate, in the shape that is stored after the consent; null without an offer. */
export function consentText(view: View, context: MandateContext): ConsentText | null {
  const mandate = view.recurring?.mandate;
  if (mandate?.part !== 'offered') return null;
  const { locale } = context;
  const t = TEXTS[locale].payments.agreement;
  const contact = [view.brand?.contact, context.payerContact].filter((text) => text != null).join(', ');
  return {
    textVersion: consentTextVersion(locale),
    language: locale,
    values: {
      method: t.method,
      intro: t.intro[mandate.terms.model],
      seller: view.brand?.name ?? view.sellerName,
      ...Object.fromEntries(termsLines(view, mandate, context).map(({ name, value }) => [name, value])),
      ...(contact !== '' && { contact }),
      button: t.order(formatMoney(view.amountMinor, locale)),
    },
  };
}

/** @param pageOf returns the path of the page on which the payer can end a subscription */
export function mandateView(view: View, context: MandateContext, pageOf: (subscriptionId: string) => string): MandateView | null {
  const mandate = view.recurring?.mandate;
  if (!mandate) return null;
  const { locale, displayTimeZone: zone } = context;
  const t = TEXTS[locale].payments.agreement;
  const consent = consentText(view, context);
  return {
    label: mandate.label,
    part: mandate.part,
    intro: t.intro[mandate.terms.model],
    lines: termsLines(view, mandate, context),
    receiptLines: receiptTerms(mandate, { t, locale, zone }),
    submitLabel: t.order(formatMoney(view.amountMinor, locale)),
    seen: consent ? consentDigest(consent) : '',
    mandateStateText: stateTextOf(mandate, locale),
    proof: consentRecordOf(mandate, locale, zone),
    page: mandate.subscriptionId !== null && isPendingOrActive(mandate) ? pageOf(mandate.subscriptionId) : null,
  };
}

function termsLines(view: View, mandate: PayerMandate, { locale, displayTimeZone: zone }: MandateContext): TermsLine[] {
  const textContext = { t: TEXTS[locale].payments.agreement, locale, zone };
  if (mandate.part === 'charged') return chargeTerms(mandate, textContext);
  return termsToAccept(mandate, { item: view.description ?? view.serviceName, amountMinor: view.amountMinor }, textContext);
}

function isPendingOrActive({ status }: MandateSummary): boolean {
  return status === 'subscription_pending' || status === 'subscription_active';
}

export function stateTextOf({ status }: MandateSummary, locale: Locale): string | null {
  const { pending, active, over } = TEXTS[locale].payments.agreement.standing;
  if (status === null) return null;
  return status === 'subscription_pending' ? pending : status === 'subscription_active' ? active : over;
}

export function consentRecordOf({ consentEvidence: evidence }: MandateSummary, locale: Locale, zone: string): DisplayedTerms | null {
  if (!evidence) return null;
  const { proof } = TEXTS[locale].payments.agreement;
  const language = isLocale(evidence.language) ? evidence.language : locale;
  const labels: Readonly<Record<string, string>> = {
    ...TEXTS[language].payments.agreement.line,
    contact: TEXTS[language].shell.receipt.contact,
  };
  return {
    language,
    // In the order of the page, because jsonb does not preserve the order of members.
    lines: Object.entries(labels).flatMap(([name, label]) =>
      evidence.values[name] === undefined ? [] : [{ label, value: evidence.values[name] }],
    ),
    facts: [
      { label: proof.version, value: evidence.textVersion },
      { label: proof.language, value: LANGUAGES[language].name },
      { label: proof.time, value: formatMoment(new Date(evidence.shownAt), zone, locale) },
      { label: proof.address, value: evidence.address },
    ],
  };
}
