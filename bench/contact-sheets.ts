// Draws all payer pages on a phone, small, on a few sheets for docs/checkout.md: `npm run contact-sheets [-- folder]`.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { startBrowser } from '../test/checkout/support/browser.js';
import { chooseMethod } from '../test/checkout/support/browser-page.js';
import { type CheckoutApp, startCheckout } from '../test/checkout/support/checkout-app.js';
import { ONLINE_PAGES, SUBSCRIPTION_PAGES } from '../test/checkout/support/every-online-page.js';
import { PAYMENT_PAGES } from '../test/checkout/support/every-page.js';

interface State {
  name: string;
  /** Puts a payment into this state. @returns the URL of its page. */
  prepare: () => string;
  /** The fields of a form that must be sent to reach this state. */
  form?: Record<string, string> | undefined;
}

const PHONE = { width: 360, height: 640 };
/** The scale and the maximum height of a page on a sheet. */
const SHEET_IMAGE = { scale: 0.4, height: 900 };
const PAGES_PER_ROW = 8;
/** The quality of the WebP files. All sheets together must stay below 400 KB. */
const WEBP_QUALITY = 22;

const [folder] = process.argv.slice(2);
const target = folder ?? join(import.meta.dirname, '../docs/images');
await mkdir(target, { recursive: true });
const [checkout, browser] = [await startCheckout({ SANDBOX: 'off' }), await startBrowser()];
for (const [sheet, states] of Object.entries(sheetsOf(checkout))) await draw(browser, sheet, states);
await browser.close();
await checkout.close();

function sheetsOf({ online, onlineUrl, subscriptionUrl, payment, pageUrl }: CheckoutApp): Record<string, State[]> {
  const payments = ONLINE_PAGES.map(({ name, prepare, form }) => ({
    name,
    form: form?.fields,
    prepare: () => {
      prepare(online);
      return onlineUrl;
    },
  }));
  const statesMatching = (words: RegExp): State[] => payments.filter(({ name }) => words.test(name));
  const choosingNames = /^(choose|closed|consent|charge|code requested)/;
  const endNames = /^(paid|failed|expired|canceled|refunded|fraud)/;
  return {
    choosing: statesMatching(choosingNames),
    confirming: payments.filter(({ name }) => !choosingNames.test(name) && !endNames.test(name)),
    ends: statesMatching(endNames),
    agreements: SUBSCRIPTION_PAGES.map(({ name, pathBelowLink, prepare }) => ({
      name,
      prepare: () => {
        prepare(online);
        return subscriptionUrl + pathBelowLink;
      },
    })),
    'phone-bills': PAYMENT_PAGES.filter(({ name }) => !name.includes('longest')).map(({ name, prepare, form }) => ({
      name,
      form: form ? {} : undefined,
      prepare: () => {
        prepare(payment);
        return pageUrl;
      },
    })),
  };
}

async function draw(browser: Browser, sheet: string, states: readonly State[]): Promise<void> {
  const context = await browser.newContext({
    viewport: PHONE,
    deviceScaleFactor: SHEET_IMAGE.scale,
    locale: 'en-GB',
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.route('https://shop.example/**', (route) => route.fulfill({ status: 204 })); // a paid page redirects there by itself
  const figures: string[] = [];
  for (const { name, prepare, form } of states) {
    await page.goto('about:blank'); // an open page would poll the payment
    checkout.payment.reset();
    checkout.online.reset();
    await page.goto(prepare());
    if (form) await submitForm(page, form);
    const height = Math.min(SHEET_IMAGE.height, await page.evaluate<number>('document.documentElement.scrollHeight'));
    const picture = await page.screenshot({ fullPage: true, clip: { x: 0, y: 0, width: PHONE.width, height } });
    figures.push(`<figure><figcaption>${name}</figcaption><img src="data:image/png;base64,${picture.toString('base64')}"></figure>`);
  }
  await context.close();
  const width = PHONE.width * SHEET_IMAGE.scale;
  const table = await browser.newPage({ viewport: { width: PAGES_PER_ROW * (width + 16), height: 100 } });
  await table.setContent(`<style>body{margin:8px;display:flex;flex-wrap:wrap;gap:12px 16px;align-items:start;background:#d5d8dc;font:11px sans-serif}
    figure{margin:0;width:${width}px} figcaption{height:34px} img{width:${width}px;display:block}</style>${figures.join('')}`);
  const devtools = await table.context().newCDPSession(table);
  const height = await table.evaluate<number>('document.documentElement.scrollHeight');
  const { data } = await devtools.send('Page.captureScreenshot', {
    format: 'webp',
    quality: WEBP_QUALITY,
    captureBeyondViewport: true,
    clip: { x: 0, y: 0, width: PAGES_PER_ROW * (width + 16), height, scale: 1 },
  });
  await writeFile(join(target, `checkout-sheet-${sheet}.webp`), Buffer.from(data, 'base64'));
  await table.close();
}

async function submitForm(page: Page, { channel }: Record<string, string>): Promise<void> {
  if (channel) await chooseMethod(page, channel);
  const reloaded = page.waitForEvent('load');
  await page.locator('button.primary:visible').click();
  await reloaded;
}
