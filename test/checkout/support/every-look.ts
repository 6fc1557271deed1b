import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { FIND_WRAPPED_WORDS } from './browser-page.js';

/** One look of a page: screen, colours and text size. */
export interface Look {
  width: number;
  height: number;
  /** Text size in percent. */
  text: 100 | 200;
  colours: 'light' | 'dark' | 'forced';
}

const SCREENS = [
  { width: 320, height: 568 },
  { width: 360, height: 640 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
];

export const LOOKS: readonly Look[] = SCREENS.flatMap((screen) =>
  ([100, 200] as const).flatMap((text) => (['light', 'dark', 'forced'] as const).map((colours) => ({ ...screen, text, colours }))),
);

/** `LOOKS=all` checks each page in each language and look. Otherwise each page is checked in one language and half of the looks. */
const CHECK_ALL = process.env['LOOKS'] === 'all';

/** The languages in which the page at this index of a list is checked. */
export function languagesFor<L>(index: number, languages: readonly L[]): readonly L[] {
  return CHECK_ALL ? languages : languages.filter((_, position) => position === index % languages.length);
}

/** The looks in which the page at this index of a list is checked. Neighbouring pages get different halves of the looks. */
export function looksFor(index: number): readonly Look[] {
  return CHECK_ALL ? LOOKS : LOOKS.filter((_, position) => (position + index) % 2 === 0);
}

/**
 * Problems of the open page in each of these looks: problems by axe (WCAG 2.2 AA and its best practices), sideways scrolling, and words and
 * amounts that wrap with large text. The page is not loaded again.
 */
export async function lookProblems(page: Page, looks: readonly Look[] = LOOKS): Promise<string[]> {
  await page.evaluate(await axeSource()); // through the debugger, so the page's content security policy stays in force
  const allProblems: string[] = [];
  for (const { width, height, text, colours } of looks) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({
      colorScheme: colours === 'dark' ? 'dark' : 'light',
      forcedColors: colours === 'forced' ? 'active' : 'none',
      reducedMotion: 'reduce',
    });
    await page.evaluate(`document.documentElement.style.fontSize = '${text}%'`);
    const problems = await page.evaluate<string[]>(
      text === 200 && width > 320 ? `${SIDEWAYS}.concat(${FIND_WRAPPED_WORDS}.map((word) => 'parts ' + word))` : SIDEWAYS,
    );
    problems.push(...(await page.evaluate<string[]>(AXE_PROBLEMS)));
    allProblems.push(...problems.map((problem) => `${width} px, ${text} %, ${colours}: ${problem}`));
  }
  return allProblems;
}

const SIDEWAYS = `(document.documentElement.scrollWidth > window.innerWidth ? ['scrolls sideways'] : [])`;
const AXE_PROBLEMS = `axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ': ' + html + ' ' + failureSummary)))`;

let source: Promise<string> | undefined;
const axeSource = (): Promise<string> => (source ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
