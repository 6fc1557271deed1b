import { MAGIC_VALUES, type MagicValue } from './magic-values.js';

/** What happens to charges of this number. */
export function magicValueOf(phoneNumber: string): MagicValue {
  const found = MAGIC_VALUES.find(({ ending }) => ending === null || phoneNumber.endsWith(ending));
  if (!found) throw new Error('The table of magic values has no row for all other numbers');
  return found;
}
