import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { BROWSER_STEP_TIMEOUT_MS, startBrowser } from '../checkout/support/browser.js';
import { delayPageRefreshes } from '../checkout/support/browser-page.js';
import { until } from '../support/until.js';
import { type SandboxWorld, startSandboxWorld } from './support/sandbox-world.js';

let world: SandboxWorld;
let browser: Browser;
let context: BrowserContext;
beforeAll(async () => {
  [world, browser] = await Promise.all([startSandboxWorld(), startBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await world.stop();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await context.close();
});

/** Opens a page. `problems` contains script errors and violations of the content security policy. */
async function visit(path: string, settings: { javaScriptEnabled?: boolean } = {}): Promise<{ page: Page; problems: string[] }> {
  context = await browser.newContext({ viewport: { width: 390, height: 800 }, ...settings });
  context.setDefaultTimeout(BROWSER_STEP_TIMEOUT_MS);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  await page.goto(world.sandbox.url + path);
  return { page, problems };
}
const codesOn = (page: Page): Promise<string[]> => page.locator('.code').allInnerTexts();

describe.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('the sandbox’s pages in a browser %s', (_, javaScriptEnabled) => {
  it('show a new message on the phone without a manual reload', async () => {
    const number = javaScriptEnabled ? '48600900100' : '48600900200';
    const { page, problems } = await visit(`/phone/${number}`, { javaScriptEnabled });
    expect(await codesOn(page)).toEqual([]);
    const { code } = await world.orderCode(number);
    await page.locator('.message').first().locator('.code', { hasText: code }).waitFor();
    expect(problems).toEqual([]);
  });

  it('can be used with the keyboard alone to choose a number, set the inbox’s response and move the clock', async () => {
    delayPageRefreshes();
    await fetch(`${world.sandbox.url}/inbox/abcdef01`, { method: 'POST', body: '{"type":"ipn:test"}' });
    const { page, problems } = await visit('/phone', { javaScriptEnabled });
    await page.locator('#number').focus();
    await page.keyboard.type('500 600 700');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/phone/48500600700');

    await page.goto(`${world.sandbox.url}/inbox`);
    await page.locator('select').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    const loaded = page.waitForEvent('load');
    await page.keyboard.press('Enter');
    await loaded;
    const [row] = await world.database.query<{ answer: string }[]>(
      "SELECT answer FROM sandbox.inbox_receiver WHERE service_id = 'abcdef01'",
    );
    expect(row?.answer).not.toBe('ok');

    await page.goto(`${world.sandbox.url}/clock`);
    await page.locator('button').first().focus();
    await page.keyboard.press('Enter');
    await page.getByText('0 min ahead of system time').waitFor();
    expect(problems).toEqual([]);
    await world.database.query("UPDATE sandbox.inbox_receiver SET answer = 'ok'");
  });
});

describe('the inbox in a browser', () => {
  it('shows a new notification without a manual reload and keeps the focus', async () => {
    const send = (type: string): Promise<Response> =>
      fetch(`${world.sandbox.url}/inbox/abcdef02`, { method: 'POST', body: JSON.stringify({ type }) });
    await send('first');
    const { page, problems } = await visit('/inbox');
    const first = page.getByRole('link', { name: 'first', exact: true });
    await first.focus();
    await send('second');
    await until(
      () => page.locator('.notifications a').allInnerTexts(),
      (subjects) => subjects[0] === 'second',
    );
    expect(await first.evaluate((link) => link === link.ownerDocument.activeElement)).toBe(true);
    expect(problems).toEqual([]);
  });
});
