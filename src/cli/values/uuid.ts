import { InvalidArgumentError } from 'commander';
import { isUuid } from '../../common/validation/is-uuid.js';

export function parseUuid(text: string): string {
  const id = text.trim().toLowerCase();
  if (!isUuid(id)) throw new InvalidArgumentError('It must be an id such as 0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c.');
  return id;
}
