import { isIP } from 'node:net';
import type { NextFunction, Request, RequestHandler, Response } from 'express';

/**
 * Protects against DNS rebinding. The simulated phone shows its codes without a login, and a foreign site could make its own name lead to this
 * computer and read them through a visitor's browser. So only the sandbox's names and IP addresses are answered.
 * @param known URLs of the sandbox; null ones, whose port is not known yet, are on this computer.
 */
export function rejectUnknownHosts(known: readonly (string | null)[]): RequestHandler {
  const names = new Set(['localhost', ...known.flatMap((url) => (url === null ? [] : [new URL(url).hostname]))]);
  return (request: Request, response: Response, next: NextFunction) => {
    const name = hostOf(request.headers.host);
    if (name !== null && (names.has(name) || isIP(name.replace(/^\[|\]$/g, '')) !== 0)) return next();
    response.status(421).type('text/plain').send('The sandbox is not known under this name: open it as SANDBOX_URL says.\n');
  };
}

function hostOf(header: string | undefined): string | null {
  const url = `http://${header ?? ''}`;
  return header !== undefined && URL.canParse(url) ? new URL(url).hostname : null;
}
