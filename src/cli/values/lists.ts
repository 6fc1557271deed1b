import { InvalidArgumentError } from 'commander';

const MAX_ROWS = 1_000_000;

/** Parses the option `--limit`: how many rows a list shows at most. */
export function parseRowLimit(text: string): number {
  const rows = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  if (rows < 1 || rows > MAX_ROWS) throw new InvalidArgumentError(`It must be a whole number from 1 to ${MAX_ROWS}.`);
  return rows;
}

/** An option that may be given several times; each value is checked by itself. */
export function repeatable<T>(parse: (text: string) => T): (text: string, previous: T[] | undefined) => T[] {
  return (text, previous = []) => [...previous, parse(text)];
}
