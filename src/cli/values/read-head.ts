import { readFile } from 'node:fs/promises';
import type { TrustedHead } from '../../platform/seals/verify-seals.js';
import { UserError } from '../user-error.js';

/** @throws UserError for anything but the output of `<chain> head --json`. */
export async function readHead(file: string, chain: 'ledger' | 'audit'): Promise<TrustedHead> {
  try {
    const { seal, hash } = JSON.parse(await readFile(file, 'utf8')) as Partial<Record<string, unknown>>;
    if (typeof seal === 'number' && Number.isSafeInteger(seal) && seal > 0 && typeof hash === 'string' && /^[0-9a-f]{64}$/.test(hash))
      return { seal, hash };
  } catch {
    // An unreadable file and malformed JSON lead to the error below.
  }
  throw new UserError(`${file} is not a head that "${chain} head --json" has written.`);
}
