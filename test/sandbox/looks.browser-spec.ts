import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { startBrowser } from '../checkout/support/browser.js';
import { NoSentNotifications, type CreatedNotification, type SentNotification } from '../../src/sandbox/inbox/sent-notifications.js';
import { accessibilityProblems, layoutProblems, openTab } from '../checkout/support/browser-page.js';
import { type SandboxWorld, startSandboxWorld } from './support/sandbox-world.js';

const NUMBER = '48500600700';
const LONG_TEXT = 'W'.repeat(200);

const COPY_ID = '01900000-0000-7000-8000-000000000001';
/** A fake of the gateway's sent notifications: there is one, which was sent to an endpoint of the partner. */
class PartnerNotifications extends NoSentNotifications {
  override listCreated(after: bigint): Promise<CreatedNotification[]> {
    return Promise.resolve(after < 1n ? [{ id: COPY_ID, serviceId: 'abcdef02', at: new Date('2026-11-01T10:00:00Z'), sequence: '1' }] : []);
  }
  override findSent(): Promise<Map<string, SentNotification>> {
    const attempt = {
      number: 1,
      startedAt: new Date(),
      httpStatus: 200,
      response: LONG_TEXT,
      verdict: `your program responded 200 with "${LONG_TEXT}"`,
    };
    const sent = {
      body: `{"type":"${LONG_TEXT}"}`,
      signedText: LONG_TEXT,
      address: `https://shop.example/${LONG_TEXT}`,
      attempts: [attempt],
    };
    return Promise.resolve(new Map([[COPY_ID, { ...sent, status: 'pending' as const, nextAttemptAt: new Date() }]]));
  }
  override findOtherEndpoints(): Promise<Map<string, string | null>> {
    return Promise.resolve(new Map([['abcdef02', `https://shop.example/${LONG_TEXT}`]]));
  }
}

let world: SandboxWorld;
let browser: Browser;
beforeAll(async () => {
  [world, browser] = await Promise.all([startSandboxWorld({ sentNotifications: new PartnerNotifications() }), startBrowser()]);
  const message = { codeReference: 'long', phoneNumber: NUMBER, grossMinor: 1230, seller: LONG_TEXT.slice(0, 120), description: LONG_TEXT };
  await world.connector().sendCode(message);
  await fetch(`${world.sandbox.url}/inbox/abcdef01`, {
    method: 'POST',
    headers: { 'x-long': LONG_TEXT },
    body: JSON.stringify({ type: LONG_TEXT }),
  });
});
afterAll(async () => {
  await browser.close();
  await world.stop();
});

async function openNotification(page: Page): Promise<void> {
  await page.locator('a[href^="/inbox/notifications/"]').first().click();
  await page.locator('#deliveries').waitFor(); // because a click does not wait for the next page
}

async function writeToInvalidNumber(page: Page): Promise<void> {
  await page.locator('#to').fill('x');
  await page.locator('#text').fill(LONG_TEXT);
  await page.locator('button.primary').click();
  await page.locator('.field-error').waitFor();
}

const PAGES: [string, string, ((page: Page) => Promise<void>)?][] = [
  ['the overview', '/'],
  ['the choice of a phone', '/phone'],
  ['an invalid number', '/phone?number=12'],
  ['an empty phone', '/phone/48500600701'],
  ['a phone with messages', `/phone/${NUMBER}`],
  ['writing a message', `/phone/${NUMBER}/write`],
  ['a message to an invalid number', `/phone/${NUMBER}/write`, writeToInvalidNumber],
  ['the inbox', '/inbox'],
  ['a notification', '/inbox', openNotification],
  ['a copy of a notification', `/inbox/notifications/${COPY_ID}`],
  ['the clock', '/clock'],
  ['an unknown path', '/nope'],
  ['an unknown notification', '/inbox/notifications/nope'],
];

describe.each(PAGES)('the sandbox’s page "%s"', (_, path, prepare) => {
  it('is accessible, fits every screen and loads nothing from other origins', async () => {
    const { page, problems, close } = await openTab(browser, world.sandbox.url);
    await page.goto(world.sandbox.url + path);
    await prepare?.(page);
    await page.waitForLoadState();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await layoutProblems(page)).toEqual([]);
    expect(problems).toEqual([]);
    await close();
  });
});
