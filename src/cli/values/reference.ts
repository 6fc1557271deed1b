import { InvalidArgumentError } from 'commander';

/** What somebody outside calls a thing, such as the number of a bank transfer. */
export function parseReference(text: string): string {
  const reference = text.trim();
  if (!/^[!-~]{1,64}$/.test(reference)) throw new InvalidArgumentError('It must have 1 to 64 visible ASCII characters and no space.');
  return reference;
}
