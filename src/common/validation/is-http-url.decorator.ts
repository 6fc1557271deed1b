import { applyDecorators } from '@nestjs/common';
import { parseUrl } from '../parse-url.js';
import { Rule } from './characters.js';
import { OptionalField } from './optional-field.decorator.js';

const MAX_LENGTH = 2048;

/**
 * The partner's URL to which the payer returns: absolute, http or https, without credentials.
 * @param name occurs in the error message: `The <name> URL must be …`.
 * @param page last part of the example URL.
 * @param when completes the text "Where the payer goes …" of the documentation.
 */
export const ReturnUrl = (name: string, page: string, when: string): PropertyDecorator =>
  applyDecorators(
    Rule('isHttpUrl', isHttpUrl, `The ${name} URL must be an http or https URL of at most ${MAX_LENGTH} characters.`),
    OptionalField({
      type: String,
      format: 'iri',
      maxLength: MAX_LENGTH,
      nullable: true,
      example: `https://shop.example/${page}`,
      description: `Where the payer goes ${when}. Letters beyond ASCII may stand in it as they are.`,
    }),
  );

// oxlint-disable-next-line no-control-regex
const SPACES_AND_CONTROLS = /[\u0000-\u0020\u007f]/;

export function isHttpUrl(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > MAX_LENGTH || !value.isWellFormed()) return false;
  const url = SPACES_AND_CONTROLS.test(value) ? null : parseUrl(value);
  if (!url) return false;
  const { protocol, hostname, username, password } = url;
  return (protocol === 'http:' || protocol === 'https:') && hostname !== '' && username === '' && password === '';
}
