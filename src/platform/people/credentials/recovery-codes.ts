import { randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { hashSecret } from '../secrets.js';

const CODES = 10;
/** Digits and small letters without those that are taken for others. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';
const LENGTH = 16;

/** `k7q2-zp3d-…`: about 79 bits, so that a plain hash of it can be kept. */
function newCode(): string {
  let code = '';
  while (code.length < LENGTH) {
    for (const byte of randomBytes(LENGTH)) if (byte < 256 - (256 % ALPHABET.length)) code += ALPHABET[byte % ALPHABET.length];
  }
  return code.slice(0, LENGTH).replace(/.{4}(?=.)/g, '$&-');
}

const kept = (code: string): Buffer => hashSecret(code.toLowerCase().replace(/[^a-z0-9]/g, ''));

/** Replaces a person's recovery codes. @returns the new ones, which are shown once. */
export async function renewRecoveryCodes(tx: EntityManager, userId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode);
  await tx.query('DELETE FROM panel_recovery_code WHERE user_id = $1', [userId]);
  await tx.query('INSERT INTO panel_recovery_code (user_id, code_hash) SELECT $1, unnest($2::bytea[])', [userId, codes.map(kept)]);
  return codes;
}

/** @returns whether the code was one of the person's; it is gone then. */
export async function useRecoveryCode(tx: EntityManager, userId: string, code: string): Promise<boolean> {
  const [, count] = await tx.query<[unknown, number]>('DELETE FROM panel_recovery_code WHERE user_id = $1 AND code_hash = $2', [
    userId,
    kept(code),
  ]);
  return count === 1;
}
