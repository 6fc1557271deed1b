import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Request, Response } from 'express';
import { acceptedEncoding } from './accepted-encoding.js';

/** Each page is created for one browser and sent once, so a higher compression level would cost more time than its bytes save. */
const COMPRESSORS = {
  br: (html: string) => brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (html: string) => gzipSync(html),
};

/**
 * Sends a page, compressed if the browser accepts that. The response to a form is never compressed, because it repeats typed values and its
 * length would reveal which of them the page contains anyway (docs/decisions/0032-compress-pages-but-not-responses-to-forms.md).
 */
export function sendPage(request: Request, response: Response, html: string): void {
  response.type('html').vary('Accept-Encoding');
  const encoding = request.method === 'POST' ? undefined : acceptedEncoding(request);
  if (encoding) response.setHeader('Content-Encoding', encoding);
  response.send(encoding ? COMPRESSORS[encoding](html) : html);
}
