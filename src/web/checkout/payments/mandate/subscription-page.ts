import type { PayerSubscription } from '../../../../products/payments/checkout/payer-subscription.js';
import { formatMoney } from '../../../pages/format-money.js';
import { formatMoment } from '../../../pages/format-time.js';
import type { ReceiptLine, ShellPage } from '../../shell/checkout-step.js';
import { type PaymentTexts, TEXTS } from '../../../languages/texts.js';
import { type MandateContext, consentRecordOf, stateTextOf } from './mandate-view.js';
import { subscriptionPath } from './subscription-path.js';
import { receiptTerms, termsToAccept } from './terms-text.js';

export interface SubscriptionContext extends MandateContext {
  signature: string;
  /** Whether the page asks the payer to confirm the end. */
  asks: boolean;
}

/** The page of a subscription: terms and charges, the confirmation of the end, or only that the subscription has ended. */
export function subscriptionPage(view: PayerSubscription, around: SubscriptionContext): ShellPage {
  const { locale, signature, asks } = around;
  const t = TEXTS[locale].payments;
  const { mandate, lives, brand } = view;
  const screen = !lives ? 'over' : asks ? 'confirm' : 'standing';
  const seller = brand?.name ?? view.sellerName;
  return {
    template: `web/checkout/payments/templates/subscription-${screen}`,
    heading: screen === 'standing' ? t.subscription.title(seller) : t.subscription[screen].title,
    path: subscriptionPath(view.subscriptionId, signature) + (screen === 'confirm' ? '/end' : ''),
    reference: view.payerTransactionId,
    seller: view.sellerName,
    brand,
    item: view.item,
    price: null,
    isDue: false,
    errors: [],
    deadline: null,
    followed: null,
    successUrl: null,
    failureUrl: null,
    simulated: view.test ? { text: t.simulated.noMoney, link: '', url: null } : null,
    data: {
      t,
      label: mandate.label,
      home: subscriptionPath(view.subscriptionId, signature),
      ...(screen === 'over' ? { ended: endedText(view, t, around) } : standing(view, t, around)),
    },
  };
}

function standing(view: PayerSubscription, t: PaymentTexts, around: SubscriptionContext): object {
  const { locale, displayTimeZone: zone } = around;
  const { mandate, item, firstMinor, payments, paymentCount, paidMinor } = view;
  const words = { t: t.agreement, locale, zone };
  const proof = consentRecordOf(mandate, locale, zone);
  const charges: ReceiptLine[] = payments.map(({ paidAt, amountMinor }) => ({
    label: formatMoment(paidAt, zone, locale),
    value: formatMoney(amountMinor, locale),
  }));
  return {
    standing: stateTextOf(mandate, locale),
    proof,
    // A payer who consented in the shop has no stored text. Then the terms are shown with the present texts.
    terms: proof
      ? []
      : termsToAccept(mandate, { item, amountMinor: firstMinor }, words).filter(({ name }) => name !== 'cancel' && name !== 'now'),
    next: receiptTerms({ ...mandate, part: 'begun' }, words).filter(({ name }) => name === 'next'),
    charges,
    total: paymentCount > 1 ? `${formatMoney(paidMinor, locale)} · ${t.subscription.count(paymentCount)}` : null,
    onlyLatest: paymentCount > payments.length,
  };
}

function endedText({ endedAt, endedBy }: PayerSubscription, t: PaymentTexts, around: SubscriptionContext): string | null {
  if (!endedAt) return null;
  const time = formatMoment(endedAt, around.displayTimeZone, around.locale);
  return endedBy === 'payer' ? t.subscription.over.byPayer(time) : t.subscription.over.at(time);
}
