import { InvalidArgumentError } from 'commander';
import { isHttpUrl } from '../../common/validation/is-http-url.decorator.js';

export function parseNotifyUrl(text: string): string {
  if (!isHttpUrl(text))
    throw new InvalidArgumentError('It must be an http or https URL without user name and password, such as https://shop.example/ipn.');
  return text;
}
