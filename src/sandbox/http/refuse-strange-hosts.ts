import { isIP } from 'node:net';
import type { NextFunction, Request, RequestHandler, Response } from 'express';

/**
 * The simulated phone shows codes to whoever can open it. A page elsewhere could have a name of its own lead to this computer and read them
 * through its visitor's browser: only names that are known to be the sandbox's are answered, and addresses, which no page elsewhere has.
 * @param known addresses under which it is reached; of the null ones the port is not known yet, but they are on this computer.
 */
export function refuseStrangeHosts(known: readonly (string | null)[]): RequestHandler {
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
