import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { SOURCE_ROOT } from '../../pages/source-root.js';

/** The project's documents that are pages of the site, in reading order. `name` is the last part of the page's path. */
const PAGES = [
  'guides/first-shop',
  'guides/notifications',
  'guides/notification-bodies',
  'guides/verify',
  'guides/refunds',
  'guides/phone-bills',
  'guides/sms',
  'guides/payment-links',
  'guides/recurring-payments',
  'guides/test-values',
  'guides/reconciling',
  'guides/calling-the-api',
  'guides/going-live',
  'errors',
  'compatibility',
].map((path) => ({ name: posix.basename(path), path: `docs/${path}.md` }));

export interface GuideSource {
  name: string;
  path: string;
  title: string;
  /** The first sentence of the document. */
  summary: string;
  markdown: string;
}

/** @throws Error when a document is missing from the program's files. */
export function readGuides(): GuideSource[] {
  return PAGES.map((page) => {
    const markdown = readFileSync(join(SOURCE_ROOT, '..', page.path), 'utf8').replace(/^<!-- .* -->\n/gm, '');
    const [, title = page.name, summary = ''] = /^# (.+)\n\n([\s\S]+?)\n\n/.exec(markdown) ?? [];
    return { ...page, title, summary: summaryOf(summary), markdown };
  });
}

/** Extracts the first sentence as plain text, without a leading "For …:". */
function summaryOf(paragraph: string): string {
  const [text = ''] = paragraph
    .replaceAll('\n', ' ')
    .replace(/^For [^:]+: /, '')
    .replace(/[`*]|\[|\]\([^)]*\)/g, '')
    .split(/(?<=\.) (?=\w)/, 1);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * The target of a document's link on the site, such as `notifications#states`. URLs of other sites stay unchanged.
 * @param guidePath path of the document that has the link
 * @returns null when the site has no such page.
 */
export function linkTarget(href: string, guidePath: string): string | null {
  if (/^\w+:/.test(href)) return href;
  const [file = '', anchor] = href.split('#');
  const path = file === '' ? guidePath : posix.join(posix.dirname(guidePath), file);
  const name = path === 'docs/openapi.json' ? 'openapi.json' : PAGES.find((page) => page.path === path)?.name;
  return name === undefined ? null : `${name}${anchor === undefined ? '' : `#${anchor}`}`;
}
