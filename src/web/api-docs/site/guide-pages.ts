import { Injectable } from '@nestjs/common';
import { ERRORS } from '../../../common/errors/error-codes.js';
import { Environment } from '../../../runtime/config/environment.js';
import { type GuideSource, linkTarget, readGuides } from './guide-sources.js';
import { renderMarkdown } from './render-markdown.js';

const LOCAL_GATEWAY_URL = /http:\/\/localhost:3000/g;
const LOCAL_SANDBOX_URL = /http:\/\/localhost:3001/g;

export interface GuideLink {
  name: string;
  title: string;
  summary: string;
}

/** The guides, read once at start. URLs of a local installation are replaced with the URLs of this gateway. */
@Injectable()
export class GuidePages {
  private readonly guides: readonly GuideSource[];
  private readonly rendered = new Map<string, string>();

  constructor(private readonly environment: Environment) {
    this.guides = readGuides();
  }

  get links(): readonly GuideLink[] {
    return this.guides;
  }

  find(name: string): GuideSource | undefined {
    return this.guides.find((guide) => guide.name === name);
  }

  /** @param urlOf returns the URL of a page of the site */
  html(guide: GuideSource, urlOf: (page: string) => string): string {
    const cached = this.rendered.get(guide.name);
    if (cached !== undefined) return cached;
    const linkTo = (href: string): string | null => {
      const target = linkTarget(href, guide.path);
      return target === null || /^\w+:/.test(target) ? target : urlOf(target);
    };
    const html = renderMarkdown(this.replaceLocalUrls(guide.markdown), linkTo);
    this.rendered.set(guide.name, html);
    return html;
  }

  /** The guide as Markdown, for programs. Links lead to other Markdown pages. A link to a document outside the site becomes plain text. */
  markdown(guide: GuideSource): string {
    return this.replaceLocalUrls(guide.markdown).replace(/\[([^\]]*)\]\(([^)\s]+)\)/g, (link, text: string, href: string) => {
      const target = linkTarget(href, guide.path);
      if (target === null) return text;
      return /^\w+:/.test(target) ? link : `[${text}](${markdownFileOf(target)})`;
    });
  }

  /** The previous and the next page in reading order. */
  neighbours(name: string): { before: GuideLink | null; after: GuideLink | null } {
    const index = this.guides.findIndex((guide) => guide.name === name);
    return { before: this.guides[index - 1] ?? null, after: this.guides[index + 1] ?? null };
  }

  errors(): { code: string; status: string; meaning: string }[] {
    return Object.entries(ERRORS)
      .sort(([, a], [, b]) => a.status - b.status)
      .map(([code, { status, description }]) => ({ code, status: String(status), meaning: description }));
  }

  private replaceLocalUrls(markdown: string): string {
    const { http, sandbox } = this.environment;
    const text = markdown.replace(LOCAL_GATEWAY_URL, http.publicUrl);
    return sandbox.enabled ? text.replace(LOCAL_SANDBOX_URL, sandbox.url) : text;
  }
}

const markdownFileOf = (target: string): string => target.replace(/^([\w-]+)(?=#|$)/, '$1.md');
