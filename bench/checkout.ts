// Size and load time of the payers' pages on a slow phone: `npm run bench:checkout`.
//
// Chromium with a screen of 360 × 640, a network of 150 ms and 1.6 Mbit/s (Lighthouse's Slow 4G), a quarter of this machine's processor and an
// empty cache. The payment is in memory, so the numbers are those of the pages and not of a database.
import type { Browser, CDPSession, Page } from 'playwright-core';
import { BRAND } from '../test/checkout/support/brand.js';
import { startBrowser } from '../test/checkout/support/browser.js';
import { type CheckoutApp, startCheckout } from '../test/checkout/support/checkout-app.js';
import {
  ALL_BANKS,
  type FakeOnlinePayment,
  WAIT_IN_APP,
  METHODS,
  offeredChannel,
  PIX,
} from '../test/checkout/support/fake-online-payment.js';
import type { FakePayment } from '../test/checkout/support/fake-payment.js';

const ROUNDS = Number(process.argv[2] ?? 7);
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 768_000 / 8 };
const CPU_SLOWDOWN = 4;
const MAX_TAPS = 6;

interface Measurements {
  bytes: number;
  requests: number;
  lcpMs: number;
  cls: number;
  inpMs: number;
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
const ALL_CHANNELS = [offeredChannel('blik'), ...ALL_BANKS, ...METHODS.filter(({ type }) => type !== 'blik' && type !== 'transfer')];

const STATES: { name: string; prepare: Prepare }[] = [
  { name: 'choose', prepare: directBillingPage((payment) => payment.setView()) },
  { name: 'choose, with a brand', prepare: directBillingPage((payment) => payment.setView({ brand: BRAND })) },
  { name: 'code', prepare: directBillingPage((payment) => payment.setCodeStage()) },
  { name: 'waiting', prepare: directBillingPage((payment) => payment.setCodeStage({ stage: 'waiting' })) },
  { name: 'paid', prepare: directBillingPage((payment) => payment.setCodeStage({ stage: 'paid' })) },
  { name: 'rejected', prepare: directBillingPage((payment) => payment.setCodeStage({ stage: 'rejected' })) },
  { name: 'online: choose', prepare: online((payment) => payment.setView()) },
  { name: 'online: all banks, with a brand', prepare: online((payment) => payment.setView({ channels: ALL_CHANNELS, brand: BRAND })) },
  { name: 'online: confirm in the app', prepare: online((payment) => payment.setStep(WAIT_IN_APP, { channel: 'blik' })) },
  { name: 'online: QR code', prepare: online((payment) => payment.setStep(PIX, { channel: 'pix' })) },
  { name: 'online: paid', prepare: online((payment) => payment.setStage('paid')) },
];

/** A script for the page that collects the measurements of the browser. */
const OBSERVER_SCRIPT = `
  window.seen = { lcp: 0, cls: 0, inp: 0 };
  const watch = (type, note, more) => new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, ...more });
  watch('largest-contentful-paint', (entry) => (seen.lcp = entry.startTime));
  watch('layout-shift', (entry) => (seen.cls += entry.hadRecentInput ? 0 : entry.value));
  watch('event', (entry) => entry.interactionId && (seen.inp = Math.max(seen.inp, entry.duration)), { durationThreshold: 16 });`;

async function openSlow(browser: Browser): Promise<{ page: Page; cdp: CDPSession; close: () => Promise<void> }> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 640 },
    deviceScaleFactor: 2,
    hasTouch: true,
    locale: 'pl-PL',
  });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', SLOW_4G);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.addInitScript(OBSERVER_SCRIPT);
  return { page, cdp, close: () => context.close() };
}

async function measure(browser: Browser, url: string): Promise<Measurements> {
  const { page, cdp, close } = await openSlow(browser);
  let [bytes, requests] = [0, 0];
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
    requests += 1;
  });
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForTimeout(1_000); // so that images and shifts of the layout after the load event count, too
  const first = { bytes, requests };
  const { lcp, cls } = await page.evaluate<{ lcp: number; cls: number }>('seen');
  await fillInAndTap(page);
  const inpMs = await page.evaluate<number>('seen.inp');
  await close();
  return { ...first, lcpMs: lcp, cls, inpMs };
}

/** Fills in and taps as a payer does, without leaving the page. */
async function fillInAndTap(page: Page): Promise<void> {
  for (const field of await page.locator('#phone, #code:visible').all()) await field.pressSequentially('500600', { delay: 30 });
  for (const tile of (await page.locator('.tile').all()).slice(0, MAX_TAPS)) await tile.tap();
  if (await page.locator('#search').isVisible()) await page.locator('#search').pressSequentially('slaski', { delay: 30 });
  await page.locator('h1').tap();
  await page.waitForTimeout(300); // the browser reports an event after the next frame
}

/** @returns the milliseconds from the change of a payment to paid until the page shows it. */
async function timeUntilShown(browser: Browser, checkout: CheckoutApp): Promise<number> {
  const { page, close } = await openSlow(browser);
  checkout.payment.setCodeStage({ stage: 'waiting' });
  await page.goto(checkout.pageUrl, { waitUntil: 'load' });
  await page.waitForTimeout(1_000 + Math.random() * 500); // at a random moment between two polls
  checkout.payment.setCodeStage({ stage: 'paid' });
  const paidAt = performance.now();
  await page.locator('.sign.good').waitFor();
  const shown = performance.now() - paidAt;
  await close();
  return shown;
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const [checkout, browser] = [await startCheckout(), await startBrowser()];
console.log(`Medians of ${ROUNDS} rounds; the worst of the layout shifts.\n`);
console.log('| page | KB | requests | LCP ms | INP ms | CLS |\n|---|---|---|---|---|---|');
for (const { name, prepare } of STATES) {
  const rounds: Measurements[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    checkout.payment.reset();
    checkout.online.reset();
    rounds.push(await measure(browser, prepare(checkout)));
  }
  const valuesOf = (key: keyof Measurements): number[] => rounds.map((figures) => figures[key]);
  const cells = [
    name,
    (median(valuesOf('bytes')) / 1024).toFixed(1),
    median(valuesOf('requests')),
    Math.round(median(valuesOf('lcpMs'))),
    Math.round(median(valuesOf('inpMs'))),
    Math.max(...valuesOf('cls')).toFixed(3),
  ];
  console.log(`| ${cells.join(' | ')} |`);
}
const shown: number[] = [];
for (let round = 0; round < ROUNDS; round += 1) shown.push(await timeUntilShown(browser, checkout));
console.log(`\nAnswer known until shown: median ${Math.round(median(shown))} ms, longest ${Math.round(Math.max(...shown))} ms.`);
await browser.close();
await checkout.close();
