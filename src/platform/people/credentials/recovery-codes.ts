import { randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { hashSecret } from '../secrets.js';

const CODE_COUNT = 10;
/** Digits and small letters without those that are easily confused. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';
const CODE_LENGTH = 16;

/** `k7q2-zp3d-…`: about 79 random bits, so that a plain hash is enough. */
function newCode(): string {
  let code = '';
  // Bytes above the last multiple of the alphabet's length are skipped, because they would make some characters more likely.
  while (code.length < CODE_LENGTH) {
    for (const byte of randomBytes(CODE_LENGTH)) if (byte < 256 - (256 % ALPHABET.length)) code += ALPHABET[byte % ALPHABET.length];
  }
  return code.slice(0, CODE_LENGTH).replace(/.{4}(?=.)/g, '$&-');
}

const hashCode = (code: string): Buffer => hashSecret(code.toLowerCase().replace(/[^a-z0-9]/g, ''));

/** Replaces a user's recovery codes. @returns the new codes, which are shown only once. */
export async function renewRecoveryCodes(tx: EntityManager, userId: string): Promise<string[]> {
  const codes = Array.from({ length: CODE_COUNT }, newCode);
  await tx.query('DELETE FROM panel_recovery_code WHERE user_id = $1', [userId]);
  await tx.query('INSERT INTO panel_recovery_code (user_id, code_hash) SELECT $1, unnest($2::bytea[])', [userId, codes.map(hashCode)]);
  return codes;
}

/** Deletes the code, so that it can be used only once. @returns whether the user had this code. */
export async function useRecoveryCode(tx: EntityManager, userId: string, code: string): Promise<boolean> {
  const [, count] = await tx.query<[unknown, number]>('DELETE FROM panel_recovery_code WHERE user_id = $1 AND code_hash = $2', [
    userId,
    hashCode(code),
  ]);
  return count === 1;
}
