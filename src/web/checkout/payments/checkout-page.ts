import type { Locale } from '../../../common/locale.js';
import type { ChannelId } from '../../../connectors/channels/catalogue/channel-ids.js';
import type { PaymentPage as View } from '../../../products/payments/checkout/payment-page.js';
import { formatMoney } from '../../pages/format-money.js';
import { formatMoment } from '../../pages/format-time.js';
import type { PaymentPage } from '../shell/payment-page.js';
import { shopLink } from '../shell/shop-link.js';
import { agreementView } from './agreement/agreement-view.js';
import { recurringMishap } from './agreement/recurring-mishap.js';
import { cartLines } from './cart-lines.js';
import { type FormTrouble, shownErrors } from './checkout-problem.js';
import { displayOf } from './display.js';
import { GROUP_OF, ASKS_FOR_A_CODE } from './failure-group.js';
import { methodChoice } from './method-choice.js';
import { methodName, placeOf } from './method-name.js';
import { DONE, FACES, type Face, faceOf } from './page-face.js';
import { receiptOf, valueInPln } from './receipt.js';
import { simulationOf } from './simulation.js';
import type { PaymentTexts } from './texts/texts.en.js';
import { TEXTS } from './texts/texts.js';

/** What a page needs besides the payment itself. */
export interface CheckoutSurroundings {
  locale: Locale;
  now: Date;
  displayTimeZone: string;
  /** What the browser remembers of an earlier payment. */
  remembered: ChannelId | null;
  /** Where the simulated parties are; null while there are none. */
  sandboxUrl: string | null;
  /** Of the gateway's operator. */
  payerContact: string | null;
}

/** What stands before a payment's id. */
export const PAYMENT_PATH = '/pay';

const FOLDER = 'web/checkout/payments/templates';
/** A time of day says enough only until the next day. */
const A_DAY_MS = 86_400_000;
const AN_HOUR_MS = 3_600_000;

/** Whether the payer has a form before him that can be filled in wrongly. */
export function takesForms({ stage, step }: View): boolean {
  return stage === 'choose' || step.kind === 'needsCode';
}

/** The page that a payment in this stage shows. */
export function checkoutPage(view: View, trouble: FormTrouble | null, around: CheckoutSurroundings): PaymentPage {
  const { locale, now, displayTimeZone, remembered } = around;
  const t = TEXTS[locale];
  const face = faceOf(view, now);
  const { template, step, acts, follows, isSlow } = FACES[face];
  const price = formatMoney(view.amountMinor, locale, view.currency);
  const method = view.channel ? methodName(view.channel, t) : '';
  const isNear = view.expiresAt.getTime() - now.getTime() < A_DAY_MS;
  const seller = view.brand?.name ?? view.sellerName;
  return {
    template: `${FOLDER}/${template}`,
    heading: headingOf(view, face, method, t),
    path: `${PAYMENT_PATH}/${view.transactionId}`,
    reference: view.payerTransactionId,
    seller: view.sellerName,
    brand: view.brand,
    item: view.description ?? view.serviceName,
    price: { amount: price, note: view.currency === 'PLN' ? '' : valueInPln(view, locale) },
    errors: shownErrors(trouble, t),
    deadline: acts && isNear ? { at: view.expiresAt, canBeExtended: view.canExtend } : null,
    isDue: step < DONE && face !== 'checking',
    followed: follows ? view.state : null,
    successUrl: view.successUrl,
    failureUrl: view.failureUrl,
    simulated: simulationOf(view, face, around.sandboxUrl, t),
    data: {
      t,
      face,
      steps: [t.steps.choose, t.steps.confirm, t.steps.done],
      step,
      formState: view.state,
      toPay: price,
      method,
      away: awayTexts(view, t),
      cart: cartLines(view, locale),
      groups: face === 'choose' ? methodChoice(view, trouble?.typed ?? null, remembered, t) : [],
      remember: trouble?.typed?.remember ?? remembered !== null,
      agreement: agreementView(view, around),
      inApp: inAppText(view, price, t),
      takesAnotherCode: !view.recurring || view.recurring.agreement?.shown != null,
      thanks: isAgreedOnly(view) ? t.agreement.agreed.text : t.paid.text,
      banks: view.recurring?.banks ?? [],
      apps: view.step.kind === 'needsCode' ? view.step.alternatives.map(({ label }) => label) : [],
      confirmBefore: longTimeToConfirm(view, around),
      canLeave: view.canLeave,
      pending: isSlow ? shopLink(view.pendingUrl) : null,
      codesLeft: view.codesLeft,
      // That several apps know the payer is what the page asks about, and no mishap.
      mishap: face === 'apps' && view.failure?.reason === 'alias_ambiguous' ? null : mishapOf(view, t),
      ending: endingOf(view, face, t),
      refunds: refundsOf(view, locale, t),
      redirectUrl: view.step.kind === 'redirect' ? view.step.url : null,
      confirmIn: view.step.kind === 'waitPayer' ? secondsUntil(view.step.until, now) : 0,
      shown:
        view.step.kind === 'display' ? displayOf(view.step, { t, channel: view.channel, price, seller, locale, displayTimeZone }) : null,
      receipt: receiptOf(view, view.paidAt ?? now, displayTimeZone, locale),
    },
  };
}

function headingOf(view: View, face: Face, method: string, t: PaymentTexts): string {
  if (face === 'paid' && isAgreedOnly(view)) return t.agreement.agreed.title;
  if (face === 'away') return awayTexts(view, t).title(method);
  const { title } = t[face];
  return typeof title === 'string' ? title : title(method);
}

function awayTexts({ channel }: View, t: PaymentTexts): PaymentTexts['away']['bank'] {
  return t.away[channel ? placeOf(channel) : 'other'];
}

/** Nothing was paid: the payer has agreed to later charges. */
function isAgreedOnly({ amountMinor, recurring }: View): boolean {
  return recurring !== null && amountMinor === 0;
}

function inAppText({ recurring }: View, price: string, { app, agreement: { confirm, chargeInApp } }: PaymentTexts): string {
  const agreement = recurring?.agreement;
  if (!agreement) return app.text(price);
  return agreement.part === 'charged' ? chargeInApp(price, agreement.label) : confirm;
}

function mishapOf({ failure, recurring, codesLeft, channels }: View, t: PaymentTexts): { text: string; next: string } | null {
  if (!failure) return null;
  if (recurring) return recurringMishap(failure.reason, recurring, t);
  const group = GROUP_OF[failure.reason];
  const { text, next } = t.failure[group];
  if (codesLeft > 0 || !ASKS_FOR_A_CODE.includes(group)) return { text, next };
  return { text, next: channels.length > 0 ? t.noCodesLeft.choose : t.noCodesLeft.shop };
}

/** "Nothing was taken" only where no channel was ever begun: money may still come from those that were. */
function endingOf({ channel, failure }: View, face: Face, t: PaymentTexts): { reason: string | null; text: string } | null {
  if (face === 'refunded' || face === 'fraud') return { reason: null, text: t[face].text };
  if (face !== 'failed' && face !== 'expired' && face !== 'canceled') return null;
  const reason = face === 'failed' && failure ? t.failure[GROUP_OF[failure.reason]].text : null;
  return { reason, text: channel === null ? t.notPaid.untouched : t.notPaid.inDoubt };
}

/** What of a payment that is paid went back, and what is on its way. */
function refundsOf({ refundMinor, refundedMinor, currency }: View, locale: Locale, t: PaymentTexts): string[] {
  const [back, underWay] = [refundedMinor, refundMinor - refundedMinor].map((minor) =>
    minor > 0 ? formatMoney(minor, locale, currency) : null,
  );
  return [...(back ? [t.paid.refunded(back)] : []), ...(underWay ? [t.paid.refunding(underWay)] : [])];
}

/** A countdown of days says less than the day. */
function longTimeToConfirm({ step }: View, { now, displayTimeZone, locale }: CheckoutSurroundings): string | null {
  if (step.kind !== 'waitPayer' || step.until.getTime() - now.getTime() < AN_HOUR_MS) return null;
  return TEXTS[locale].agreement.confirmBefore(formatMoment(step.until, displayTimeZone, locale));
}

function secondsUntil(at: Date, now: Date): number {
  return Math.max(0, Math.ceil((at.getTime() - now.getTime()) / 1000));
}
