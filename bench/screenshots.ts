// Pictures of the payers' pages for docs/checkout.md: `npm run screenshots`. With a folder as argument, it takes all pages on both
// screens in both themes. A second argument selects the pictures whose names begin with it.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { startBrowser } from '../test/checkout/support/browser.js';
import { chooseMethod } from '../test/checkout/support/browser-page.js';
import { BRAND } from '../test/checkout/support/brand.js';
import { type CheckoutApp, startCheckout } from '../test/checkout/support/checkout-app.js';
import { ONLINE_PAGES } from '../test/checkout/support/every-online-page.js';
import { EVERY_PAGE } from '../test/checkout/support/every-page.js';
import { type FakeOnlinePayment, WAIT_IN_APP, PIX } from '../test/checkout/support/fake-online-payment.js';
import { DIFFERENT_OFFERS, type FakePayment, NOW } from '../test/checkout/support/fake-payment.js';

interface Picture {
  name: string;
  width: number;
  height: number;
  colorScheme: 'light' | 'dark';
  locale: string;
  prepare: Prepare;
  /** The fields of a form that must be sent to reach this page. */
  form?: Record<string, string>;
}

/** Puts a payment into a state. @returns the URL of its page. */
type Prepare = (checkout: CheckoutApp) => string;
const directBillingPage =
  (change: (payment: FakePayment) => unknown): Prepare =>
  ({ payment, pageUrl }) => {
    change(payment);
    return pageUrl;
  };
const online =
  (change: (payment: FakeOnlinePayment) => unknown): Prepare =>
  ({ online: payment, onlineUrl }) => {
    change(payment);
    return onlineUrl;
  };

const PHONE = { width: 360, height: 640 };
const DESKTOP = { width: 1120, height: 760 };
const RESEND = { resendAvailableAt: NOW };

const PICTURES: Picture[] = [
  {
    name: 'choose-phone-light',
    ...PHONE,
    colorScheme: 'light',
    locale: 'pl-PL',
    prepare: directBillingPage((payment) => payment.setView({ brand: BRAND })),
  },
  {
    name: 'code-phone-dark',
    ...PHONE,
    colorScheme: 'dark',
    locale: 'uk-UA',
    prepare: directBillingPage((payment) => payment.setCodeStage(RESEND)),
  },
  {
    name: 'error-phone-light',
    ...PHONE,
    colorScheme: 'light',
    locale: 'de-DE',
    prepare: directBillingPage((payment) => payment.setCodeStage({ ...RESEND, triesLeft: 2 })),
    form: {},
  },
  {
    name: 'paid-phone-light',
    ...PHONE,
    colorScheme: 'light',
    locale: 'en-GB',
    prepare: directBillingPage((payment) => payment.setCodeStage({ stage: 'paid', brand: BRAND })),
  },
  {
    name: 'choose-desktop-light',
    ...DESKTOP,
    colorScheme: 'light',
    locale: 'en-GB',
    prepare: directBillingPage((payment) => payment.setView({ offers: DIFFERENT_OFFERS })),
  },
  {
    name: 'choose-desktop-dark',
    ...DESKTOP,
    colorScheme: 'dark',
    locale: 'pl-PL',
    prepare: directBillingPage((payment) => payment.setView({ brand: BRAND })),
  },
  {
    name: 'online-choose-phone-light',
    ...PHONE,
    colorScheme: 'light',
    locale: 'pl-PL',
    prepare: online((payment) => payment.setView({ brand: BRAND })),
  },
  {
    name: 'online-app-phone-dark',
    ...PHONE,
    colorScheme: 'dark',
    locale: 'en-GB',
    prepare: online((payment) => payment.setStep(WAIT_IN_APP, { channel: 'blik' })),
  },
  {
    name: 'online-paid-phone-light',
    ...PHONE,
    colorScheme: 'light',
    locale: 'uk-UA',
    prepare: online((payment) => payment.setStage('paid', { brand: BRAND })),
  },
  {
    name: 'online-pix-desktop-light',
    ...DESKTOP,
    colorScheme: 'light',
    locale: 'en-GB',
    prepare: online((payment) => payment.setStep(PIX, { channel: 'pix', currency: 'BRL', plnMinor: 87_341, plnRate: '0.7075000000' })),
  },
];

const allPictures = (): Picture[] => [
  ...inAllVariants(
    EVERY_PAGE.map(({ name, prepare, form }) => ({
      name,
      prepare: directBillingPage((payment) => prepare(payment)),
      form: form ? {} : undefined,
    })),
  ),
  ...inAllVariants(
    ONLINE_PAGES.map(({ name, prepare, form }) => ({
      name: `online-${name}`,
      prepare: online((payment) => prepare(payment)),
      form: form?.fields,
    })),
  ),
];

const inAllVariants = (pages: { name: string; prepare: Prepare; form?: Picture['form'] | undefined }[]): Picture[] =>
  pages.flatMap(({ name, prepare, form }) =>
    [PHONE, DESKTOP].flatMap((size) =>
      (['light', 'dark'] as const).map((colorScheme, index) => ({
        name: `${name.replace(/\W+/g, '-')}-${size === PHONE ? 'phone' : 'desktop'}-${colorScheme}`,
        ...size,
        colorScheme,
        locale: ['en-GB', 'de-DE'][index] ?? 'pl-PL',
        prepare,
        ...(form && { form }),
      })),
    ),
  );

const [folder, namePrefix = ''] = process.argv.slice(2);
const target = folder ?? join(import.meta.dirname, '../docs/images');
await mkdir(target, { recursive: true });
const [checkout, browser] = [await startCheckout({ SANDBOX: 'off' }), await startBrowser()];
for (const { name, prepare, form, width, height, colorScheme, locale } of folder
  ? allPictures().filter((picture) => picture.name.startsWith(namePrefix))
  : PICTURES) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, locale, reducedMotion: 'reduce' });
  const page = await context.newPage();
  checkout.payment.reset();
  checkout.online.reset();
  await page.route('https://shop.example/**', (route) => route.fulfill({ status: 204 })); // a paid page redirects there by itself
  await page.goto(prepare(checkout));
  if (form) await submitForm(page, form);
  await page.screenshot({ path: join(target, `checkout-${name}.png`), fullPage: true });
  await context.close();
}
await browser.close();
await checkout.close();

async function submitForm(page: Page, { channel }: Record<string, string>): Promise<void> {
  if (channel) await chooseMethod(page, channel);
  const reloaded = page.waitForEvent('load');
  await page.locator('button.primary:visible').click();
  await reloaded;
}
