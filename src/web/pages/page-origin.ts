/** The public URL of pages: that of the gateway, the panel or the sandbox. */
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
