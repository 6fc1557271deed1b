import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { startBrowser } from '../checkout/support/browser.js';
import { accessibilityProblems, openTab } from '../checkout/support/browser-page.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let browser: Browser;
let paths: string[];
beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld({ PUBLIC_URL: 'http://localhost:3000' }), startBrowser()]);
  const { paths: documented } = (await world.http.get('/docs/openapi.json')).body as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  const operations = Object.values(documented).flatMap((path) => Object.values(path));
  paths = ['/docs', '/docs/nothing', ...operations.map(({ operationId }) => `/docs/${operationId}`)];
}, 60_000);
afterAll(async () => {
  await browser.close();
  await world.stop();
});

describe('the API reference', () => {
  it.each(['light', 'dark'] as const)('is accessible in %s colours, and its policy is not violated', async (colorScheme) => {
    const { page, problems, close } = await openTab(browser, world.http.baseUrl, { colorScheme });
    for (const path of paths) {
      await page.goto(world.http.baseUrl + path);
      expect([path, await accessibilityProblems(page)]).toEqual([path, []]);
    }
    expect(problems).toEqual([]);
    await close();
  });

  it.each<[string, BrowserContextOptions]>([
    ['320 px wide', { viewport: { width: 320, height: 568 } }],
    ['a desktop zoomed to 400 %', { viewport: { width: 320, height: 256 }, deviceScaleFactor: 4 }],
    ['the narrowest screen with the list of operations beside', { viewport: { width: 896, height: 700 } }],
  ])('fits %s without scrolling sideways', async (_, options) => {
    const { page, close } = await openTab(browser, world.http.baseUrl, options);
    for (const path of paths) {
      await page.goto(world.http.baseUrl + path);
      expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, options.viewport?.width]);
    }
    await close();
  });

  it('leads from the list to an operation and back, without JavaScript', async () => {
    const { page, close } = await openTab(browser, world.http.baseUrl, { javaScriptEnabled: false });
    await page.goto(`${world.http.baseUrl}/docs`);
    await page.getByRole('main').getByRole('link', { name: 'Create a DirectBilling transaction' }).last().click();
    await page.getByRole('heading', { level: 1, name: 'Create a DirectBilling transaction' }).waitFor();
    await page.getByRole('link', { name: 'API reference' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'API reference' }).waitFor();
    await close();
  });
});
