import { Injectable } from '@nestjs/common';
import { Eta } from 'eta';
import { type Locale, LOCALES } from '../../common/locale.js';
import { formatMoney } from './format-money.js';
import { LANGUAGES } from '../languages/languages.js';
import { PageOrigin } from './page-origin.js';
import { SOURCE_ROOT } from './source-root.js';
import { StaticAssets } from './static-assets.js';

/** The label of the language switch in all languages, because the visitor may not understand the page's language. */
const languageSwitchLabel = (locales: readonly Locale[]): string => locales.map((code) => LANGUAGES[code].language).join(' / ');

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export interface PageContext {
  locale: Locale;
  /** The page's path for the language switch. Without a path the page has no switch. */
  path?: string;
  /** The languages of the switch. The default is all languages. */
  locales?: readonly Locale[];
  /** The language that the visitor chose. `it.link` adds this language to links. */
  chosenLocale?: Locale | null;
}

/**
 * Renders a page from a template in the folder of its feature. All values printed with `<%= %>` are escaped.
 * Templates read their data from `it`, which also has `it.locale`, `it.asset(name)`, `it.picture(file)`, `it.link(path)`,
 * `it.money(minor, currency?)` and, for pages that reload or redirect themselves, `it.refreshAfter(seconds)`.
 */
@Injectable()
export class PageRenderer {
  private readonly eta = new Eta({ views: SOURCE_ROOT, cache: true, debug: true, escapeFunction: escape });

  constructor(
    private readonly assets: StaticAssets,
    private readonly origin: PageOrigin,
  ) {}

  /**
   * @param template path from the source root without `.eta`: `web/checkout/direct-billing/templates/code`
   * @throws EtaRuntimeError naming file and line when the template prints a missing value
   */
  render(template: string, data: object, page: PageContext): string {
    const locales = page.locales ?? LOCALES;
    return this.eta.render(template, {
      ...data,
      locale: page.locale,
      languages: page.path === undefined ? [] : locales.map((code) => this.languageLink(code, page.path ?? '', page.locale)),
      languagesLabel: languageSwitchLabel(locales),
      asset: (name: string) => this.assets.urlOf(name),
      picture: (file: string) => `${this.origin.basePath}/assets/${file}`,
      link: (path: string) => this.link(path, page.chosenLocale ?? null),
      money: (minor: number, currency?: string) => formatMoney(minor, page.locale, currency),
      refreshAfter: (seconds: number) => this.refreshAfter(seconds),
    });
  }

  /** Adds the origin's path prefix and the chosen language to a path. */
  link(path: string, chosenLocale: Locale | null): string {
    const query = chosenLocale ? `${path.includes('?') ? '&' : '?'}lang=${chosenLocale}` : '';
    return `${this.origin.basePath}${path}${query}`;
  }

  /** The seconds until a page reloads or redirects itself. All pages use this method, so that tests can replace it. */
  refreshAfter(seconds: number): number {
    return seconds;
  }

  private languageLink(code: Locale, path: string, current: Locale) {
    return { code, name: LANGUAGES[code].name, href: this.link(path, code), isCurrent: code === current };
  }
}

/** Throws for a missing value, so that no payer sees "undefined". */
function escape(value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') throw new TypeError(`Only text and numbers can be printed, not ${String(value)}.`);
  return value.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
