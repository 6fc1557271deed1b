import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Environment } from '../../../runtime/config/environment.js';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const FINGERPRINT_KEY_BYTES = 32;

export interface EncryptedSecret {
  /** Nonce, encrypted bytes and authentication tag. */
  ciphertext: Buffer;
  encryptionKeyVersion: number;
}

/**
 * Owner of a secret. A ciphertext cannot be decrypted after it was copied to another row, or after its row was assigned to another service.
 */
export interface SecretOwner {
  /** Id of the secret's row. */
  id: string;
  serviceId: string;
  purpose: string;
}

/** Encrypts secrets at rest with AES-256-GCM. The first key of ENCRYPTION_KEYS encrypts. The others only decrypt. */
@Injectable()
export class KeyVault {
  private readonly keys: ReadonlyMap<number, Buffer>;
  /** Derived keys by version and purpose. */
  private readonly fingerprintKeys = new Map<string, Buffer>();
  /** Version of the key that encrypts. */
  readonly currentKeyVersion: number;

  constructor(environment: Environment) {
    const keys = environment.security.encryptionKeys.map((entry): [number, Buffer] => {
      const [version = '', key = ''] = entry.split(':');
      return [Number(version), Buffer.from(key, 'base64')];
    });
    this.keys = new Map(keys);
    this.currentKeyVersion = keys[0]?.[0] ?? 0;
  }

  /** Versions of all configured keys. */
  get versions(): number[] {
    return [...this.keys.keys()];
  }

  encrypt(secret: string, owner: SecretOwner): EncryptedSecret {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.key(this.currentKeyVersion), nonce).setAAD(
      additionalData(owner, this.currentKeyVersion),
    );
    const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return { ciphertext: Buffer.concat([nonce, body, cipher.getAuthTag()]), encryptionKeyVersion: this.currentKeyVersion };
  }

  /** @throws Error when the encryption key is not configured, or the ciphertext was changed or belongs to another owner. */
  decrypt({ ciphertext, encryptionKeyVersion }: EncryptedSecret, owner: SecretOwner): string {
    const nonce = ciphertext.subarray(0, NONCE_BYTES);
    const tag = ciphertext.subarray(-TAG_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', this.key(encryptionKeyVersion), nonce)
      .setAAD(additionalData(owner, encryptionKeyVersion))
      .setAuthTag(tag);
    return decipher.update(ciphertext.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  }

  /**
   * HMAC-SHA-256 of a text with a key derived from an encryption key. Only with this key can the same text be recognized.
   * @param purpose part of the derivation, so that the same text has different fingerprints for different purposes.
   */
  fingerprint(purpose: string, text: string, version: number): Buffer {
    return createHmac('sha256', this.fingerprintKey(purpose, version)).update(text, 'utf8').digest();
  }

  private fingerprintKey(purpose: string, version: number): Buffer {
    const cacheName = `${version} ${purpose}`;
    const cachedKey = this.fingerprintKeys.get(cacheName);
    if (cachedKey) return cachedKey;
    const key = Buffer.from(hkdfSync('sha256', this.key(version), '', purpose, FINGERPRINT_KEY_BYTES));
    this.fingerprintKeys.set(cacheName, key);
    return key;
  }

  private key(version: number): Buffer {
    const key = this.keys.get(version);
    if (!key)
      throw new Error(`A secret was encrypted with encryption key version ${version}, which is missing in ENCRYPTION_KEYS. Add this key.`);
    return key;
  }
}

/** The authenticated data of a ciphertext. Its order and spelling must not change: stored secrets could not be decrypted. */
function additionalData({ id, serviceId, purpose }: SecretOwner, encryptionKeyVersion: number): Buffer {
  return Buffer.from(JSON.stringify([id, serviceId, purpose, encryptionKeyVersion]));
}
