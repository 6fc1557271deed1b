/** The public address of pages: the gateway's, or that of the simulated parties. */
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
