import type { PayerSubscription } from '../../../../products/payments/checkout/payer-subscription.js';
import { formatMoney } from '../../../pages/format-money.js';
import { formatMoment } from '../../../pages/format-time.js';
import type { ReceiptLine, ShellPage } from '../../shell/shell-page.js';
import { type PaymentTexts, TEXTS } from '../../../languages/texts.js';
import { type MandateContext, consentRecordOf, stateTextOf } from './mandate-view.js';
import { subscriptionPath } from './subscription-path.js';
import { receiptTerms, termsToAccept } from './terms-text.js';

export interface SubscriptionContext extends MandateContext {
  signature: string;
  /** Whether the page asks the payer to confirm the end. */
  asksForConfirmation: boolean;
}

/** The page of a subscription: terms and charges, the confirmation of the end, or only that the subscription has ended. */
export function subscriptionPage(view: PayerSubscription, context: SubscriptionContext): ShellPage {
  const { locale, signature, asksForConfirmation } = context;
  const t = TEXTS[locale].payments;
  const { mandate, isLive, brand } = view;
  const screen = !isLive ? 'over' : asksForConfirmation ? 'confirm' : 'standing';
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
    followedState: null,
    successUrl: null,
    failureUrl: null,
    testNotice: view.test ? { text: t.simulated.noMoney, link: '', url: null } : null,
    data: {
      t,
      label: mandate.label,
      pagePath: subscriptionPath(view.subscriptionId, signature),
      ...(screen === 'over' ? { endedText: endedText(view, t, context) } : detailsOf(view, t, context)),
    },
  };
}

function detailsOf(view: PayerSubscription, t: PaymentTexts, context: SubscriptionContext): object {
  const { locale, displayTimeZone: zone } = context;
  const { mandate, item, firstMinor, payments, paymentCount, paidMinor } = view;
  const textContext = { t: t.agreement, locale, zone };
  const proof = consentRecordOf(mandate, locale, zone);
  const charges: ReceiptLine[] = payments.map(({ paidAt, amountMinor }) => ({
    label: formatMoment(paidAt, zone, locale),
    value: formatMoney(amountMinor, locale),
  }));
  return {
    stateText: stateTextOf(mandate, locale),
    proof,
    // For a payer who consented in the shop no consent text is stored. Then the terms are shown with the current texts.
    terms: proof
      ? []
      : termsToAccept(mandate, { item, amountMinor: firstMinor }, textContext).filter(({ name }) => name !== 'cancel' && name !== 'now'),
    next: receiptTerms({ ...mandate, part: 'begun' }, textContext).filter(({ name }) => name === 'next'),
    charges,
    total: paymentCount > 1 ? `${formatMoney(paidMinor, locale)} · ${t.subscription.count(paymentCount)}` : null,
    onlyLatest: paymentCount > payments.length,
  };
}

function endedText({ endedAt, endedBy }: PayerSubscription, t: PaymentTexts, context: SubscriptionContext): string | null {
  if (!endedAt) return null;
  const time = formatMoment(endedAt, context.displayTimeZone, context.locale);
  return endedBy === 'payer' ? t.subscription.over.byPayer(time) : t.subscription.over.at(time);
}
