import { randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Injectable } from '@nestjs/common';

const MIN_LENGTH = 12;
/** Longer passwords are rejected, because hashing takes time for each byte. */
const MAX_LENGTH = 200;

export const isPassword = ({ length }: string): boolean => length >= MIN_LENGTH && length <= MAX_LENGTH;

/** OWASP's recommendation for scrypt: 32 MiB, p=3. Takes some 200 ms, outside of the event loop. */
const COST = { ln: 15, r: 8, p: 3 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;

const scryptAsync = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
const PHC_FORMAT = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w+/]+)\$([\w+/]+)$/;

/**
 * Hashes passwords with scrypt. A hash is stored as a PHC string with salt and cost. Node has scrypt built in, so a release needs no native
 * package.
 */
@Injectable()
export class Passwords {
  /** Hash that `verify` uses for a user without a password. */
  private decoyHash?: Promise<string>;

  async hash(password: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES);
    const hash = await deriveKey(password, salt, COST);
    return `$scrypt$ln=${COST.ln},r=${COST.r},p=${COST.p}$${unpaddedBase64(salt)}$${unpaddedBase64(hash)}`;
  }

  /** @param stored null for a user without a password. This case takes as long as a wrong password, so that the time does not reveal it. */
  async verify(stored: string | null, password: string): Promise<boolean> {
    const [, ln, r, p, salt = '', hash = ''] = PHC_FORMAT.exec(stored ?? (await (this.decoyHash ??= this.hash('no password')))) ?? [];
    const actual = await deriveKey(password.slice(0, MAX_LENGTH), Buffer.from(salt, 'base64'), {
      ln: Number(ln),
      r: Number(r),
      p: Number(p),
    });
    const expected = Buffer.from(hash, 'base64');
    return stored !== null && actual.length === expected.length && timingSafeEqual(actual, expected);
  }
}

/** Node rejects costs above `maxmem`, so it is twice the memory that scrypt needs (128 × N × r). */
function deriveKey(password: string, salt: Buffer, { ln, r, p }: typeof COST): Promise<Buffer> {
  return scryptAsync(password.normalize('NFC'), salt, HASH_BYTES, { N: 2 ** ln, r, p, maxmem: 2 * 128 * 2 ** ln * r });
}

const unpaddedBase64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
