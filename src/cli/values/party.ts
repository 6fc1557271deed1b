import { InvalidArgumentError } from 'commander';

/** Through whom money comes: an operator, a channel, or `sms`. */
export function parseParty(text: string): string {
  const party = text.trim().toLowerCase();
  if (!/^[a-z0-9_-]{1,64}$/.test(party)) throw new InvalidArgumentError('It must be an operator, a channel, or sms.');
  return party;
}
