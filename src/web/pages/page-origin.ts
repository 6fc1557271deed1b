/** Where the pages of this process part are reached: the gateway's public address, or the simulated parties' own. */
export class PageOrigin {
  readonly isHttps: boolean;
  /** Path prefix before every link, without a trailing slash; empty when the origin has none. */
  readonly basePath: string;

  constructor(readonly url: string) {
    const { protocol, pathname } = new URL(url);
    this.isHttps = protocol === 'https:';
    this.basePath = pathname.replace(/\/+$/, '');
  }
}
