import { parseUrl } from '../parse-url.js';

/** In characters. */
export const MAX_URL_LENGTH = 2048;

// oxlint-disable-next-line no-control-regex
const SPACES_AND_CONTROLS = /[\u0000-\u0020\u007f]/;

/** Whether a value is an absolute URL, http or https, without credentials. */
export function isHttpUrl(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > MAX_URL_LENGTH || !value.isWellFormed()) return false;
  const url = SPACES_AND_CONTROLS.test(value) ? null : parseUrl(value);
  if (!url) return false;
  const { protocol, hostname, username, password } = url;
  return (protocol === 'http:' || protocol === 'https:') && hostname !== '' && username === '' && password === '';
}
