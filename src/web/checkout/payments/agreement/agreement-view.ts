import { isLocale, type Locale } from '../../../../common/locale.js';
import type { PayerAgreement } from '../../../../products/payments/checkout/payer-agreement.js';
import type { PaymentPage as View } from '../../../../products/payments/checkout/payment-page.js';
import { formatMoney } from '../../../pages/format-money.js';
import { formatMoment } from '../../../pages/format-time.js';
import { LANGUAGES } from '../../../pages/locale.js';
import { SHELL_TEXTS } from '../../shell/texts/texts.js';
import { TEXTS } from '../texts/texts.js';
import { digestOf, type ShownText } from './evidence.js';
import { type AgreementLine, termsAfter, termsBefore, termsOfCharge } from './terms-in-words.js';
import { textVersion } from './text-version.js';

export interface AgreementSurroundings {
  locale: Locale;
  displayTimeZone: string;
  /** Of the gateway's operator. */
  payerContact: string | null;
}

/** What pages of recurring payments print of the agreement. */
export interface AgreementView {
  label: string;
  part: PayerAgreement['part'];
  intro: string;
  /** What is agreed to, and what a receipt says of it afterwards. */
  lines: AgreementLine[];
  receipt: AgreementLine[];
  order: string;
  /** Goes with the form. */
  seen: string;
  /** How it stands, once there is something to say. */
  standing: string | null;
  proof: Proof | null;
}

/** The words that were agreed to, in the language in which they were. */
export interface Proof {
  language: Locale;
  lines: { label: string; value: string }[];
  /** Version, language, time and address. */
  facts: { label: string; value: string }[];
}

/** What stands on the page of an offer, as it is kept when the payer agrees; null where nothing is offered. */
export function shownText(view: View, around: AgreementSurroundings): ShownText | null {
  const agreement = view.recurring?.agreement;
  if (agreement?.part !== 'offered') return null;
  const { locale } = around;
  const t = TEXTS[locale].agreement;
  const contact = [view.brand?.contact, around.payerContact].filter((each) => each != null).join(', ');
  return {
    textVersion: textVersion(locale),
    language: locale,
    values: {
      method: t.method,
      intro: t.intro[agreement.terms.model],
      seller: view.brand?.name ?? view.sellerName,
      ...Object.fromEntries(linesOf(view, agreement, around).map(({ name, value }) => [name, value])),
      ...(contact !== '' && { contact }),
      button: t.order(formatMoney(view.amountMinor, locale)),
    },
  };
}

export function agreementView(view: View, around: AgreementSurroundings): AgreementView | null {
  const agreement = view.recurring?.agreement;
  if (!agreement) return null;
  const { locale, displayTimeZone: zone } = around;
  const t = TEXTS[locale].agreement;
  const shown = shownText(view, around);
  return {
    label: agreement.label,
    part: agreement.part,
    intro: t.intro[agreement.terms.model],
    lines: linesOf(view, agreement, around),
    receipt: termsAfter(agreement, { t, locale, zone }),
    order: t.order(formatMoney(view.amountMinor, locale)),
    seen: shown ? digestOf(shown) : '',
    standing: standingOf(agreement, locale),
    proof: proofOf(agreement, locale, zone),
  };
}

function linesOf(view: View, agreement: PayerAgreement, { locale, displayTimeZone: zone }: AgreementSurroundings): AgreementLine[] {
  const words = { t: TEXTS[locale].agreement, locale, zone };
  if (agreement.part === 'charged') return termsOfCharge(agreement, words);
  return termsBefore(agreement, { item: view.description ?? view.serviceName, amountMinor: view.amountMinor }, words);
}

function standingOf({ status }: PayerAgreement, locale: Locale): string | null {
  const { pending, active, over } = TEXTS[locale].agreement.standing;
  if (status === null) return null;
  return status === 'subscription_pending' ? pending : status === 'subscription_active' ? active : over;
}

function proofOf({ shown }: PayerAgreement, locale: Locale, zone: string): Proof | null {
  if (!shown) return null;
  const { proof } = TEXTS[locale].agreement;
  const language = isLocale(shown.language) ? shown.language : locale;
  const labels: Readonly<Record<string, string>> = { ...TEXTS[language].agreement.line, contact: SHELL_TEXTS[language].receipt.contact };
  return {
    language,
    // In the order of the page: the database keeps the members of an object in one of its own.
    lines: Object.entries(labels).flatMap(([name, label]) =>
      shown.values[name] === undefined ? [] : [{ label, value: shown.values[name] }],
    ),
    facts: [
      { label: proof.version, value: shown.textVersion },
      { label: proof.language, value: LANGUAGES[language].name },
      { label: proof.time, value: formatMoment(new Date(shown.shownAt), zone, locale) },
      { label: proof.address, value: shown.address },
    ],
  };
}
