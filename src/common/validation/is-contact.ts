import { isEmail } from 'class-validator';
import { parseUrl } from '../parse-url.js';

/** Whether a text can be the contact of a partner for questions of payers: an e-mail address or an https URL. */
export function isContact(value: unknown): value is string {
  return isHttpsUrl(value) || (typeof value === 'string' && isEmail(value));
}

/** An https URL. Spaces, quotation marks and angle brackets are rejected, so that the URL cannot contain markup. */
export function isHttpsUrl(value: unknown): value is string {
  return typeof value === 'string' && parseUrl(value)?.protocol === 'https:' && !/[\s"<>]/.test(value);
}
