import { InvalidArgumentError } from 'commander';

export function parseServiceId(text: string): string {
  const id = text.trim().toLowerCase();
  if (!/^[0-9a-f]{8}$/.test(id)) throw new InvalidArgumentError('A service id has eight hexadecimal digits, such as 0f3a9c21.');
  return id;
}
