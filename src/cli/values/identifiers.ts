import { InvalidArgumentError } from 'commander';
import { referenceToUuid } from '../../common/reference.js';
import { type PayerIdentifier, readPayerIdentifier } from '../../platform/personal-data/payer-identifier.js';

export function parseServiceId(text: string): string {
  const id = text.trim().toLowerCase();
  if (!/^[0-9a-f]{8}$/.test(id)) throw new InvalidArgumentError('A service id has eight hexadecimal digits, such as 0f3a9c21.');
  return id;
}

/** Accepts a UUID in any form, because providers write UUIDs without dashes or in capitals. */
export function parseUuid(text: string): string {
  const id = referenceToUuid(text.trim());
  if (id === null) throw new InvalidArgumentError('It must be an id such as 0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c.');
  return id;
}

/** A reference that comes from outside, such as the number of a bank transfer. */
export function parseReference(text: string): string {
  const reference = text.trim();
  if (!/^[!-~]{1,64}$/.test(reference)) throw new InvalidArgumentError('It must have 1 to 64 visible ASCII characters and no space.');
  return reference;
}

/** A provider that collects money: an operator, a channel, or `sms`. */
export function parseProvider(text: string): string {
  const provider = text.trim().toLowerCase();
  if (!/^[a-z0-9_-]{1,64}$/.test(provider)) throw new InvalidArgumentError('It must be an operator, a channel, or sms.');
  return provider;
}

export function parsePayerIdentifier(text: string): PayerIdentifier {
  const payer = readPayerIdentifier(text);
  if (!payer) throw new InvalidArgumentError('It must be an e-mail address, or a phone number: nine digits, or +, country and number.');
  return payer;
}
