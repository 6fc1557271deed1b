import { Rule } from './characters.js';

const MAX_LENGTH = 2048;

/** An absolute http or https URL without credentials. */
export const IsHttpUrl = (label: string): PropertyDecorator =>
  Rule('isHttpUrl', isHttpUrl, `The ${label} must be an http or https URL of at most ${MAX_LENGTH} characters.`);

// eslint-disable-next-line no-control-regex
const SPACES_AND_CONTROLS = /[\u0000-\u0020\u007f]/;

export function isHttpUrl(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > MAX_LENGTH || !value.isWellFormed()) return false;
  if (SPACES_AND_CONTROLS.test(value) || !URL.canParse(value)) return false;
  const { protocol, hostname, username, password } = new URL(value);
  return (protocol === 'http:' || protocol === 'https:') && hostname !== '' && username === '' && password === '';
}
