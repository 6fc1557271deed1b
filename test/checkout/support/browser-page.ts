import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

export interface WatchedPage {
  page: Page;
  /** Violations of the policy, errors of scripts, and requests to other origins than the page's and the shop's. */
  problems: string[];
  close: () => Promise<void>;
}

/** A tab of its own that notes everything a well-behaved page never does. The shop is answered by the test itself. */
export async function openTab(browser: Browser, origin: string, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 390, height: 844 }, ...options });
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

/** Shortcomings that axe finds by the WCAG 2.2 AA rules and its best practices, in words. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  await page.evaluate(source); // through the debugger, so the page's own policy stays in force
  return page.evaluate(
    `axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ': ' + html + ' ' + failureSummary)))`,
  );
}
