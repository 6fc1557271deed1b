import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const CANDIDATES = [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const FLAGS =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'.split(
    ' ',
  );

/** Time limit of one step in a browser, for a machine under load. */
export const BROWSER_STEP_TIMEOUT_MS = 120_000;

/** Starts the system's Chromium. @throws Error without Chromium, because these tests must not be skipped. */
export async function startBrowser(): Promise<Browser> {
  const executablePath = CANDIDATES.find((path) => path !== undefined && existsSync(path));
  if (!executablePath) {
    throw new Error('These tests need Chromium: "apt-get install -y chromium" on Debian, or set CHROMIUM to the path of one.');
  }
  return chromium.launch({ executablePath, args: FLAGS, timeout: BROWSER_STEP_TIMEOUT_MS });
}
