import type { Locale } from '../../../common/locale.js';
import { CHECKOUT_PATH } from '../../../products/direct-billing/checkout/checkout-path.js';
import type { Operator } from '../../../connectors/operators/operator.port.js';
import type { CheckoutStage } from '../../../products/direct-billing/checkout/checkout-stage.js';
import type { CheckoutOffer, CheckoutView } from '../../../products/direct-billing/checkout/checkout-view.js';
import { payerNumberOf } from '../../../products/direct-billing/payer-number.js';
import { formatMoney } from '../../pages/format-money.js';
import { formatPhone, maskPhone } from '../../pages/format-phone.js';
import { formatMoment } from '../../pages/format-time.js';
import type { ShellPage, ReceiptLine } from '../shell/shell-page.js';
import { type DirectBillingTexts, TEXTS } from '../../languages/texts.js';
import { type DirectBillingFormErrors, displayedDirectBillingErrors } from './checkout-problem.js';

/** The data that a page needs in addition to the payment. */
interface DirectBillingContext {
  locale: Locale;
  now: Date;
  displayTimeZone: string;
  /** URL of the simulated phone that shows the codes; null without a sandbox. */
  testPhoneUrl: string | null;
}

const FOLDER = 'web/checkout/direct-billing/templates';
const TEMPLATES: Record<CheckoutStage, string> = {
  choose: 'choose',
  code: 'code',
  waiting: 'waiting',
  confirmed: 'waiting',
  paid: 'paid',
  rejected: 'rejected',
};

export function hasEnded(stage: CheckoutStage): boolean {
  return stage === 'paid' || stage === 'rejected';
}

/** The page of a payment in its current stage, with the errors of a form. */
export function directBillingPage(
  view: CheckoutView,
  formErrors: DirectBillingFormErrors | null,
  context: DirectBillingContext,
): ShellPage {
  const t = TEXTS[context.locale].directBilling;
  const { chosenOffer, toPayMinor, vatMinor, pricesDiffer } = priceOf(view);
  const money = (minor: number): string => formatMoney(minor, context.locale);
  return {
    template: `${FOLDER}/${view.closed ? 'closed' : TEMPLATES[view.stage]}`,
    heading: view.closed ? TEXTS[context.locale].shell.closed.title : t[view.stage].title,
    path: `${CHECKOUT_PATH}/${view.transactionId}`,
    reference: payerNumberOf(view.transactionId),
    seller: view.sellerName,
    brand: view.brand,
    item: view.description ?? view.serviceName,
    price:
      toPayMinor === null
        ? null
        : {
            amount: pricesDiffer ? t.amountFrom(money(toPayMinor)) : money(toPayMinor),
            note: vatMinor === null ? t.priceByOperator : t.vat(money(vatMinor)),
          },
    errors: displayedDirectBillingErrors(formErrors, t),
    deadline: awaitsPayer(view) ? { at: view.expiresAt, canBeExtended: view.canBeExtended } : null,
    isDue: !hasEnded(view.stage) && !view.closed,
    followedState: view.stage === 'waiting' || view.stage === 'confirmed' ? view.stage : null,
    successUrl: view.successUrl,
    failureUrl: view.failureUrl,
    testNotice: view.test ? testPaymentNotice(t, context.testPhoneUrl) : null,
    data: {
      t,
      stage: view.stage,
      moneyLine: TEXTS[context.locale].shell.closed.untouched,
      steps: [t.steps.choose, t.steps.code, t.steps.done],
      operators: view.offers.map((offer) => operatorTile(offer, view, formErrors)),
      pricesDiffer,
      formState: formState(view),
      receipt: view.paidAt ? receiptOf(view, view.paidAt, context) : [],
      operatorName: chosenOffer && OPERATOR_LABELS[chosenOffer.operator].name,
      toPay: money(toPayMinor ?? 0),
      phone: phoneOf(view, formErrors),
      code: { triesLeft: view.triesLeft, codesLeft: view.codesLeft, waitSeconds: secondsUntil(view.resendAvailableAt, context.now) },
      reason: t.rejected[view.rejection ?? 'other'],
    },
  };
}

/** The heading and the sentences of the payer's page. The panel shows them to people who help the payer. */
export function directBillingPageText(view: CheckoutView, locale: Locale): string[] {
  const t = TEXTS[locale].directBilling;
  if (view.closed) {
    const { title, text, untouched } = TEXTS[locale].shell.closed;
    return [title, text, untouched];
  }
  const { stage } = view;
  const sentences: Record<CheckoutStage, string[]> = {
    choose: [],
    code: view.triesLeft > 0 ? [] : [t.code.usedUp],
    waiting: [t.waiting.text],
    confirmed: [t.confirmed.text],
    paid: [t.paid.text(view.brand?.name ?? view.sellerName)],
    rejected: [t.rejected[view.rejection ?? 'other'], t.rejected.nothingCharged, t.rejected.nextStep],
  };
  return [t[stage].title, ...sentences[stage]];
}

function testPaymentNotice({ simulated: { noMoney, sms, link } }: DirectBillingTexts, url: string | null): ShellPage['testNotice'] {
  return { text: url === null ? noMoney : `${noMoney} ${sms}`, link, url };
}

/** The state for which the page's forms are made. A form that is sent after the state has changed has no effect. */
export function formState({ stage, codesLeft, triesLeft }: CheckoutView): string {
  return `${stage}-${codesLeft}-${triesLeft}`;
}

function awaitsPayer({ stage, closed }: CheckoutView): boolean {
  return !closed && (stage === 'choose' || stage === 'code');
}

function receiptOf(view: CheckoutView, paidAt: Date, { locale, displayTimeZone }: DirectBillingContext): ReceiptLine[] {
  const [t, shell] = [TEXTS[locale].directBilling, TEXTS[locale].shell.receipt];
  const lines: ReceiptLine[] = [{ label: shell.date, value: formatMoment(paidAt, displayTimeZone, locale) }];
  if (view.chosen) {
    lines.unshift({ label: shell.amount, value: formatMoney(view.chosen.grossMinor, locale) });
    lines.push({ label: shell.method, value: t.method(OPERATOR_LABELS[view.chosen.operator].name) });
  }
  if (view.phoneNumber) lines.push({ label: t.phoneLabel, value: maskPhone(view.phoneNumber) });
  return lines;
}

/** Before an operator is chosen, the page shows the lowest price, as "from …" if the prices differ. */
function priceOf(view: CheckoutView) {
  const chosenOffer = view.stage === 'choose' ? null : view.chosen;
  const cheapest = view.offers.reduce<CheckoutOffer | null>(
    (lowest, offer) => (lowest && lowest.grossMinor <= offer.grossMinor ? lowest : offer),
    null,
  );
  const isSamePrice = view.offers.every((offer) => offer.grossMinor === cheapest?.grossMinor);
  const displayedOffer = chosenOffer ?? cheapest;
  return {
    chosenOffer,
    toPayMinor: displayedOffer?.grossMinor ?? null,
    vatMinor: displayedOffer && (chosenOffer || isSamePrice) ? displayedOffer.vatMinor : null,
    pricesDiffer: !chosenOffer && !isSamePrice,
  };
}

function operatorTile({ operator, grossMinor, vatMinor }: CheckoutOffer, view: CheckoutView, formErrors: DirectBillingFormErrors | null) {
  const selected = formErrors?.submittedValues?.operator ?? view.chosen?.operator ?? (view.offers.length === 1 ? operator : '');
  return { operator, ...OPERATOR_LABELS[operator], grossMinor, vatMinor, checked: operator === selected };
}

/**
 * A number that the partner sent is masked, because any holder of the link can see the page. After the end each number is masked, because
 * the payer no longer needs to check it for typing errors.
 */
function phoneOf({ stage, phoneNumber, phoneFixed }: CheckoutView, formErrors: DirectBillingFormErrors | null) {
  const format = phoneFixed || hasEnded(stage) ? maskPhone : formatPhone;
  const displayed = phoneNumber === null ? '' : format(phoneNumber);
  // The form shows the country code in front of the field.
  return {
    isFixed: phoneFixed,
    displayed,
    inputValue: formErrors?.submittedValues?.phone ?? (phoneFixed ? '' : displayed.replace(/^\+48\s/, '')),
  };
}

function secondsUntil(time: Date | null, now: Date): number {
  return time === null ? 0 : Math.max(0, Math.ceil((time.getTime() - now.getTime()) / 1000));
}

/** The name of each operator, with a neutral monogram instead of its trademark. */
const OPERATOR_LABELS: Record<Operator, { name: string; monogram: string }> = {
  orange: { name: 'Orange', monogram: 'Or' },
  play: { name: 'Play', monogram: 'Pl' },
  't-mobile': { name: 'T-Mobile', monogram: 'TM' },
  plus: { name: 'Plus', monogram: 'Ps' },
};
