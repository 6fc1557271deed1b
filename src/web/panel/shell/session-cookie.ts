import { createHmac } from 'node:crypto';
import type { Request, Response } from 'express';

/**
 * Browsers send a `__Host-` cookie only to its own host and only over https. On http://localhost browsers refuse such a cookie, so the
 * prefix is left out.
 */
const cookieName = (isHttps: boolean): string => (isHttps ? '__Host-panel' : 'panel');

const SECRET_FORMAT = /^[\w-]{43}$/;

/** @returns the session's secret; null without exactly one well-formed cookie. */
export function readSessionCookie(request: Request, isHttps: boolean): string | null {
  const prefix = `${cookieName(isHttps)}=`;
  const cookies = (request.headers.cookie ?? '').split(';').map((part) => part.trim());
  const values = cookies.filter((part) => part.startsWith(prefix)).map((part) => part.slice(prefix.length));
  const [value] = values;
  return values.length === 1 && value !== undefined && SECRET_FORMAT.test(value) ? value : null;
}

/** @param secret null ends the session in the browser. */
export function writeSessionCookie(response: Response, isHttps: boolean, secret: string | null): void {
  const expiry = secret === null ? '; Max-Age=0' : '';
  response.append(
    'Set-Cookie',
    `${cookieName(isHttps)}=${secret ?? ''}; Path=/; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}${expiry}`,
  );
}

/** The token in the forms of a session, for browsers that do not send the origin of a form. The token does not reveal the secret. */
export const formTokenOf = (secret: string): string => createHmac('sha256', secret).update('form').digest('base64url');
