import type { Locale } from '../../../common/locale.js';
import { LINK_PATH } from '../../../products/payments/links/link-address.js';
import type { PayerLink } from '../../../products/payments/links/payer-link.query.js';
import { type LinkTexts, TEXTS } from '../../languages/texts.js';
import { formatMoney } from '../../pages/format-money.js';
import type { ShellPage } from '../shell/checkout-step.js';
import { isFixed, type LinkFormProblem } from './link-form.js';

/** What the page shows: a form, the way to a payment that was begun, or why nothing can be paid. */
export type LinkScreen = 'pay' | 'begun' | 'shop_closed' | 'unpayable' | NonNullable<PayerLink['closed']>;

export interface LinkFormErrors {
  problem: LinkFormProblem;
  /** As the payer typed it. */
  typed: string;
}

const FOLDER = 'web/checkout/links/templates';
const TEMPLATE: Partial<Record<LinkScreen, string>> = { pay: 'pay', begun: 'begun', shop_closed: 'closed' };
const ERROR_FIELD = 'amount';

/** Closed links stay closed; a shop or its channels may come back. */
export const statusOfScreen = (face: LinkScreen): number => (['disabled', 'used', 'expired'].includes(face) ? 410 : 200);

export function screenOfLink({ sells, closed, openPaymentId, amounts }: PayerLink): LinkScreen {
  if (closed === 'used' || closed === 'disabled') return closed;
  if (openPaymentId !== null) return 'begun';
  if (closed) return closed;
  if (!sells) return 'shop_closed';
  return amounts ? 'pay' : 'unpayable';
}

/** The page of a link. */
export function linkPage(view: PayerLink, trouble: LinkFormErrors | null, locale: Locale): ShellPage {
  const { link, amounts } = view;
  const { links: t, shell, payments } = TEXTS[locale];
  const face = screenOfLink(view);
  const money = (minor: number): string => formatMoney(minor, locale, link.currency);
  const bounds = amounts && { least: money(amounts.minMinor), most: money(amounts.maxMinor) };
  return {
    template: `${FOLDER}/${TEMPLATE[face] ?? 'ended'}`,
    heading: headingOf(face, view, t, shell.closed.title),
    path: `${LINK_PATH}/${link.token}`,
    reference: null,
    seller: view.sellerName,
    brand: view.brand,
    item: link.description ?? view.serviceName,
    price: link.amountMinor === null ? null : { amount: money(link.amountMinor), note: '' },
    isDue: face === 'pay' || face === 'begun',
    errors: trouble && bounds ? [{ field: isFixed(link) ? null : ERROR_FIELD, message: messageOf(trouble.problem, bounds, t) }] : [],
    deadline: null,
    followed: null,
    successUrl: null,
    failureUrl: null,
    simulated: view.test && face === 'pay' ? { text: payments.simulated.noMoney, link: '', url: null } : null,
    data: {
      t,
      face,
      chosen: !isFixed(link),
      typed: trouble?.typed ?? '',
      currency: link.currency,
      bounds: bounds && t.bounds(bounds.least, bounds.most),
      paymentPath: `/pay/${view.openPaymentId ?? ''}`,
      moneyLine: shell.closed.untouched,
      text: face === 'pay' || face === 'shop_closed' ? '' : t[face].text,
    },
  };
}

function headingOf(face: LinkScreen, { link }: PayerLink, t: LinkTexts, shopClosed: string): string {
  if (face === 'shop_closed') return shopClosed;
  if (face === 'pay') return isFixed(link) ? t.fixed : t.chosen;
  return t[face].title;
}

function messageOf(problem: LinkFormProblem, { least, most }: { least: string; most: string }, t: LinkTexts): string {
  return problem === 'bounds' ? t.errors.bounds(least, most) : t.errors[problem];
}
