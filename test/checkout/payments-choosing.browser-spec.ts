import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { until } from '../support/until.js';
import { startBrowser } from './support/browser.js';
import { openAfterChange, openTab, type WatchedPage } from './support/browser-page.js';
import { type CheckoutApp, startCheckout } from './support/checkout-app.js';
import { LOOKS, lookProblems } from './support/every-look.js';
import { ALL_BANKS, cartOf, offeredChannel, PIX } from './support/fake-online-payment.js';

let checkout: CheckoutApp;
let browser: Browser;
let tab: WatchedPage | null = null;
beforeAll(async () => {
  [checkout, browser] = await Promise.all([startCheckout(), startBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await checkout.close();
});
beforeEach(() => {
  checkout.online.reset();
  checkout.online.setView({ channels: [offeredChannel('blik'), ...ALL_BANKS, offeredChannel('card')] });
});
afterEach(async () => {
  expect(tab?.problems).toEqual([]);
  await tab?.close();
});

async function visit(options: BrowserContextOptions = {}): Promise<Page> {
  tab = await openTab(browser, checkout.origin, options);
  await tab.page.goto(checkout.onlineUrl);
  return tab.page;
}
const shownBanks = (page: Page): Promise<string[]> => page.locator('.method-group:has(#search) .tile:visible').allInnerTexts();

describe('the search field for banks', () => {
  it.each([
    ['slaski', ['ING Bank Śląski']],
    ['  ŚLĄSKI ', ['ING Bank Śląski']],
    ['bos', ['BOŚ Bank']],
    ['nowhere', []],
  ])('finds for %j the banks %j, and announces their number', async (typed, banks) => {
    const page = await visit();
    await page.getByRole('searchbox', { name: 'Find your bank' }).fill(typed);
    expect(await shownBanks(page)).toEqual(banks);
    const noneMessage = 'No bank with this name. You can also pay with: BLIK, Cards.';
    expect(await page.locator('#said').textContent()).toBe(banks.length > 0 ? `Banks found: ${banks.length}` : noneMessage);
    expect(await page.locator('#search-none').isVisible()).toBe(banks.length === 0);
    expect(await page.locator('.tile:visible').count()).toBe(banks.length + 2);
  });

  it.each(['ArrowDown', 'Enter'])('chooses the first result with %s, and starts no payment', async (key) => {
    const page = await visit();
    await page.locator('#search').fill('pocz');
    await page.locator('#search').press(key);
    const bank = page.getByRole('radio', { name: 'Bank Pocztowy' });
    expect(await bank.isChecked()).toBe(true);
    expect(await page.locator(':focus').getAttribute('value')).toBe('pocztowy');
    expect(checkout.online.calls).toEqual([]);
  });

  it.each(['ArrowDown', 'Enter'])('chooses nothing with %s when it is empty', async (key) => {
    const page = await visit();
    await page.locator('#search').press(key);
    expect(await page.locator('input[value=blik]').isChecked()).toBe(true);
    expect(checkout.online.calls).toEqual([]);
  });

  it('keeps a chosen bank visible that is usually hidden under "more"', async () => {
    const page = await visit();
    await page.locator('#search').fill('pocz');
    await page.locator('#search').press('Enter');
    await page.locator('#search').fill('');
    expect(await page.getByRole('radio', { name: 'Bank Pocztowy' }).isVisible()).toBe(true);
  });

  it('moves the focus to the first result with Tab, and chooses nothing', async () => {
    const page = await visit();
    await page.locator('#search').fill('pocz');
    await page.locator('#search').press('Tab');
    const bank = page.getByRole('radio', { name: 'Bank Pocztowy' });
    expect(await page.locator(':focus').getAttribute('value')).toBe('pocztowy');
    expect(await bank.isChecked()).toBe(false);
  });

  it('keeps the chosen bank visible, and hides the others again when it is empty', async () => {
    const page = await visit();
    await page.getByText('mBank', { exact: true }).click();
    await page.locator('#search').fill('ing');
    expect(await shownBanks(page)).toEqual(['mBank', 'ING Bank Śląski']);
    await page.locator('#search').fill('');
    expect(await shownBanks(page)).toHaveLength(6);
    await page.getByText(`${ALL_BANKS.length - 6} more`).click();
    expect(await shownBanks(page)).toHaveLength(ALL_BANKS.length);
    expect(checkout.online.calls).toEqual([]);
  });

  it('is hidden without a script, and all banks can be shown', async () => {
    const page = await visit({ javaScriptEnabled: false });
    expect(await page.locator('#search').isVisible()).toBe(false);
    await page.getByText(`${ALL_BANKS.length - 6} more`).click();
    expect(await page.locator('.tile:visible').count()).toBe(ALL_BANKS.length + 2);
  });
});

describe('choosing a method', () => {
  it.each([true, false])('neither reloads the page nor moves the focus (JavaScript: %s)', async (javaScriptEnabled) => {
    const page = await visit({ javaScriptEnabled });
    const loads: string[] = [];
    page.on('request', (request) => request.isNavigationRequest() && loads.push(request.url()));
    await page.locator('input[value=blik]').focus();
    for (const expected of ['mbank', 'pko_bp']) {
      await page.keyboard.press('ArrowDown');
      expect(await page.locator(':focus').getAttribute('value')).toBe(expected);
      expect(await page.locator('button.primary:visible').count()).toBe(1);
    }
    expect(loads).toEqual([]);
  });

  it('shows the chosen method, also one that is usually hidden under "more"', async () => {
    checkout.online.setView({ channels: [offeredChannel('blik'), ...ALL_BANKS, offeredChannel('card')], channel: 'alior' });
    const page = await visit();
    expect(await page.getByRole('radio', { name: 'Alior Bank' }).isVisible()).toBe(true);
    expect(await page.locator('button.primary:visible').count()).toBe(1);
    await page.getByText(`${ALL_BANKS.length - 6} more`).click(); // now hidden: the button below all methods is visible instead
    expect(await page.locator('button.primary:visible').count()).toBe(1);
  });

  it('needs at most two screens to reach cards on a phone, and has a field as wide as its button', async () => {
    const page = await visit({ viewport: { width: 360, height: 640 } });
    const boxOf = async (selector: string) => (await page.locator(selector).first().boundingBox()) ?? { y: Infinity, width: Number.NaN };
    expect((await boxOf('.method:has([value=card])')).y).toBeLessThan(2 * 640);
    expect((await boxOf('#code')).width).toBe((await boxOf('button.primary:visible')).width);
  });

  it.each([360, 1280])('shows the button of the chosen method without a tile over it at %i px', async (width) => {
    const page = await visit({ viewport: { width, height: 640 } });
    for (const method of ['mbank', 'ing', 'card']) {
      await page.locator(`input[value=${method}]`).check();
      expect(
        await page.evaluate<string[]>(`(() => {
          const [button] = [...document.querySelectorAll('.method-fields button')].filter((candidate) => candidate.checkVisibility());
          const { top, bottom } = button.getBoundingClientRect();
          return [...document.querySelectorAll('.tile')].filter((tile) => tile.checkVisibility())
            .filter((tile) => tile.getBoundingClientRect().bottom > top && tile.getBoundingClientRect().top < bottom)
            .map((tile) => tile.textContent.trim());
        })()`),
      ).toEqual([]);
    }
  });

  it('needs two taps for a bank, and shows a field for the code of BLIK', async () => {
    const page = await visit({ hasTouch: true });
    await page.route('https://bank.example/**', (route) => route.fulfill({ contentType: 'text/html', body: '<h1>The bank</h1>' }));
    await page.getByText('mBank', { exact: true }).tap();
    await page.locator('button.primary:visible').tap();
    await page.getByRole('heading', { name: 'The bank' }).waitFor();
    await openAfterChange(page, () => checkout.online.reset(), checkout.onlineUrl);
    await page.getByLabel('BLIK code').fill('123456');
    expect(await page.locator('button.primary:visible').count()).toBe(1);
    expect(tab!.problems.splice(0)).toEqual([expect.stringMatching(/^request to https:\/\/bank\.example\/pay/)]);
  });

  it('is remembered when the payer ticks the box, also when the language is changed before', async () => {
    checkout.online.startResult = { ok: true, step: PIX };
    const page = await visit();
    await page.getByText(`${ALL_BANKS.length - 6} more`).click();
    await page.getByText('Alior Bank', { exact: true }).click();
    await page.getByLabel('Remember this method').check();
    await page.getByRole('link', { name: 'Deutsch' }).click();
    await page.getByRole('heading', { name: 'Wie möchten Sie bezahlen?' }).waitFor();
    expect(await page.getByLabel('Diese Zahlart auf diesem Gerät merken').isChecked()).toBe(true);
    await page.locator('button.primary:visible').click();
    await page.getByRole('heading', { name: /^Mit .* bezahlen$/ }).waitFor();
    await openAfterChange(page, () => checkout.online.reset(), checkout.onlineUrl);
    expect(await page.locator('.tile').first().innerText()).toBe('Alior Bank');
    expect(await page.locator('input[value=alior]').isChecked()).toBe(true);
  });
});

describe('the cart', () => {
  const [SHORT, LONG] = [3, 2_000];
  /** The narrowest screen, and a tablet with text of twice the size. */
  const TIGHT_LOOKS = LOOKS.filter(
    ({ width, text, colours }) => (width === 320 && colours === 'light') || (width === 768 && text === 200 && colours === 'dark'),
  );

  async function openCart(lines: number, options: BrowserContextOptions = {}): Promise<Page> {
    checkout.online.setView({ cart: cartOf(lines) });
    const page = await visit(options);
    await page.getByText('What you buy', { exact: true }).click();
    return page;
  }
  const heightOf = (page: Page): Promise<number> => page.evaluate<number>('document.documentElement.scrollHeight');
  const box = (page: Page) => page.getByRole('region', { name: 'What you buy' });
  /** Whether the whole line with this index is in the visible part of the box. */
  const isLineShown = (page: Page, index: number): Promise<boolean> =>
    page.evaluate<boolean>(`(() => {
      const visible = document.querySelector('.cart-box').getBoundingClientRect();
      return [...document.querySelectorAll('.cart :is(dt, dd)')].slice(${index} * 2, ${index} * 2 + 2)
        .every((part) => part.getBoundingClientRect().top >= visible.top && part.getBoundingClientRect().bottom <= visible.bottom);
    })()`);

  it.each([SHORT, LONG])(
    'with %i lines is accessible, and fits a narrow screen and large text with each price on one line',
    async (lines) => {
      const page = await openCart(lines);
      expect(await page.locator('.cart dd').count()).toBe(lines);
      expect(await lookProblems(page, TIGHT_LOOKS)).toEqual([]);
      expect(
        await page.evaluate(`[...document.querySelectorAll('.cart-box')].filter((box) => box.scrollWidth > box.clientWidth).length`),
      ).toBe(0);
    },
  );

  it('has no box and no tab stop when it is short', async () => {
    const page = await openCart(SHORT);
    expect(await box(page).count()).toBe(0);
    expect(await page.locator('.cart [tabindex]').count()).toBe(0);
  });

  it('is in a box when it has 2,000 lines, so that the page stays short', async () => {
    const page = await openCart(LONG);
    expect(await page.locator('.cart dt').first().textContent()).toBe('Etui 1');
    expect(await page.locator('.cart dt').last().textContent()).toBe('1,234.5 × Moneta kolekcjonerska w drewnianym pudełku, numer 2000');
    const openHeight = await heightOf(page);
    await page.getByText('What you buy', { exact: true }).click();
    expect(openHeight - (await heightOf(page))).toBeLessThan(page.viewportSize()!.height);
  });

  it('is scrolled with the keyboard to its last line and back', async () => {
    const page = await openCart(LONG);
    await page.locator('.cart summary').press('Tab');
    expect(await box(page).and(page.locator(':focus-visible')).count()).toBe(1);
    expect(await isLineShown(page, 0)).toBe(true);
    expect(await isLineShown(page, LONG - 1)).toBe(false);
    for (const [key, index] of [
      ['End', LONG - 1],
      ['Home', 0],
    ] as const) {
      await page.keyboard.press(key);
      await until(
        () => isLineShown(page, index),
        (isShown) => isShown,
      );
    }
  });

  it('is printed in full', async () => {
    const page = await openCart(LONG);
    await page.emulateMedia({ media: 'print' });
    expect(await page.evaluate<number>(`document.querySelector('.cart-box').getBoundingClientRect().height`)).toBe(
      await page.evaluate<number>(`document.querySelector('.cart dl').getBoundingClientRect().height`),
    );
  });
});

describe('a displayed payment code', () => {
  it('is copied by its button, and the page announces the copy', async () => {
    checkout.online.setStep(PIX, { channel: 'pix' });
    const page = await visit({ permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByRole('button', { name: 'Copy the code' }).click();
    await until(
      () => page.locator('#said').innerText(),
      (announcement) => announcement === 'The code is copied.',
    );
    await openAfterChange(page, () => checkout.online.setView({ channels: ALL_BANKS }), checkout.onlineUrl);
    await page.locator('#search').press('ControlOrMeta+V');
    expect(await page.locator('#search').inputValue()).toBe((PIX as { payload: string }).payload);
  });

  it('stands before the picture on phones, and after it on desktops', async () => {
    checkout.online.setStep(PIX, { channel: 'pix' });
    const page = await visit();
    const topOf = async (selector: string): Promise<number> => (await page.locator(selector).boundingBox())?.y ?? Number.NaN;
    expect(await topOf('#payload')).toBeLessThan(await topOf('.drawn'));
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await topOf('.drawn')).toBeLessThan(await topOf('#payload'));
  });

  it('can be selected as a whole without a script', async () => {
    checkout.online.setStep(PIX, { channel: 'pix' });
    const page = await visit({ javaScriptEnabled: false });
    expect(await page.locator('[data-copy]').isVisible()).toBe(false);
    expect(await page.evaluate(`getComputedStyle(document.querySelector('#payload')).userSelect`)).toBe('all');
  });
});
