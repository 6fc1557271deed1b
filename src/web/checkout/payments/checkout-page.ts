import type { Locale } from '../../../common/locale.js';
import type { ChannelId } from '../../../connectors/acquirers/catalogue/channel-ids.js';
import type { PayerPayment as View } from '../../../products/payments/checkout/payment-page.js';
import type { MarkPlaces } from '../../../products/payments/marks/mark-sprite.js';
import { formatMoney } from '../../pages/format-money.js';
import { formatMoment } from '../../pages/format-time.js';
import type { ShellPage } from '../shell/checkout-step.js';
import { shopLink } from '../shell/shop-link.js';
import { mandateView } from './mandate/mandate-view.js';
import { recurringFailure } from './mandate/recurring-failure.js';
import { cartLines } from './cart-lines.js';
import { type PaymentFormErrors, displayedPaymentErrors } from './checkout-problem.js';
import { displayOf } from './display.js';
import { type Failure, CATEGORY_OF, NEEDS_ANOTHER_CODE } from './failure-category.js';
import { methodChoice } from './method-choice.js';
import { methodMark } from './method-mark.js';
import { methodName, redirectTargetOf } from './method-name.js';
import { LAST_STEP, SCREENS, type Screen, screenOf } from './page-screen.js';
import { receiptOf, valueInPln } from './receipt.js';
import { testPaymentNotice } from './test-payment-notice.js';
import { type PaymentTexts, TEXTS } from '../../languages/texts.js';

/** What a page depends on besides the payment. */
export interface CheckoutContext {
  locale: Locale;
  now: Date;
  displayTimeZone: string;
  /** The method that the browser remembers from an earlier payment. */
  remembered: ChannelId | null;
  /** Null when no marks are installed. */
  marks: MarkPlaces | null;
  /** Address of the simulated parties; null without a sandbox. */
  sandboxUrl: string | null;
  /** The contact of the gateway's operator. */
  payerContact: string | null;
  /** Path of the page on which a payer sees and ends a subscription; `publicUrl` precedes it on a printed receipt. */
  mandatePage: (subscriptionId: string) => string;
  publicUrl: string;
}

/** The path before a payment's id. */
export const PAYMENT_PATH = '/pay';

const FOLDER = 'web/checkout/payments/templates';
/** A deadline is shown as a time of day, so only one within a day is shown. */
const A_DAY_MS = 86_400_000;
/** Seconds that are counted down; a longer time is shown as a moment. */
const COUNTED_DOWN = 600;

/** Whether the page has a form whose fields can be wrong. */
export function takesForms({ stage, step }: View): boolean {
  return stage === 'choose' || step.kind === 'needsCode';
}

/** The page that a payment in this stage shows. */
export function paymentPage(view: View, trouble: PaymentFormErrors | null, around: CheckoutContext): ShellPage {
  const { locale, now, displayTimeZone, remembered } = around;
  const t = TEXTS[locale].payments;
  const face = screenOf(view, now);
  const { template, step, acts, follows, isSlow } = SCREENS[face];
  const price = formatMoney(view.amountMinor, locale, view.currency);
  const method = view.channel ? methodName(view.channel, t) : '';
  const isNear = view.expiresAt.getTime() - now.getTime() < A_DAY_MS;
  const seller = view.brand?.name ?? view.sellerName;
  return {
    template: `${FOLDER}/${template}`,
    heading: face === 'closed' ? TEXTS[locale].shell.closed.title : headingOf(view, face, method, t),
    path: `${PAYMENT_PATH}/${view.transactionId}`,
    reference: view.payerTransactionId,
    seller: view.sellerName,
    brand: view.brand,
    item: view.description ?? view.serviceName,
    price: { amount: price, note: view.currency === 'PLN' ? '' : valueInPln(view, locale) },
    errors: displayedPaymentErrors(trouble, t),
    deadline: acts && isNear ? { at: view.expiresAt, canBeExtended: view.canExtend } : null,
    isDue: step < LAST_STEP && face !== 'checking',
    followed: follows ? view.state : null,
    successUrl: view.successUrl,
    failureUrl: view.failureUrl,
    simulated: testPaymentNotice(view, face, around.sandboxUrl, t),
    data: {
      t,
      face,
      steps: [t.steps.choose, t.steps.confirm, t.steps.done],
      step,
      formState: view.state,
      toPay: price,
      method,
      drawn: new Set<string>(),
      mark: view.channel ? methodMark(view.channel, around.marks) : null,
      away: awayTexts(view, t),
      cart: cartLines(view, locale),
      groups: face === 'choose' ? methodChoice(view, trouble?.typed ?? null, around, t) : [],
      remember: trouble?.typed?.remember ?? remembered !== null,
      mandate: mandateView(view, around, around.mandatePage),
      publicUrl: around.publicUrl,
      inApp: inAppText(view, price, t),
      takesAnotherCode: !view.recurring || view.recurring.mandate?.shown != null,
      thanks: isAgreedOnly(view) ? t.agreement.agreed.text : t.paid.text,
      banks: (view.recurring?.banks ?? []).map(({ name, mark }) => ({ name, mark: methodMark(mark, around.marks) })),
      apps: view.step.kind === 'needsCode' ? view.step.alternatives.map(({ label }) => label) : [],
      confirmBefore: longTimeToConfirm(view, around),
      canAbandon: view.canAbandon,
      pending: isSlow ? shopLink(view.pendingUrl) : null,
      codesLeft: view.codesLeft,
      // This page asks which app to use, so the failure that names several apps is not shown.
      mishap: face === 'apps' && view.failure?.reason === 'alias_ambiguous' ? null : mishapOf(view, t),
      moneyLine: closedMoneyLine(view, locale),
      ending: endingOf(view, face, t),
      refunds: refundsOf(view, locale, t),
      redirectUrl: view.step.kind === 'redirect' ? view.step.url : null,
      confirmIn: view.step.kind === 'waitPayer' ? secondsUntil(view.step.until, now) : 0,
      shown:
        view.step.kind === 'display' ? displayOf(view.step, { t, channel: view.channel, price, seller, locale, displayTimeZone }) : null,
      receipt: receiptOf(view, view.paidAt ?? now, around),
    },
  };
}

/** The heading and the sentences of that page, for those whom a payer asks about it. */
export function paymentPageText(view: View, locale: Locale, now: Date): string[] {
  const t = TEXTS[locale].payments;
  const face = screenOf(view, now);
  if (face === 'closed') return [TEXTS[locale].shell.closed.title, TEXTS[locale].shell.closed.text, closedMoneyLine(view, locale)];
  const heading = headingOf(view, face, view.channel ? methodName(view.channel, t) : '', t);
  const ending = endingOf(view, face, t);
  const mishap = ending ? null : mishapOf(view, t);
  const price = formatMoney(view.amountMinor, locale, view.currency);
  const told: Partial<Record<Screen, string>> = {
    app: inAppText(view, price, t),
    waiting: t.waiting.text,
    confirmed: t.confirmed.text,
    checking: t.checking.text,
    paid: isAgreedOnly(view)
      ? t.agreement.agreed.text(view.brand?.name ?? view.sellerName)
      : t.paid.text(view.brand?.name ?? view.sellerName),
  };
  const refunds = face === 'paid' ? refundsOf(view, locale, t) : [];
  return [heading, mishap?.text, mishap?.next, told[face], ending?.reason, ending?.text, ...refunds].filter((text) => text != null);
}

function headingOf(view: View, face: Exclude<Screen, 'closed'>, method: string, t: PaymentTexts): string {
  if (face === 'paid' && isAgreedOnly(view)) return t.agreement.agreed.title;
  if (face === 'away') return awayTexts(view, t).title(method);
  const { title } = t[face];
  return typeof title === 'string' ? title : title(method);
}

function awayTexts({ channel }: View, t: PaymentTexts): PaymentTexts['away']['bank'] {
  return t.away[channel ? redirectTargetOf(channel) : 'other'];
}

/** Whether the payer only agreed to later charges, without a first payment. */
function isAgreedOnly({ amountMinor, recurring }: View): boolean {
  return recurring !== null && amountMinor === 0;
}

function inAppText({ recurring }: View, price: string, { app, agreement: { confirm, chargeInApp } }: PaymentTexts): string {
  const mandate = recurring?.mandate;
  if (!mandate) return app.text(price);
  return mandate.part === 'charged' ? chargeInApp(price, mandate.label) : confirm;
}

function mishapOf({ failure, recurring, codesLeft, channels }: View, t: PaymentTexts): { text: string; next: string } | null {
  if (!failure) return null;
  if (recurring) return recurringFailure(failure.reason, recurring, t);
  const group = CATEGORY_OF[failure.reason];
  const { text, next } = t.failure[group];
  if (codesLeft > 0 || !NEEDS_ANOTHER_CODE.includes(group)) return { text, next };
  return { text, next: channels.length > 0 ? t.noCodesLeft.choose : t.noCodesLeft.shop };
}

/** Ends of an attempt without a refusal. The heading of the page says enough about them. */
const ENDS: readonly string[] = ['canceled', 'expired', 'not_sent', 'not_found'] satisfies Failure[];

/** Only if no channel was begun, or there is nothing to pay: otherwise money may still come. */
function isUntouched({ channel, amountMinor }: View): boolean {
  return channel === null || amountMinor === 0;
}

function closedMoneyLine(view: View, locale: Locale): string {
  const { shell, payments } = TEXTS[locale];
  return isUntouched(view) ? shell.closed.untouched : payments.notPaid.inDoubt;
}

function endingOf(view: View, face: Screen, t: PaymentTexts): { reason: string | null; text: string } | null {
  if (face === 'refunded' || face === 'fraud') return { reason: null, text: t[face].text };
  if (face !== 'failed' && face !== 'expired' && face !== 'canceled') return null;
  const { failure } = view;
  const reason =
    failure && face !== 'canceled' && (face === 'failed' || !ENDS.includes(failure.reason))
      ? t.failure[CATEGORY_OF[failure.reason]].text
      : null;
  return { reason, text: isUntouched(view) ? t.notPaid.untouched : t.notPaid.inDoubt };
}

/** Refunds of a paid payment, completed and under way. */
function refundsOf({ refundMinor, refundedMinor, currency }: View, locale: Locale, t: PaymentTexts): string[] {
  const [back, underWay] = [refundedMinor, refundMinor - refundedMinor].map((minor) =>
    minor > 0 ? formatMoney(minor, locale, currency) : null,
  );
  return [...(back ? [t.paid.refunded(back)] : []), ...(underWay ? [t.paid.refunding(underWay)] : [])];
}

/** A deadline that is too far away for a countdown, as a moment. */
function longTimeToConfirm({ step }: View, { now, displayTimeZone, locale }: CheckoutContext): string | null {
  if (step.kind !== 'waitPayer' || secondsUntil(step.until, now) <= COUNTED_DOWN) return null;
  return TEXTS[locale].payments.agreement.confirmBefore(formatMoment(step.until, displayTimeZone, locale));
}

function secondsUntil(at: Date, now: Date): number {
  return Math.max(0, Math.ceil((at.getTime() - now.getTime()) / 1000));
}
