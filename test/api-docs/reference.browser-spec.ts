import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startBrowser } from '../checkout/support/browser.js';
import { accessibilityProblems, layoutProblems, openTab } from '../checkout/support/browser-page.js';
import { startWorld, type World } from '../support/world.js';

const { paths, webhooks } = JSON.parse(readFileSync(join(import.meta.dirname, '../../docs/openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, { operationId: string }>>;
  webhooks: Record<string, object>;
};
const operations = Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => `/docs/${operationId}`));

const notifications = Object.keys(webhooks).map((name) => `/docs/Notifications.${name}`);
const guides = [...readdirSync(join(import.meta.dirname, '../../docs/guides')), 'errors.md', 'compatibility.md'].map(
  (file) => `/docs/${file.replace('.md', '')}`,
);

let world: World;
let browser: Browser;
beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld({ PUBLIC_URL: 'http://localhost:3000' }), startBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await world.stop();
});

describe('the site for developers', () => {
  it.each(['/docs', '/docs/reference', '/docs/nothing', ...guides, ...notifications, ...operations])(
    'is accessible at %s, fits every screen, and sends requests only to its own origin',
    async (path) => {
      const { page, problems, close } = await openTab(browser, world.http.baseUrl);
      await page.goto(world.http.baseUrl + path);
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await layoutProblems(page)).toEqual([]);
      await page.setViewportSize({ width: 896, height: 700 }); // the narrowest width that shows the list of operations beside the page
      expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
      expect(problems).toEqual([]);
      await close();
    },
  );

  it('links from the API reference to an operation and back, without JavaScript', async () => {
    const { page, close } = await openTab(browser, world.http.baseUrl, { javaScriptEnabled: false });
    await page.goto(`${world.http.baseUrl}/docs/reference`);
    await page.getByRole('link', { name: 'Create a DirectBilling transaction' }).click();
    await page.getByRole('heading', { level: 1, name: 'Create a DirectBilling transaction' }).waitFor();
    await page.getByRole('link', { name: 'API reference' }).click();
    await page.getByRole('heading', { level: 1, name: 'API reference' }).waitFor();
    await close();
  });
});
