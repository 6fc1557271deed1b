import { createHmac } from 'node:crypto';
import type { Request, Response } from 'express';

/** Browsers send a `__Host-` cookie only to its own host and only over https. They refuse it on http://localhost, so the prefix is left out. */
const nameFor = (isHttps: boolean): string => (isHttps ? '__Host-panel' : 'panel');

const FORM = /^[\w-]{43}$/;

/** @returns the session's secret; null without exactly one well-formed cookie. */
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

/** The token in the forms of a session, for browsers that do not send the origin of a form. The token does not reveal the secret. */
export const formTokenOf = (secret: string): string => createHmac('sha256', secret).update('form').digest('base64url');
