import type { Locale } from '../../../common/locale.js';
import type { Operator } from '../../../connectors/operators/operator.port.js';
import type { CheckoutStage } from '../../../products/direct-billing/checkout/checkout-stage.js';
import type { CheckoutOffer, CheckoutView } from '../../../products/direct-billing/checkout/checkout-view.js';
import { payerNumberOf } from '../../../products/direct-billing/payer-number.js';
import { formatMoney } from '../../pages/format-money.js';
import { formatPhone, maskPhone } from '../../pages/format-phone.js';
import { formatMoment } from '../../pages/format-time.js';
import type { ShellPage, ReceiptLine } from '../shell/checkout-step.js';
import { type DirectBillingTexts, TEXTS } from '../../languages/texts.js';
import { type DirectBillingFormErrors, displayedDirectBillingErrors } from './checkout-problem.js';

/** What a page depends on besides the payment. */
interface DirectBillingSurroundings {
  locale: Locale;
  now: Date;
  displayTimeZone: string;
  /** Address of the simulated phone, which shows the codes; null without one. */
  testPhoneUrl: string | null;
}

/** The path before a transaction's id. */
export const CHECKOUT_PATH = '/pay/directbilling';

const FOLDER = 'web/checkout/direct-billing/templates';
const TEMPLATES: Record<CheckoutStage, string> = {
  choose: 'choose',
  code: 'code',
  waiting: 'waiting',
  confirmed: 'waiting',
  paid: 'paid',
  rejected: 'rejected',
};

/** Whether the payer can do nothing more about the payment. */
export function hasEnded(stage: CheckoutStage): boolean {
  return stage === 'paid' || stage === 'rejected';
}

/** The page that a payment in this stage shows. */
export function directBillingPage(
  view: CheckoutView,
  trouble: DirectBillingFormErrors | null,
  around: DirectBillingSurroundings,
): ShellPage {
  const t = TEXTS[around.locale].directBilling;
  const { chosen, toPayMinor, vatMinor, pricesDiffer } = priceOf(view);
  const money = (minor: number): string => formatMoney(minor, around.locale);
  return {
    template: `${FOLDER}/${view.closed ? 'closed' : TEMPLATES[view.stage]}`,
    heading: view.closed ? TEXTS[around.locale].shell.closed.title : t[view.stage].title,
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
    errors: displayedDirectBillingErrors(trouble, t),
    deadline: isPayersTurn(view) ? { at: view.expiresAt, canBeExtended: view.canBeExtended } : null,
    isDue: !hasEnded(view.stage) && !view.closed,
    followed: view.stage === 'waiting' || view.stage === 'confirmed' ? view.stage : null,
    successUrl: view.successUrl,
    failureUrl: view.failureUrl,
    simulated: view.test ? simulatedOf(t, around.testPhoneUrl) : null,
    data: {
      t,
      stage: view.stage,
      moneyLine: TEXTS[around.locale].shell.closed.untouched,
      steps: [t.steps.choose, t.steps.code, t.steps.done],
      operators: view.offers.map((offer) => operatorTile(offer, view, trouble)),
      pricesDiffer,
      formState: formState(view),
      receipt: view.paidAt ? receiptOf(view, view.paidAt, around) : [],
      operatorName: chosen && OPERATOR_FACES[chosen.operator].name,
      toPay: money(toPayMinor ?? 0),
      phone: phoneOf(view, trouble),
      code: { triesLeft: view.triesLeft, codesLeft: view.codesLeft, waitSeconds: secondsUntil(view.resendAvailableAt, around.now) },
      reason: t.rejected[view.rejection ?? 'other'],
    },
  };
}

/** The heading and the sentences of that page, for those whom a payer asks about it. */
export function directBillingPageText(view: CheckoutView, locale: Locale): string[] {
  const t = TEXTS[locale].directBilling;
  if (view.closed) {
    const { title, text, untouched } = TEXTS[locale].shell.closed;
    return [title, text, untouched];
  }
  const { stage } = view;
  const told: Record<CheckoutStage, string[]> = {
    choose: [],
    code: view.triesLeft > 0 ? [] : [t.code.usedUp],
    waiting: [t.waiting.text],
    confirmed: [t.confirmed.text],
    paid: [t.paid.text(view.brand?.name ?? view.sellerName)],
    rejected: [t.rejected[view.rejection ?? 'other'], t.rejected.nothingCharged, t.rejected.nextStep],
  };
  return [t[stage].title, ...told[stage]];
}

function simulatedOf({ simulated: { noMoney, sms, link } }: DirectBillingTexts, url: string | null): ShellPage['simulated'] {
  return { text: url === null ? noMoney : `${noMoney} ${sms}`, link, url };
}

/** The state that the page's forms were made for. A form that is sent after the state has changed does nothing. */
export function formState({ stage, codesLeft, triesLeft }: CheckoutView): string {
  return `${stage}-${codesLeft}-${triesLeft}`;
}

function isPayersTurn({ stage, closed }: CheckoutView): boolean {
  return !closed && (stage === 'choose' || stage === 'code');
}

function receiptOf(view: CheckoutView, paidAt: Date, { locale, displayTimeZone }: DirectBillingSurroundings): ReceiptLine[] {
  const [t, shell] = [TEXTS[locale].directBilling, TEXTS[locale].shell.receipt];
  const lines: ReceiptLine[] = [{ label: shell.date, value: formatMoment(paidAt, displayTimeZone, locale) }];
  if (view.chosen) {
    lines.unshift({ label: shell.amount, value: formatMoney(view.chosen.grossMinor, locale) });
    lines.push({ label: shell.method, value: t.method(OPERATOR_FACES[view.chosen.operator].name) });
  }
  if (view.phoneNumber) lines.push({ label: t.phoneLabel, value: maskPhone(view.phoneNumber) });
  return lines;
}

/** Until an operator is chosen the page shows the lowest price, and says so when prices differ. */
function priceOf(view: CheckoutView) {
  const chosen = view.stage === 'choose' ? null : view.chosen;
  const cheapest = view.offers.reduce<CheckoutOffer | null>(
    (low, offer) => (low && low.grossMinor <= offer.grossMinor ? low : offer),
    null,
  );
  const samePrice = view.offers.every((offer) => offer.grossMinor === cheapest?.grossMinor);
  const shown = chosen ?? cheapest;
  return {
    chosen,
    toPayMinor: shown?.grossMinor ?? null,
    vatMinor: shown && (chosen || samePrice) ? shown.vatMinor : null,
    pricesDiffer: !chosen && !samePrice,
  };
}

function operatorTile({ operator, grossMinor, vatMinor }: CheckoutOffer, view: CheckoutView, trouble: DirectBillingFormErrors | null) {
  const wanted = trouble?.typed?.operator ?? view.chosen?.operator ?? (view.offers.length === 1 ? operator : '');
  return { operator, ...OPERATOR_FACES[operator], grossMinor, vatMinor, checked: operator === wanted };
}

/**
 * A number that the payer did not type is masked, because any holder of the link can see the page. At the end every number is masked: there
 * is no typing error left to find.
 */
function phoneOf({ stage, phoneNumber, phoneFixed }: CheckoutView, trouble: DirectBillingFormErrors | null) {
  const format = phoneFixed || hasEnded(stage) ? maskPhone : formatPhone;
  const shown = phoneNumber === null ? '' : format(phoneNumber);
  return { isFixed: phoneFixed, shown, typed: trouble?.typed?.phone ?? (phoneFixed ? '' : shown.replace(/^\+48\s/, '')) };
}

function secondsUntil(at: Date | null, now: Date): number {
  return at === null ? 0 : Math.max(0, Math.ceil((at.getTime() - now.getTime()) / 1000));
}

/** An operator's name, and a neutral monogram instead of its trademark. */
const OPERATOR_FACES: Record<Operator, { name: string; monogram: string }> = {
  orange: { name: 'Orange', monogram: 'Or' },
  play: { name: 'Play', monogram: 'Pl' },
  't-mobile': { name: 'T-Mobile', monogram: 'TM' },
  plus: { name: 'Plus', monogram: 'Ps' },
};
