import { isEmail } from 'class-validator';

/** Where people are reached who have a question: an e-mail or https address. */
export function isContact(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  return isEmail(value) || (URL.canParse(value) && new URL(value).protocol === 'https:' && !/[\s"<>]/.test(value));
}
