import type { Locale } from '../../../common/locale.js';
import { PAYMENT_PATH } from '../../../products/payments/checkout/payment-path.js';
import type { ChannelId } from '../../../connectors/acquirers/catalogue/channel-ids.js';
import type { PayerPayment } from '../../../products/payments/checkout/payment-page.js';
import type { SpriteLayout } from '../../../products/payments/payment-methods/marks/mark-sprite.js';
import { formatMoney } from '../../pages/format-money.js';
import { formatMoment } from '../../pages/format-time.js';
import type { ShellPage } from '../shell/shell-page.js';
import { shopLink } from '../shell/shop-link.js';
import { mandateView } from './mandate/mandate-view.js';
import { type PaymentFormErrors, displayedPaymentErrors } from './checkout-problem.js';
import { displayOf } from './display.js';
import { type Failure, CATEGORY_OF, NEEDS_ANOTHER_CODE, type FailureCategory } from './failure-category.js';
import { methodChoice } from './method-choice.js';
import { methodMark } from './method-mark.js';
import { methodName, redirectTargetOf } from './method-name.js';
import { LAST_STEP, SCREENS, type Screen, screenOf } from './page-screen.js';
import { receiptOf, valueInPln } from './receipt.js';
import { testPaymentNotice } from './test-payment-notice.js';
import { type PaymentTexts, TEXTS } from '../../languages/texts.js';
import { lineTotal } from '../../../common/money/line-total.js';
import { formatQuantity } from '../../pages/format-quantity.js';
import type { PayerRecurring } from '../../../products/payments/checkout/payer-mandate.js';

/** The data that a page needs in addition to the payment. */
export interface CheckoutContext {
  locale: Locale;
  now: Date;
  displayTimeZone: string;
  /** The method that the browser remembers from an earlier payment. */
  remembered: ChannelId | null;
  /** Null when no marks are installed. */
  marks: SpriteLayout | null;
  /** URL of the sandbox; null while the sandbox is off. */
  sandboxUrl: string | null;
  /** The contact of the company that runs the gateway. */
  payerContact: string | null;
  /** Path of the page on which a payer sees and ends a subscription. On a printed receipt `publicUrl` is put before the path. */
  mandatePage: (subscriptionId: string) => string;
  publicUrl: string;
}

const FOLDER = 'web/checkout/payments/templates';
/** A deadline is shown as a time of day, so only a deadline within a day is shown. */
const DAY_MS = 86_400_000;
/** A shorter time to confirm is counted down. A longer time is shown as date and time. */
const MAX_COUNTDOWN_SECONDS = 600;
/** A longer cart scrolls in a box, so that the payer need not pass up to 2,000 lines to reach the end of the page. */
const MAX_LINES_WITHOUT_BOX = 10;

/** Whether the page has a form with fields that can be invalid. */
export function hasFormFields({ stage, step }: PayerPayment): boolean {
  return stage === 'choose' || step.kind === 'needsCode';
}

/** The page of a payment in its current stage, with the errors of a form. */
export function paymentPage(view: PayerPayment, formErrors: PaymentFormErrors | null, context: CheckoutContext): ShellPage {
  const { locale, now, displayTimeZone, remembered } = context;
  const t = TEXTS[locale].payments;
  const screen = screenOf(view, now);
  const { template, step, payerMustAct, isFollowed, isSlow } = SCREENS[screen];
  const price = formatMoney(view.amountMinor, locale, view.currency);
  const method = view.channel ? methodName(view.channel, t) : '';
  const endsWithinADay = view.expiresAt.getTime() - now.getTime() < DAY_MS;
  const seller = view.brand?.name ?? view.sellerName;
  return {
    template: `${FOLDER}/${template}`,
    heading: screen === 'closed' ? TEXTS[locale].shell.closed.title : headingOf(view, screen, method, t),
    path: `${PAYMENT_PATH}/${view.transactionId}`,
    reference: view.payerTransactionId,
    seller: view.sellerName,
    brand: view.brand,
    item: view.description ?? view.serviceName,
    price: { amount: price, note: view.currency === 'PLN' ? '' : valueInPln(view, locale) },
    errors: displayedPaymentErrors(formErrors, t),
    deadline: payerMustAct && endsWithinADay ? { at: view.expiresAt, canBeExtended: view.canExtend } : null,
    isDue: step < LAST_STEP && screen !== 'checking',
    followedState: isFollowed ? view.state : null,
    successUrl: view.successUrl,
    failureUrl: view.failureUrl,
    testNotice: testPaymentNotice(view, screen, context.sandboxUrl, t),
    data: {
      t,
      screen,
      steps: [t.steps.choose, t.steps.confirm, t.steps.done],
      step,
      formState: view.state,
      toPay: price,
      method,
      drawnIcons: new Set<string>(), // icons that the page contains already: `mark.eta` defines each icon once
      mark: view.channel ? methodMark(view.channel, context.marks) : null,
      redirectTexts: redirectTexts(view, t),
      cart: cartLines(view, locale),
      isCartLong: view.cart.length > MAX_LINES_WITHOUT_BOX,
      groups: screen === 'choose' ? methodChoice(view, formErrors?.submittedValues ?? null, context, t) : [],
      remember: formErrors?.submittedValues?.remember ?? remembered !== null,
      mandate: mandateView(view, context, context.mandatePage),
      publicUrl: context.publicUrl,
      appInstruction: appInstruction(view, price, t),
      // A payer who missed the time to confirm can enter another code, but not for a mandate that was accepted in the shop.
      takesAnotherCode: !view.recurring || view.recurring.mandate?.consentEvidence != null,
      paidText: isSetupPayment(view) ? t.agreement.agreed.text : t.paid.text,
      banks: (view.recurring?.banks ?? []).map(({ name, mark }) => ({ name, mark: methodMark(mark, context.marks) })),
      apps: view.step.kind === 'needsCode' ? view.step.alternatives.map(({ label }) => label) : [],
      confirmBefore: longTimeToConfirm(view, context),
      canAbandon: view.canAbandon,
      pending: isSlow ? shopLink(view.pendingUrl) : null,
      codesLeft: view.codesLeft,
      // The page for choosing an app says the same as the failure that several apps have the alias.
      failureNotice: screen === 'apps' && view.failure?.reason === 'alias_ambiguous' ? null : failureTexts(view, t),
      moneyLine: closedMoneyText(view, locale),
      ending: endingOf(view, screen, t),
      refunds: refundsOf(view, locale, t),
      redirectUrl: view.step.kind === 'redirect' ? view.step.url : null,
      confirmIn: view.step.kind === 'waitPayer' ? secondsUntil(view.step.until, now) : 0,
      display:
        view.step.kind === 'display' ? displayOf(view.step, { t, channel: view.channel, price, seller, locale, displayTimeZone }) : null,
      receipt: receiptOf(view, view.paidAt ?? now, context),
    },
  };
}

/** The heading and the sentences of the payer's page. The panel shows them to people who help the payer. */
export function paymentPageText(view: PayerPayment, locale: Locale, now: Date): string[] {
  const t = TEXTS[locale].payments;
  const screen = screenOf(view, now);
  if (screen === 'closed') return [TEXTS[locale].shell.closed.title, TEXTS[locale].shell.closed.text, closedMoneyText(view, locale)];
  const heading = headingOf(view, screen, view.channel ? methodName(view.channel, t) : '', t);
  const ending = endingOf(view, screen, t);
  const failure = ending ? null : failureTexts(view, t);
  const price = formatMoney(view.amountMinor, locale, view.currency);
  const sentences: Partial<Record<Screen, string>> = {
    app: appInstruction(view, price, t),
    waiting: t.waiting.text,
    confirmed: t.confirmed.text,
    checking: t.checking.text,
    paid: isSetupPayment(view)
      ? t.agreement.agreed.text(view.brand?.name ?? view.sellerName)
      : t.paid.text(view.brand?.name ?? view.sellerName),
  };
  const refunds = screen === 'paid' ? refundsOf(view, locale, t) : [];
  return [heading, failure?.text, failure?.next, sentences[screen], ending?.reason, ending?.text, ...refunds].filter(
    (text) => text != null,
  );
}

function headingOf(view: PayerPayment, screen: Exclude<Screen, 'closed'>, method: string, t: PaymentTexts): string {
  if (screen === 'paid' && isSetupPayment(view)) return t.agreement.agreed.title;
  if (screen === 'away') return redirectTexts(view, t).title(method);
  const { title } = t[screen];
  return typeof title === 'string' ? title : title(method);
}

function redirectTexts({ channel }: PayerPayment, t: PaymentTexts): PaymentTexts['away']['bank'] {
  return t.away[channel ? redirectTargetOf(channel) : 'other'];
}

/** Whether the payment is a setup payment: the payer consented to later charges without a first payment. */
function isSetupPayment({ amountMinor, recurring }: PayerPayment): boolean {
  return recurring !== null && amountMinor === 0;
}

function appInstruction({ recurring }: PayerPayment, price: string, { app, agreement: { confirm, chargeInApp } }: PaymentTexts): string {
  const mandate = recurring?.mandate;
  if (!mandate) return app.text(price);
  return mandate.part === 'charged' ? chargeInApp(price, mandate.label) : confirm;
}

function failureTexts({ failure, recurring, codesLeft, channels }: PayerPayment, t: PaymentTexts): { text: string; next: string } | null {
  if (!failure) return null;
  if (recurring) return recurringFailure(failure.reason, recurring, t);
  const category = CATEGORY_OF[failure.reason];
  const { text, next } = t.failure[category];
  if (codesLeft > 0 || !NEEDS_ANOTHER_CODE.includes(category)) return { text, next };
  return { text, next: channels.length > 0 ? t.noCodesLeft.choose : t.noCodesLeft.shop };
}

/** Failures that are no decline. For an expired payment they are not shown, because its heading already explains them. */
const FAILURES_WITHOUT_DECLINE: readonly string[] = ['canceled', 'expired', 'not_sent', 'not_found'] satisfies Failure[];

/** Whether it is certain that no money was taken: no attempt was started, or the amount is 0. Otherwise money may still come. */
function isCertainlyNotCharged({ channel, amountMinor }: PayerPayment): boolean {
  return channel === null || amountMinor === 0;
}

function closedMoneyText(view: PayerPayment, locale: Locale): string {
  const { shell, payments } = TEXTS[locale];
  return isCertainlyNotCharged(view) ? shell.closed.untouched : payments.notPaid.inDoubt;
}

function endingOf(view: PayerPayment, screen: Screen, t: PaymentTexts): { reason: string | null; text: string } | null {
  if (screen === 'refunded' || screen === 'fraud') return { reason: null, text: t[screen].text };
  if (screen !== 'failed' && screen !== 'expired' && screen !== 'canceled') return null;
  const { failure } = view;
  const reason =
    failure && screen !== 'canceled' && (screen === 'failed' || !FAILURES_WITHOUT_DECLINE.includes(failure.reason))
      ? t.failure[CATEGORY_OF[failure.reason]].text
      : null;
  return { reason, text: isCertainlyNotCharged(view) ? t.notPaid.untouched : t.notPaid.inDoubt };
}

/** Sentences about completed and pending refunds of a paid payment. */
function refundsOf({ refundMinor, refundedMinor, currency }: PayerPayment, locale: Locale, t: PaymentTexts): string[] {
  const [refunded, pending] = [refundedMinor, refundMinor - refundedMinor].map((minor) =>
    minor > 0 ? formatMoney(minor, locale, currency) : null,
  );
  return [...(refunded ? [t.paid.refunded(refunded)] : []), ...(pending ? [t.paid.refunding(pending)] : [])];
}

/** The time to confirm as date and time, when it is too long for a countdown; otherwise null. */
function longTimeToConfirm({ step }: PayerPayment, { now, displayTimeZone, locale }: CheckoutContext): string | null {
  if (step.kind !== 'waitPayer' || secondsUntil(step.until, now) <= MAX_COUNTDOWN_SECONDS) return null;
  return TEXTS[locale].payments.agreement.confirmBefore(formatMoment(step.until, displayTimeZone, locale));
}

function secondsUntil(time: Date, now: Date): number {
  return Math.max(0, Math.ceil((time.getTime() - now.getTime()) / 1000));
}

/** The lines of the cart, such as `1.5 × Ham`, `PLN 14.99`. The shop sends them, and they need not sum to the amount. */
function cartLines({ cart, currency }: PayerPayment, locale: Locale): { name: string; price: string }[] {
  return cart.map(({ name, quantity, priceMinor }) => ({
    name: quantity === 1 ? name : `${formatQuantity(quantity, locale)} × ${name}`,
    price: formatMoney(lineTotal(priceMinor, quantity), locale, currency),
  }));
}

/** Failures after which another code can succeed. Recurring payments have no other method. */
const NEXT_IS_ANOTHER_CODE: readonly FailureCategory[] = ['new_code', 'look_in_app'];

/** The text about a failed mandate or charge, and about what the payer can do next. */
function recurringFailure(reason: Failure, { mandate }: PayerRecurring, t: PaymentTexts): { text: string; next: string } {
  const { notSupported, tryAgain, atShop } = t.agreement;
  const isOffered = mandate?.part === 'offered';
  if (reason === 'not_supported') return isOffered ? notSupported : { text: notSupported.text, next: atShop };
  const { text, next } = t.failure[CATEGORY_OF[reason]];
  if (!isOffered) return { text, next: atShop };
  return { text, next: NEXT_IS_ANOTHER_CODE.includes(CATEGORY_OF[reason]) ? next : tryAgain };
}
