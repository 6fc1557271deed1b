import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Environment } from '../../../runtime/config/environment.js';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface SealedSecret {
  ciphertext: Buffer;
  encryptionKeyVersion: number;
}

/** Encrypts signing keys at rest with AES-256-GCM. The first configured key seals; every one opens what it sealed. */
@Injectable()
export class KeyVault {
  private readonly keys: ReadonlyMap<number, Buffer>;
  /** Version of the key that seals. */
  readonly sealsWith: number;

  constructor(environment: Environment) {
    const keys = environment.security.encryptionKeys.map((entry): [number, Buffer] => {
      const [version = '', key = ''] = entry.split(':');
      return [Number(version), Buffer.from(key, 'base64')];
    });
    this.keys = new Map(keys);
    this.sealsWith = keys[0]?.[0] ?? 0;
  }

  /** Of every configured key. */
  get versions(): number[] {
    return [...this.keys.keys()];
  }

  /** @param context what the secret belongs to; a ciphertext copied to another row does not open. */
  seal(secret: string, context: string): SealedSecret {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.key(this.sealsWith), nonce).setAAD(Buffer.from(context));
    const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return { ciphertext: Buffer.concat([nonce, body, cipher.getAuthTag()]), encryptionKeyVersion: this.sealsWith };
  }

  open({ ciphertext, encryptionKeyVersion }: SealedSecret, context: string): string {
    const nonce = ciphertext.subarray(0, NONCE_BYTES);
    const tag = ciphertext.subarray(-TAG_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', this.key(encryptionKeyVersion), nonce).setAAD(Buffer.from(context)).setAuthTag(tag);
    return decipher.update(ciphertext.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  }

  private key(version: number): Buffer {
    const key = this.keys.get(version);
    if (!key) throw new Error(`A signing key was sealed with encryption key version ${version}, which ENCRYPTION_KEYS does not hold`);
    return key;
  }
}
