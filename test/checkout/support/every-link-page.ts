import type { PayerLink } from '../../../src/products/payments/links/payer-link.query.js';
import { BRAND } from './brand.js';
import { NOW, PAYMENT_ID } from './fake-payment.js';

export const LINK_TOKEN = 'l'.repeat(43);

const LINK: PayerLink = {
  sellerName: 'Test Shop',
  serviceName: 'Books',
  sells: true,
  brand: null,
  closed: null,
  amounts: { minMinor: 4_990, maxMinor: 4_990 },
  openPaymentId: null,
  test: false,
  link: {
    id: '019a1b2c-3d4e-7f50-8a61-b2c3d4e5f607',
    serviceId: '0f3a9c21',
    token: LINK_TOKEN,
    status: 'link_active',
    amountMinor: 4_990,
    minMinor: null,
    maxMinor: null,
    currency: 'PLN',
    description: 'Guitar lesson',
    control: null,
    singleUse: false,
    expiresAt: null,
    createdAt: NOW,
    updatedAt: NOW,
  },
};
const CHOSEN: PayerLink = { ...LINK, amounts: { minMinor: 100, maxMinor: 5_000_000 }, link: { ...LINK.link, amountMinor: null } };
const LONGEST = { sellerName: 'W'.repeat(120), serviceName: 'W'.repeat(120), link: { ...LINK.link, description: 'W'.repeat(64) } };

/** A page of a payment link, and the input of its form if the form is sent. */
export const LINK_PAGES: readonly { name: string; link: PayerLink; typed?: string }[] = [
  { name: 'link', link: LINK },
  { name: 'link, with a brand and test money', link: { ...LINK, brand: BRAND, test: true } },
  { name: 'link, the longest texts', link: { ...LINK, ...LONGEST } },
  { name: 'link, the payer chooses', link: CHOSEN },
  { name: 'link, a wrong amount', link: CHOSEN, typed: '0,50' },
  { name: 'link, payment begun', link: { ...LINK, openPaymentId: PAYMENT_ID } },
  { name: 'link, disabled', link: { ...LINK, closed: 'disabled' } },
  { name: 'link, used', link: { ...LINK, closed: 'used' } },
  { name: 'link, expired', link: { ...CHOSEN, closed: 'expired', brand: BRAND } },
  { name: 'link, unpayable', link: { ...LINK, amounts: null } },
  { name: 'link, shop closed', link: { ...LINK, sells: false } },
];
