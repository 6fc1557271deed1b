import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { Environment } from '../../../runtime/config/environment.js';
import { hasAbility, type Person } from '../../../platform/people/person.js';
import type { PanelAbility } from '../../../platform/people/roles.js';
import { parseUrl } from '../../../common/parse-url.js';
import { requestedLocale } from '../../pages/locale.js';
import { PageOrigin } from '../../pages/page-origin.js';
import { PageRenderer } from '../../pages/page-renderer.js';
import { sendPage } from '../../pages/send-page.js';
import { PANEL_LOCALES, PANEL_TEXTS, panelLocale, type PanelTexts } from '../texts/texts.js';
import type { PanelRequest } from './panel-request.js';
import { writeSessionCookie } from './session-cookie.js';
import { formatPanelTime } from './format-panel-time.js';

/** The screens in the order of the navigation. All other screens are linked from one of these. */
const SCREENS: readonly { path: string; ability: PanelAbility; name: keyof PanelTexts['screens'] }[] = [
  { path: '/home', ability: 'panel.home', name: 'home' },
  { path: '/transactions', ability: 'panel.transactions', name: 'transactions' },
  { path: '/wallet', ability: 'wallet.show', name: 'wallet' },
  { path: '/money', ability: 'panel.money', name: 'money' },
  { path: '/notifications', ability: 'panel.notifications', name: 'notifications' },
  { path: '/signature', ability: 'panel.signature', name: 'signature' },
  { path: '/subscriptions', ability: 'panel.subscriptions', name: 'subscriptions' },
  { path: '/links', ability: 'panel.links', name: 'links' },
  { path: '/services', ability: 'panel.services', name: 'services' },
  { path: '/codes', ability: 'panel.codes', name: 'codes' },
  { path: '/keys', ability: 'panel.keys', name: 'keys' },
  { path: '/partners', ability: 'panel.partners', name: 'partners' },
  { path: '/verification', ability: 'panel.services.verify', name: 'verification' },
  { path: '/held', ability: 'panel.exceptions', name: 'held' },
  { path: '/exceptions', ability: 'panel.exceptions', name: 'exceptions' },
  { path: '/settlement-files', ability: 'panel.files', name: 'files' },
  { path: '/health', ability: 'panel.health', name: 'health' },
  { path: '/team', ability: 'panel.team', name: 'team' },
  { path: '/audit', ability: 'panel.audit', name: 'audit' },
  { path: '/account', ability: 'panel.account', name: 'account' },
];

/** The content of one page in the person's language. */
export interface PanelScreen {
  /** Path below `src/web/panel`, without `.eta`. */
  template: string;
  title: string;
  data: object;
  status?: number;
}

/** The page that a person sees first after signing in. */
export const firstScreen = (person: Person): string => SCREENS.find(({ ability }) => hasAbility(person, ability))?.path ?? '/account';

/** Renders pages of the panel and redirects between them. */
@Injectable()
export class PanelPage {
  constructor(
    private readonly pages: PageRenderer,
    private readonly origin: PageOrigin,
    private readonly environment: Environment,
  ) {}

  /** @param createScreen creates the content of the page in the person's language. */
  show(request: PanelRequest, response: Response, createScreen: (texts: PanelTexts) => PanelScreen): void {
    const locale = panelLocale(request);
    const t = PANEL_TEXTS[locale];
    const { template, title, data, status = 200 } = createScreen(t);
    const person = request.person ?? null;
    const requested = requestedLocale(request);
    const { displayTimeZone: zone } = this.environment.app;
    const html = this.pages.render(
      `web/panel/${template}`,
      {
        ...data,
        t,
        title: `${title} · ${t.panel}`,
        heading: title,
        person: person && { name: person.name, team: person.partnerName ?? t.staff },
        screens: person
          ? SCREENS.filter(({ ability }) => hasAbility(person, ability)).map(({ path, name }) => ({ path, name: t.screens[name] }))
          : [],
        requestedLanguage: requested ?? '',
        formToken: request.formToken ?? '',
        styles: ['panel.css'],
        scripts: ['panel.js'],
        time: (time: Date) => formatPanelTime(time, zone),
        iso: (time: Date) => time.toISOString(),
      },
      {
        locale,
        chosenLocale: requested,
        locales: PANEL_LOCALES,
        ...(request.method !== 'POST' && { path: withoutLanguage(urlOf(request)) }),
      },
    );
    response.status(status);
    sendPage(request, response, html);
  }

  /** Redirects with status 303, so that reloading the page never sends a form again. */
  goTo(request: PanelRequest, response: Response, path: string): void {
    response.redirect(303, this.pages.link(path, requestedLocale(request)));
  }

  /** The path, with its filters, to continue with after signing in: of this page, or of the page with the form that was sent. */
  pathToReturnTo(request: PanelRequest): string {
    const url = request.method === 'GET' ? urlOf(request) : parseUrl(request.get('referer') ?? '');
    return url ? withoutLanguage(url) : '/';
  }

  /** Sets the session's cookie. @param secret null deletes the cookie, which ends the session in this browser. */
  setSessionCookie(response: Response, secret: string | null): void {
    writeSessionCookie(response, this.origin.isHttps, secret);
  }
}

/** The URL of the page on a host that is not real. */
export const urlOf = ({ originalUrl }: PanelRequest): URL => parseUrl(`http://panel${originalUrl}`) ?? new URL('http://panel/');

/**
 * The path and query without the language, which links and redirects add. The path has one slash at the beginning: with two, as in
 * `/.//shop.example`, a browser would take it for another host.
 */
function withoutLanguage(url: URL): string {
  url.searchParams.delete('lang');
  return `${url.pathname.replace(/^\/+/, '/')}${url.search}`;
}

/**
 * The path to continue with after signing in; null when the text is no path of the panel, such as a URL of another site. The longest filters
 * have about 3,000 characters.
 */
export function ownPath(text: string): string | null {
  if (!/^\/(?![/\\])[\x21-\x7e]{0,4000}$/.test(text)) return null;
  const url = new URL(text, 'http://panel');
  // `/.//shop.example` has the path `//shop.example`, which a browser takes for another host.
  return url.host === 'panel' && !url.pathname.startsWith('//') ? `${url.pathname}${url.search}` : null;
}
