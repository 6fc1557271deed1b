import { Injectable } from '@nestjs/common';
import { Eta } from 'eta';
import { type Locale, LOCALES } from '../../common/locale.js';
import { formatMoney } from './format-money.js';
import { LANGUAGES } from '../languages/languages.js';
import { PageOrigin } from './page-origin.js';
import { SOURCE_ROOT } from './source-root.js';
import { StaticAssets } from './static-assets.js';

/** In all languages, because the visitor may not understand the page's. */
const switchLabel = (locales: readonly Locale[]): string => locales.map((code) => LANGUAGES[code].language).join(' / ');

const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export interface PageContext {
  locale: Locale;
  /** The page's own path without query, for the language switch; no switch without it. */
  path?: string;
  /** What the switch offers: all languages unless the page has only some. */
  locales?: readonly Locale[];
  /** The language that the visitor chose, which `it.link` passes on. */
  askedLocale?: Locale | null;
}

/**
 * Renders a page from a template that lies next to its feature. Everything printed with `<%= %>` is escaped.
 * Templates see their data as `it`, and besides: `it.locale`, `it.asset(name)`, `it.picture(file)`, `it.link(path)`, `it.money(minor, currency?)`
 * and `it.refreshAfter(seconds)`, for a page that does something by itself.
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
      languagesLabel: switchLabel(locales),
      asset: (name: string) => this.assets.urlOf(name),
      picture: (file: string) => `${this.origin.basePath}/assets/${file}`,
      link: (path: string) => this.link(path, page.askedLocale ?? null),
      money: (minor: number, currency?: string) => formatMoney(minor, page.locale, currency),
      refreshAfter: (seconds: number) => this.refreshAfter(seconds),
    });
  }

  /** A path of this origin as the browser must ask for it. */
  link(path: string, askedLocale: Locale | null): string {
    const query = askedLocale ? `${path.includes('?') ? '&' : '?'}lang=${askedLocale}` : '';
    return `${this.origin.basePath}${path}${query}`;
  }

  /** The seconds until a page loads itself anew or leaves. All of them come from here, so that tests can have pages that stay. */
  refreshAfter(seconds: number): number {
    return seconds;
  }

  private languageLink(code: Locale, path: string, current: Locale) {
    return { code, name: LANGUAGES[code].name, href: this.link(path, code), isCurrent: code === current };
  }
}

/** A missing value throws, so that no payer sees "undefined". */
function escape(value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') throw new TypeError(`Only text and numbers can be printed, not ${String(value)}.`);
  return value.replace(/[&<>"']/g, (character) => ESCAPED[character] ?? '');
}
