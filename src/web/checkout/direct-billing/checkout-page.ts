import type { Locale } from '../../../common/locale.js';
import type { Operator } from '../../../connectors/operators/operator.port.js';
import type { CheckoutStage } from '../../../products/direct-billing/checkout/checkout-stage.js';
import type { CheckoutOffer, CheckoutView } from '../../../products/direct-billing/checkout/checkout-view.js';
import { formatMoney } from '../../pages/format-money.js';
import { formatPhone, maskPhone } from '../../pages/format-phone.js';
import { formatMoment } from '../../pages/format-time.js';
import type { PaymentPage, ReceiptLine } from '../shell/payment-page.js';
import { SHELL_TEXTS } from '../shell/texts/texts.js';
import { type FormTrouble, shownErrors } from './checkout-problem.js';
import type { DirectBillingTexts } from './texts.en.js';
import { TEXTS } from './texts.js';

/** What a page needs besides the payment itself. */
interface CheckoutSurroundings {
  locale: Locale;
  now: Date;
  displayTimeZone: string;
  /** Where the simulated phone shows the codes; null while there is none. */
  testPhoneUrl: string | null;
}

/** What stands before a transaction's id. */
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

/** Whether nothing can happen to the payment any more that its payer has a hand in. */
export function hasEnded(stage: CheckoutStage): boolean {
  return stage === 'paid' || stage === 'rejected';
}

/** The page that a payment in this stage shows. */
export function checkoutPage(view: CheckoutView, trouble: FormTrouble | null, around: CheckoutSurroundings): PaymentPage {
  const t = TEXTS[around.locale];
  const { chosen, toPayMinor, vatMinor, pricesDiffer } = priceOf(view);
  const money = (minor: number): string => formatMoney(minor, around.locale);
  return {
    template: `${FOLDER}/${TEMPLATES[view.stage]}`,
    heading: t[view.stage].title,
    path: `${CHECKOUT_PATH}/${view.transactionId}`,
    reference: view.transactionId,
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
    errors: shownErrors(trouble, t),
    deadline: isPayersTurn(view.stage) ? { at: view.expiresAt, canBeExtended: view.canBeExtended } : null,
    isDue: !hasEnded(view.stage),
    followed: view.stage === 'waiting' || view.stage === 'confirmed' ? view.stage : null,
    successUrl: view.successUrl,
    failureUrl: view.failureUrl,
    simulated: view.test ? simulatedOf(t, around.testPhoneUrl) : null,
    data: {
      t,
      stage: view.stage,
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

function simulatedOf({ simulated: { noMoney, sms, link } }: DirectBillingTexts, url: string | null): PaymentPage['simulated'] {
  return { text: url === null ? noMoney : `${noMoney} ${sms}`, link, url };
}

/** What a form of the page was made for: sent again after the payment has moved on, it does nothing. */
export function formState({ stage, codesLeft, triesLeft }: CheckoutView): string {
  return `${stage}-${codesLeft}-${triesLeft}`;
}

function isPayersTurn(stage: CheckoutStage): boolean {
  return stage === 'choose' || stage === 'code';
}

function receiptOf(view: CheckoutView, paidAt: Date, { locale, displayTimeZone }: CheckoutSurroundings): ReceiptLine[] {
  const [t, shell] = [TEXTS[locale], SHELL_TEXTS[locale].receipt];
  const lines: ReceiptLine[] = [{ label: shell.date, value: formatMoment(paidAt, displayTimeZone, locale) }];
  if (view.chosen) {
    lines.unshift({ label: shell.amount, value: formatMoney(view.chosen.grossMinor, locale) });
    lines.push({ label: shell.method, value: t.method(OPERATOR_FACES[view.chosen.operator].name) });
  }
  if (view.phoneNumber) lines.push({ label: t.phoneLabel, value: maskPhone(view.phoneNumber) });
  return lines;
}

/** While no operator is chosen the lowest price stands for all, and the page says so when they differ. */
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

function operatorTile({ operator, grossMinor, vatMinor }: CheckoutOffer, view: CheckoutView, trouble: FormTrouble | null) {
  const wanted = trouble?.typed?.operator ?? view.chosen?.operator ?? (view.offers.length === 1 ? operator : '');
  return { operator, ...OPERATOR_FACES[operator], grossMinor, vatMinor, checked: operator === wanted };
}

/**
 * A number that the payer did not type is shown with a gap: whoever holds the link need not learn it. After the end so is any:
 * there is no slip left to be seen.
 */
function phoneOf({ stage, phoneNumber, phoneFixed }: CheckoutView, trouble: FormTrouble | null) {
  const format = phoneFixed || hasEnded(stage) ? maskPhone : formatPhone;
  const shown = phoneNumber === null ? '' : format(phoneNumber);
  return { isFixed: phoneFixed, shown, typed: trouble?.typed?.phone ?? (phoneFixed ? '' : shown.replace(/^\+48\s/, '')) };
}

function secondsUntil(at: Date | null, now: Date): number {
  return at === null ? 0 : Math.max(0, Math.ceil((at.getTime() - now.getTime()) / 1000));
}

/** How an operator is shown: its name, and a monogram of the gateway's own instead of a trademark. */
const OPERATOR_FACES: Record<Operator, { name: string; monogram: string }> = {
  orange: { name: 'Orange', monogram: 'Or' },
  play: { name: 'Play', monogram: 'Pl' },
  't-mobile': { name: 'T-Mobile', monogram: 'TM' },
  plus: { name: 'Plus', monogram: 'Ps' },
};
