import { isIP } from 'node:net';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { parseUrl } from '../../common/parse-url.js';

/**
 * Protects against DNS rebinding. The simulated phone shows codes without a login. A foreign site could point its own name at this computer
 * and read the codes through a visitor's browser. So only requests to the sandbox's names and to IP addresses are accepted.
 * @param urls URLs of the sandbox. A URL is null while its port is unknown. Then the sandbox is on this computer.
 */
export function rejectUnknownHosts(urls: readonly (string | null)[]): RequestHandler {
  const names = new Set(['localhost', ...urls.flatMap((url) => (url === null ? [] : [new URL(url).hostname]))]);
  return (request: Request, response: Response, next: NextFunction) => {
    const name = hostOf(request.headers.host);
    if (name !== null && (names.has(name) || isIP(name.replace(/^\[|\]$/g, '')) !== 0)) return next();
    response.status(421).type('text/plain').send('The sandbox is not known under this name: open it as SANDBOX_URL says.\n');
  };
}

function hostOf(header: string | undefined): string | null {
  return header === undefined ? null : (parseUrl(`http://${header}`)?.hostname ?? null);
}
