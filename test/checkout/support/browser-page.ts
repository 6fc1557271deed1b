import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import { jest } from '@jest/globals';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { PageRenderer } from '../../../src/web/pages/page-renderer.js';
import { until } from '../../support/until.js';
import { PATIENCE_MS } from './browser.js';

/** Longer than a test takes. */
const STAYS_SECONDS = 600;

export interface WatchedPage {
  page: Page;
  /** Violations of the policy, errors of scripts, and requests to other origins than the page's and the shop's. */
  problems: string[];
  close: () => Promise<void>;
}

/** A tab of its own that notes everything a well-behaved page never does. The shop is answered by the test itself. */
export async function openTab(browser: Browser, origin: string, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 390, height: 844 }, ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    // Chromium also reports the 422 of a refused form, which is wanted.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) problems.push(message.text());
  });
  page.on('request', (request) => {
    if (![origin, 'https://shop.example'].includes(new URL(request.url()).origin)) problems.push(`request to ${request.url()}`);
  });
  await page.route('https://shop.example/**', (route) => route.fulfill({ contentType: 'text/html', body: '<h1>The shop</h1>' }));
  return { page, problems, close: () => context.close() };
}

/** From now on, the page's time passes only by `page.clock.fastForward`. To be called before the page is opened. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(3_600_000); // it goes on running until then, and only a time ahead can be jumped to
}

/**
 * From now on, pages wait ten minutes before they load themselves anew or leave by themselves. After some seconds that would come between two steps
 * of a test on a slow machine. The runner puts it back after the file.
 */
export function letPagesStay(): void {
  jest.spyOn(PageRenderer.prototype, 'refreshAfter').mockReturnValue(STAYS_SECONDS);
}

/** Waits for what a page comes to by itself. When pages stay, one that would load itself anew without a script is loaded at once. */
export async function comesTo(wanted: Locator): Promise<void> {
  const page = wanted.page();
  const reloading = page.locator(`meta[http-equiv=refresh][content="${STAYS_SECONDS}"]`); // no element where scripts run
  await until(
    async () => {
      const isThere = await wanted.isVisible();
      if (!isThere && (await reloading.count()) > 0) await page.reload();
      return isThere;
    },
    (isThere) => isThere,
  );
}

/** Opens an address after something has changed meanwhile. A page that is still open follows by loading itself, and one of two loads at once is aborted. */
export async function openAfter(page: Page, change: () => unknown, url: string): Promise<void> {
  await page.goto('about:blank');
  await change();
  await page.goto(url);
}

/** Shortcomings that axe finds by the WCAG 2.2 AA rules and its best practices, in light and in dark colours, in words. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  await page.evaluate(source); // through the debugger, so the page's own policy stays in force
  const problems: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const found: string[] = await page.evaluate(
      `axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ': ' + html + ' ' + failureSummary)))`,
    );
    problems.push(...found.map((problem) => `${colorScheme}: ${problem}`));
  }
  return problems;
}

/** Chooses a method, also one that is folded away with the less usual ones. */
export async function chooseMethod(page: Page, channel: string): Promise<void> {
  const radio = page.locator(`input[value=${channel}]`);
  if (!(await radio.isVisible())) await page.locator('details', { has: radio }).locator('summary').click();
  await radio.check();
}

/** Shows a method that is folded away with the less usual ones. */
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
const THUMB_PX = 44;
const TARGETS = '.button, .tile, .check, input:not([type=radio], [type=checkbox], [type=hidden]), .languages a';

const LARGE_TEXT = [
  { width: 390, height: 844 },
  { width: 360, height: 640 },
];
/** Words of up to so many letters are never parted, and amounts never at all. */
const WHOLE_WORD = 8;
/** What stands on more than one line of what has to be in one piece. Runs in the page. */
export const PARTED = `[...document.querySelectorAll('main :is(h1, p, dt, dd, span, strong, label, button, a)')]
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

/** Where text of twice the size scrolls sideways on small phones, and which words and amounts it parts. */
export async function largeTextProblems(page: Page): Promise<string[]> {
  const found: string[] = [];
  await page.evaluate(`document.documentElement.style.fontSize = '200%'`);
  for (const { width, height } of LARGE_TEXT) {
    await page.setViewportSize({ width, height });
    if (await page.evaluate<boolean>('document.documentElement.scrollWidth > window.innerWidth'))
      found.push(`${width} px: scrolls sideways`);
    found.push(...(await page.evaluate<string[]>(PARTED)).map((word) => `${width} px: parts ${word}`));
  }
  return found;
}

/** What is too small for a thumb, as the page stands. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`[...document.querySelectorAll('${TARGETS}')]
    .filter((target) => target.checkVisibility() && target.getBoundingClientRect().height < ${THUMB_PX})
    .map((target) => target.textContent)`);
}

/** Where the page scrolls sideways, also with text of twice the size, and what is too small for a thumb. */
export async function layoutProblems(page: Page): Promise<string[]> {
  const found: string[] = [];
  const look = async (where: string): Promise<void> => {
    const tooWide = await page.evaluate<boolean>('document.documentElement.scrollWidth > window.innerWidth');
    if (tooWide) found.push(`scrolls sideways on ${where}`);
  };
  for (const { name, ...size } of SCREENS) {
    await page.setViewportSize(size);
    await look(name);
    found.push(...(await smallTargets(page)).map((text) => `too small on ${name}: ${text}`));
  }
  await page.evaluate(`document.documentElement.style.fontSize = '200%'`);
  await page.setViewportSize({ width: 390, height: 844 });
  await look('a phone with text of twice the size');
  return found;
}
