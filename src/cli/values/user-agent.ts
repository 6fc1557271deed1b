import { InvalidArgumentError } from 'commander';

const USER_AGENT = /^[!-~](?:[ -~]{0,118}[!-~])?$/;

/** Of a notification; some receivers read their version of it behind the first slash. */
export function parseUserAgent(text: string): string {
  if (!USER_AGENT.test(text)) throw new InvalidArgumentError('It must have 1 to 120 printable ASCII characters, such as Shop-IPN/2.0.');
  return text;
}
