import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startBrowser } from '../checkout/support/browser.js';
import { openTab } from '../checkout/support/browser-page.js';
import { freePort } from '../support/free-port.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';
import { type ExampleShop, isLanguageInstalled, LANGUAGES, startExampleShop } from './support/example-shop.js';

let world: World;
let browser: Browser;
let folder: string;
let shop: ExampleShop | undefined;
beforeAll(async () => {
  const port = await freePort();
  const settings = { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` };
  [world, browser, folder] = await Promise.all([
    startWorld({ ...settings, ROLE: 'all' }),
    startBrowser(),
    mkdtemp(join(tmpdir(), 'shops-')),
  ]);
});
afterEach(() => shop?.stop());
afterAll(async () => {
  await browser.close();
  await rm(folder, { recursive: true });
  await world.stop();
});

describe('a payer with a browser', () => {
  for (const language of LANGUAGES) {
    const testIfInstalled = isLanguageInstalled(language) ? it : it.skip;
    testIfInstalled(`buys in the shop in ${language}: the shop’s page, the checkout, and back on a page that says paid`, async () => {
      shop = await startExampleShop(world, language, folder);
      const { url } = shop;
      const { page, problems, close } = await openTab(browser, world.http.baseUrl);
      await page.goto(url);
      await page.locator('input[name=amount]').fill('129.99');
      await page.getByRole('button', { name: 'Buy' }).click();
      await page.waitForURL(`${world.http.baseUrl}/pay/**`);
      await page.getByRole('radio', { name: 'BLIK' }).first().check();
      await page.getByRole('textbox', { name: 'BLIK code' }).fill('777123');
      await page.getByRole('button', { name: 'Pay PLN 129.99' }).click();
      await page.waitForURL(`${url}/thanks?order=*`); // Only the page of a paid payment redirects the browser to the shop.
      await until(
        async () => {
          await page.reload();
          return page.locator('body').innerText();
        },
        (text) => text === 'paid',
      );
      expect(problems.filter((problem) => !problem.startsWith(`request to ${url}/`))).toEqual([]);
      await close();
    });
  }
});
