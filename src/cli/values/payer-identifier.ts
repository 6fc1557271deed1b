import { InvalidArgumentError } from 'commander';
import { type PayerIdentifier, readPayerIdentifier } from '../../platform/personal-data/payer-identifier.js';

export function parsePayerIdentifier(text: string): PayerIdentifier {
  const payer = readPayerIdentifier(text);
  if (!payer) throw new InvalidArgumentError('It must be an e-mail address, or a phone number: nine digits, or +, country and number.');
  return payer;
}
