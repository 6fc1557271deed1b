import type { CheckoutOffer, CheckoutStage, CheckoutView } from '../../../products/direct-billing/checkout/checkout-view.js';
import { formatPhone, maskPhone } from '../../pages/format-phone.js';
import { formatTimeOfDay } from '../../pages/format-time.js';
import { type FormTrouble, shownErrors } from './checkout-problem.js';
import { OPERATOR_FACES } from './operator-faces.js';
import type { CheckoutTexts } from './texts.en.js';

/** What a page needs besides the payment itself. */
export interface CheckoutSurroundings {
  t: CheckoutTexts;
  now: Date;
  displayTimeZone: string;
  /** Where the simulated phone shows the codes; null when the operators are real. */
  testPhoneUrl: string | null;
}

export interface CheckoutPage {
  template: string;
  data: object;
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

/** The page that a payment in this stage shows, with everything its template prints. */
export function checkoutPage(view: CheckoutView, trouble: FormTrouble | null, around: CheckoutSurroundings): CheckoutPage {
  const { t } = around;
  const errors = shownErrors(trouble, t);
  const heading = t[view.stage].title;
  return {
    template: `${FOLDER}/${TEMPLATES[view.stage]}`,
    data: {
      t,
      title: `${errors.length > 0 ? t.errors.titlePrefix : ''}${heading} – ${view.sellerName}`,
      heading,
      stage: view.stage,
      path: checkoutPath(view.transactionId),
      reference: view.transactionId,
      summary: summaryOf(view),
      errors,
      errorOf: Object.fromEntries(errors.filter(({ field }) => field).map(({ field, message }) => [field, message])),
      operators: view.offers.map((offer) => operatorTile(offer, view, trouble)),
      phone: phoneOf(view, trouble),
      code: { triesLeft: view.triesLeft, codesLeft: view.codesLeft, waitSeconds: secondsUntil(view.resendAvailableAt, around.now) },
      payBefore: formatTimeOfDay(view.expiresAt, around.displayTimeZone),
      reason: t.rejected[view.rejection ?? 'other'],
      successUrl: httpUrl(view.successUrl),
      failureUrl: httpUrl(view.failureUrl),
      testPhoneUrl: around.testPhoneUrl,
    },
  };
}

export function checkoutPath(transactionId: string): string {
  return `/pay/directbilling/${transactionId}`;
}

/** While no operator is chosen the lowest price stands for all, and the page says so when they differ. */
function summaryOf(view: CheckoutView) {
  const chosen = view.stage === 'choose' ? null : view.chosen;
  const cheapest = view.offers.reduce<CheckoutOffer | null>(
    (low, offer) => (low && low.grossMinor <= offer.grossMinor ? low : offer),
    null,
  );
  const samePrice = view.offers.every((offer) => offer.grossMinor === cheapest?.grossMinor);
  const shown = chosen ?? cheapest;
  return {
    seller: view.sellerName,
    initial: /[\p{L}\p{N}]/u.exec(view.sellerName)?.[0].toUpperCase() ?? '',
    item: view.description ?? view.serviceName,
    grossMinor: shown?.grossMinor ?? null,
    vatMinor: shown && (chosen || samePrice) ? shown.vatMinor : null,
    isFrom: !chosen && !samePrice,
    operator: chosen ? OPERATOR_FACES[chosen.operator].name : null,
  };
}

function operatorTile({ operator, grossMinor, vatMinor }: CheckoutOffer, view: CheckoutView, trouble: FormTrouble | null) {
  const wanted = trouble?.typed?.operator ?? view.chosen?.operator ?? (view.offers.length === 1 ? operator : '');
  return { operator, ...OPERATOR_FACES[operator], grossMinor, vatMinor, checked: operator === wanted };
}

/** A number that the payer did not type is shown with a gap: whoever holds the link need not learn it. */
function phoneOf({ phoneNumber, phoneFixed }: CheckoutView, trouble: FormTrouble | null) {
  const shown = phoneNumber === null ? '' : phoneFixed ? maskPhone(phoneNumber) : formatPhone(phoneNumber);
  return { isFixed: phoneFixed, shown, typed: trouble?.typed?.phone ?? (phoneFixed ? '' : shown.replace(/^\+48\s/, '')) };
}

function secondsUntil(at: Date | null, now: Date): number {
  return at === null ? 0 : Math.max(0, Math.ceil((at.getTime() - now.getTime()) / 1000));
}

/** The partner's address is a link on our page: nothing but http and https gets there. */
function httpUrl(url: string | null): string | null {
  if (url === null || !URL.canParse(url)) return null;
  const { protocol, href } = new URL(url);
  return protocol === 'http:' || protocol === 'https:' ? href : null;
}
