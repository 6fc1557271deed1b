import { isEmail } from 'class-validator';

/** A contact for questions: an e-mail or https address. */
export function isContact(value: unknown): value is string {
  return isHttpsUrl(value) || (typeof value === 'string' && isEmail(value));
}

/** An https address; markup and other characters that do not belong in one are refused. */
export function isHttpsUrl(value: unknown): value is string {
  return typeof value === 'string' && URL.canParse(value) && new URL(value).protocol === 'https:' && !/[\s"<>]/.test(value);
}
