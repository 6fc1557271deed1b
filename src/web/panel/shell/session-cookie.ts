import { createHmac } from 'node:crypto';
import type { Request, Response } from 'express';

/** Browsers send `__Host-` cookies to one host only, and never over plain http. On http://localhost they are refused, so the name is plain there. */
const nameFor = (isHttps: boolean): string => (isHttps ? '__Host-panel' : 'panel');

const FORM = /^[\w-]{43}$/;

/** The session's secret; null when there is no well-formed cookie. */
export function readSessionCookie(request: Request, isHttps: boolean): string | null {
  const wanted = `${nameFor(isHttps)}=`;
  const sent = (request.headers.cookie ?? '').split(';').map((part) => part.trim());
  const found = sent.filter((part) => part.startsWith(wanted)).map((part) => part.slice(wanted.length));
  const [value] = found;
  return found.length === 1 && value !== undefined && FORM.test(value) ? value : null;
}

/** @param secret null ends the session in the browser. */
export function writeSessionCookie(response: Response, isHttps: boolean, secret: string | null): void {
  const ending = secret === null ? '; Max-Age=0' : '';
  response.append('Set-Cookie', `${nameFor(isHttps)}=${secret ?? ''}; Path=/; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}${ending}`);
}

/** The token in forms of the session's pages, for browsers that do not send a form's origin. It reveals nothing of the secret. */
export const formTokenOf = (secret: string): string => createHmac('sha256', secret).update('form').digest('base64url');
