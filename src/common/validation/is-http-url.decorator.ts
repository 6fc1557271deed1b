import { Rule } from './characters.js';

const MAX_LENGTH = 2048;

/** An absolute http or https URL without credentials. */
export const IsHttpUrl = (label: string): PropertyDecorator =>
  Rule('isHttpUrl', isHttpUrl, `The ${label} must be an http or https URL of at most ${MAX_LENGTH} characters.`);

export function isHttpUrl(value: unknown): boolean {
  if (
    typeof value !== 'string' ||
    value.length > MAX_LENGTH ||
    !value.isWellFormed() ||
    /[\u0000-\u0020\u007f]/.test(value) ||
    !URL.canParse(value)
  )
    return false; // eslint-disable-line no-control-regex
  const { protocol, hostname, username, password } = new URL(value);
  return (protocol === 'http:' || protocol === 'https:') && hostname !== '' && username === '' && password === '';
}
