import { InvalidArgumentError } from 'commander';

export function parseSmsTransactionId(text: string): number {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : 0;
  if (id === 0 || !Number.isSafeInteger(id)) throw new InvalidArgumentError('An SMS transaction’s id is a whole number, such as 42.');
  return id;
}
