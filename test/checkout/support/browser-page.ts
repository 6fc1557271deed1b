import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import { jest } from '@jest/globals';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { PageRenderer } from '../../../src/web/pages/page-renderer.js';
import { until } from '../../support/until.js';
import { BROWSER_STEP_TIMEOUT_MS } from './browser.js';

/** Longer than a test takes. */
const LONG_REFRESH_SECONDS = 600;

export interface WatchedPage {
  page: Page;
  /** Violations of the content security policy, errors of scripts, and requests to other origins than the page's and the shop's. */
  problems: string[];
  close: () => Promise<void>;
}

/** Opens a tab that records problems of its pages. Requests to the shop get a response from the test. */
export async function openTab(browser: Browser, origin: string, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 390, height: 844 }, ...options });
  context.setDefaultTimeout(BROWSER_STEP_TIMEOUT_MS);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    // Chromium also reports the expected status 422 of a rejected form.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) problems.push(message.text());
  });
  page.on('request', (request) => {
    if (![origin, 'https://shop.example'].includes(new URL(request.url()).origin)) problems.push(`request to ${request.url()}`);
  });
  await page.route('https://shop.example/**', (route) => route.fulfill({ contentType: 'text/html', body: '<h1>The shop</h1>' }));
  return { page, problems, close: () => context.close() };
}

/** Stops the page's clock, which then only moves with `page.clock.fastForward`. Must be called before the page is opened. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(3_600_000); // the clock runs until this time, which must be ahead of the present one
}

/**
 * Makes pages wait ten minutes before they reload or redirect themselves. On a slow machine the usual few seconds could end between two steps
 * of a test. Jest restores the original method after the file.
 */
export function delayPageRefreshes(): void {
  jest.spyOn(PageRenderer.prototype, 'refreshAfter').mockReturnValue(LONG_REFRESH_SECONDS);
}

/** Waits for an element that appears without an action. After `delayPageRefreshes`, pages that reload without a script are reloaded here instead. */
export async function waitUntilVisible(element: Locator): Promise<void> {
  const page = element.page();
  const reloading = page.locator(`meta[http-equiv=refresh][content="${LONG_REFRESH_SECONDS}"]`); // has no element when scripts are on
  await until(
    async () => {
      const isVisible = await element.isVisible();
      if (!isVisible && (await reloading.count()) > 0) await page.reload();
      return isVisible;
    },
    (isVisible) => isVisible,
  );
}

/** Opens a URL after a change. An open page would also reload itself because of the change, and one of two concurrent loads is aborted. */
export async function openAfterChange(page: Page, change: () => unknown, url: string): Promise<void> {
  await page.goto('about:blank');
  await change();
  await page.goto(url);
}

/** Problems that axe finds by the WCAG 2.2 AA rules and its best practices, in light and in dark colours. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  await page.evaluate(source); // through the debugger, so the page's content security policy stays in force
  const problems: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const violations: string[] = await page.evaluate(
      `axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ': ' + html + ' ' + failureSummary)))`,
    );
    problems.push(...violations.map((problem) => `${colorScheme}: ${problem}`));
  }
  return problems;
}

/** Chooses a method, also one that is hidden under "more". */
export async function chooseMethod(page: Page, channel: string): Promise<void> {
  const radio = page.locator(`input[value=${channel}]`);
  if (!(await radio.isVisible())) await page.locator('details', { has: radio }).locator('summary').click();
  await radio.check();
}

/** Shows a method that is hidden under "more". */
export async function expandMethod(page: Page, method: string): Promise<void> {
  const tile = page.getByText(method, { exact: true });
  if (!(await tile.isVisible())) await page.locator('details.more-methods', { has: tile }).locator('summary').click();
}

const SCREENS = [
  { name: '320 px', width: 320, height: 568 },
  { name: 'a desktop of 1280 px zoomed to 400 %', width: 320, height: 256 },
  { name: 'a phone', width: 390, height: 844 },
  { name: 'a desktop', width: 1280, height: 800 },
];
/** Least height of a control for a thumb, in CSS pixels. */
const THUMB_PX = 44;
const TARGETS = '.button, .tile, .check, input:not([type=radio], [type=checkbox], [type=hidden]), .languages a';

/** Small phones on which text of twice the size is checked. */
const LARGE_TEXT = [
  { width: 390, height: 844 },
  { width: 360, height: 640 },
];
/** Words of up to this many letters must not wrap. Amounts must never wrap. */
const WHOLE_WORD = 8;
/** Finds words and amounts that wrap although they must not. Runs in the page. */
export const FIND_WRAPPED_WORDS = `[...document.querySelectorAll('main :is(h1, p, dt, dd, span, strong, label, button, a)')]
  .filter((element) => element.checkVisibility() && !element.closest('.unseen, .payload-text'))
  .flatMap((element) => [...element.childNodes].filter(({ nodeType }) => nodeType === 3))
  .flatMap((node) => [...node.data.matchAll(/[\\p{L}\\p{N}.,’\u00ad]+(?:\u00a0[\\p{L}\\p{N}.,’]+)*/gu)]
    .filter(([word]) => /\\p{L}/u.test(word) && (word.length <= ${WHOLE_WORD} || /\\d.*\u00a0|\u00a0.*\\d/.test(word)))
    .filter(({ 0: word, index }) => {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
    })
    .map(([word]) => word))`;

/** Finds sideways scrolling and wrapped words and amounts on small phones with text of twice the size. */
export async function largeTextProblems(page: Page): Promise<string[]> {
  const problems: string[] = [];
  await page.evaluate(`document.documentElement.style.fontSize = '200%'`);
  for (const { width, height } of LARGE_TEXT) {
    await page.setViewportSize({ width, height });
    if (await page.evaluate<boolean>('document.documentElement.scrollWidth > window.innerWidth'))
      problems.push(`${width} px: scrolls sideways`);
    problems.push(...(await page.evaluate<string[]>(FIND_WRAPPED_WORDS)).map((word) => `${width} px: parts ${word}`));
  }
  return problems;
}

/** Finds controls that are too small for a thumb in the present state of the page. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`[...document.querySelectorAll('${TARGETS}')]
    .filter((target) => target.checkVisibility() && target.getBoundingClientRect().height < ${THUMB_PX})
    .map((target) => target.textContent)`);
}

/** Finds sideways scrolling, also with text of twice the size, and controls that are too small for a thumb. */
export async function layoutProblems(page: Page): Promise<string[]> {
  const problems: string[] = [];
  const checkWidth = async (screen: string): Promise<void> => {
    const tooWide = await page.evaluate<boolean>('document.documentElement.scrollWidth > window.innerWidth');
    if (tooWide) problems.push(`scrolls sideways on ${screen}`);
  };
  for (const { name, ...size } of SCREENS) {
    await page.setViewportSize(size);
    await checkWidth(name);
    problems.push(...(await smallTargets(page)).map((text) => `too small on ${name}: ${text}`));
  }
  await page.evaluate(`document.documentElement.style.fontSize = '200%'`);
  await page.setViewportSize({ width: 390, height: 844 });
  await checkWidth('a phone with text of twice the size');
  return problems;
}
