import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Request, Response } from 'express';
import { takenEncoding } from './taken-encoding.js';

/** A page is made for one browser and sent once: more effort would cost more time than the bytes it saves. */
const COMPRESS = {
  br: (html: string) => brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (html: string) => gzipSync(html),
};

/**
 * Sends a page, compressed where the browser takes that. The answer to a form is not: it repeats what was typed, and a length must not tell
 * how much of that a page holds anyway (docs/decisions/0032-pages-are-compressed.md).
 */
export function sendPage(request: Request, response: Response, html: string): void {
  response.type('html').vary('Accept-Encoding');
  const encoding = request.method === 'POST' ? undefined : takenEncoding(request);
  if (encoding) response.setHeader('Content-Encoding', encoding);
  response.send(encoding ? COMPRESS[encoding](html) : html);
}
