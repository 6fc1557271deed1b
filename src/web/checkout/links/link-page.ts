import type { Locale } from '../../../common/locale.js';
import { LINK_PATH } from '../../../products/payments/links/link-url.js';
import type { PayerLink } from '../../../products/payments/links/payer-link.query.js';
import { type PaymentLinkTexts, TEXTS } from '../../languages/texts.js';
import { formatMoney } from '../../pages/format-money.js';
import type { ShellPage } from '../shell/shell-page.js';
import { hasFixedAmount, type LinkFormProblem } from './link-form.js';

/**
 * The screen of a payment link.
 * - `pay`: the form that creates a payment
 * - `begun`: the link to the open payment of a single-use link
 * - `shop_closed`: the service is not active, or its partner is blocked
 * - `unpayable`: no channel accepts payments of the link now
 * - `disabled`, `used`, `expired`: the link creates no more payments
 */
export type LinkScreen = 'pay' | 'begun' | 'shop_closed' | 'unpayable' | NonNullable<PayerLink['closed']>;

export interface LinkFormErrors {
  problem: LinkFormProblem;
  /** The amount as the payer typed it. */
  submittedAmount: string;
}

const FOLDER = 'web/checkout/links/templates';
const TEMPLATES: Partial<Record<LinkScreen, string>> = { pay: 'pay', begun: 'begun', shop_closed: 'closed' };
const ERROR_FIELD = 'amount';

/**
 * 410 for a link that is disabled, used or expired, because such a state is final. 200 for a blocked shop or missing channels, because the
 * link may become payable again.
 */
export const statusOfScreen = (screen: LinkScreen): number => (['disabled', 'used', 'expired'].includes(screen) ? 410 : 200);

/** An expired link still leads to a payment that was created before. */
export function screenOfLink({ sells, closed, openPaymentId, amounts }: PayerLink): LinkScreen {
  if (closed === 'used' || closed === 'disabled') return closed;
  if (openPaymentId !== null) return 'begun';
  if (closed) return closed;
  if (!sells) return 'shop_closed';
  return amounts ? 'pay' : 'unpayable';
}

export function linkPage(view: PayerLink, formErrors: LinkFormErrors | null, locale: Locale): ShellPage {
  const { link, amounts } = view;
  const { links: t, shell, payments } = TEXTS[locale];
  const screen = screenOfLink(view);
  const money = (minor: number): string => formatMoney(minor, locale, link.currency);
  const bounds = amounts && { min: money(amounts.minMinor), max: money(amounts.maxMinor) };
  return {
    template: `${FOLDER}/${TEMPLATES[screen] ?? 'ended'}`,
    heading: headingOf(screen, view, t, shell.closed.title),
    path: `${LINK_PATH}/${link.token}`,
    reference: null,
    seller: view.sellerName,
    brand: view.brand,
    item: link.description ?? view.serviceName,
    price: link.amountMinor === null ? null : { amount: money(link.amountMinor), note: '' },
    isDue: screen === 'pay' || screen === 'begun',
    errors:
      formErrors && bounds ? [{ field: hasFixedAmount(link) ? null : ERROR_FIELD, message: messageOf(formErrors.problem, bounds, t) }] : [],
    deadline: null,
    followedState: null,
    successUrl: null,
    failureUrl: null,
    testNotice: view.test && screen === 'pay' ? { text: payments.simulated.noMoney, link: '', url: null } : null,
    data: {
      t,
      screen,
      payerChoosesAmount: !hasFixedAmount(link),
      amountInput: formErrors?.submittedAmount ?? '',
      currency: link.currency,
      bounds: bounds && t.bounds(bounds.min, bounds.max),
      paymentPath: `/pay/${view.openPaymentId ?? ''}`,
      moneyLine: shell.closed.untouched,
      text: screen === 'pay' || screen === 'shop_closed' ? '' : t[screen].text,
    },
  };
}

function headingOf(screen: LinkScreen, { link }: PayerLink, t: PaymentLinkTexts, shopClosed: string): string {
  if (screen === 'shop_closed') return shopClosed;
  if (screen === 'pay') return hasFixedAmount(link) ? t.fixed : t.chosen;
  return t[screen].title;
}

function messageOf(problem: LinkFormProblem, { min, max }: { min: string; max: string }, t: PaymentLinkTexts): string {
  return problem === 'bounds' ? t.errors.bounds(min, max) : t.errors[problem];
}
