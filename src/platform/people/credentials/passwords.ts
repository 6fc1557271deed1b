import { randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Injectable } from '@nestjs/common';

const MIN_PASSWORD = 12;
/** Longer ones are refused: each costs a pass over its bytes. */
const MAX_PASSWORD = 200;

export const isPassword = ({ length }: string): boolean => length >= MIN_PASSWORD && length <= MAX_PASSWORD;

/** As OWASP recommends for scrypt: 32 MiB, three times; some 200 ms outside of the event loop. */
const COST = { ln: 15, r: 8, p: 3 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
const KEPT = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w+/]+)\$([\w+/]+)$/;

/**
 * Passwords are kept as scrypt only, with salt and cost in the form of the PHC's strings. Node itself has scrypt, so a release needs no native
 * package for it.
 */
@Injectable()
export class Passwords {
  private decoy?: Promise<string>;

  async hash(password: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES);
    const hash = await derived(password, salt, COST);
    return `$scrypt$ln=${COST.ln},r=${COST.r},p=${COST.p}$${unpadded(salt)}$${unpadded(hash)}`;
  }

  /** @param kept null for a user without a password; refusing it takes as long as a wrong password does. */
  async verify(kept: string | null, password: string): Promise<boolean> {
    const [, ln, r, p, salt = '', hash = ''] = KEPT.exec(kept ?? (await (this.decoy ??= this.hash('no password')))) ?? [];
    const given = await derived(password.slice(0, MAX_PASSWORD), Buffer.from(salt, 'base64'), {
      ln: Number(ln),
      r: Number(r),
      p: Number(p),
    });
    const wanted = Buffer.from(hash, 'base64');
    return kept !== null && given.length === wanted.length && timingSafeEqual(given, wanted);
  }
}

function derived(password: string, salt: Buffer, { ln, r, p }: typeof COST): Promise<Buffer> {
  return derive(password.normalize('NFC'), salt, HASH_BYTES, { N: 2 ** ln, r, p, maxmem: 2 * 128 * 2 ** ln * r });
}

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
