import { InvalidArgumentError } from 'commander';

export function parseCurrency(text: string): string {
  const code = text.trim().toUpperCase();
  if (!/^[A-Z]{3}$/.test(code)) throw new InvalidArgumentError('It must be a currency such as PLN.');
  return code;
}
