import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { KeyVault } from '../../../platform/partners/keys/key-vault.js';

/** Makes these signatures different from all other fingerprints that are made with the same keys. */
const FINGERPRINT_PURPOSE = 'payer mandate link';
/** 128 bits: too many to guess, and few enough that a payer can type the link from paper. */
const SIGNATURE_BYTES = 16;
/** Version of the encryption key, a dot, and the signature in base64url: 22 characters for 16 bytes. */
const SIGNATURE_FORMAT = /^(0|[1-9]\d{0,8})\.([\w-]{22})$/;

/**
 * Signs the id of a subscription for the link with which its payer sees and cancels it. A signature names the version of the encryption key
 * that made it. So after a key rotation old links stay valid while `ENCRYPTION_KEYS` contains that key. New links are signed with the new
 * key.
 */
@Injectable()
export class MandateLinks {
  constructor(private readonly vault: KeyVault) {}

  /** The signature for one subscription, such as `1.x2C…`. */
  signatureOf(subscriptionId: string): string {
    const version = this.vault.currentKeyVersion;
    return `${version}.${this.sign(subscriptionId, version).toString('base64url')}`;
  }

  /** Compares in constant time and reads no row, so the result does not show whether the subscription exists. */
  isValidSignature(subscriptionId: string, signature: string): boolean {
    const [, version, digest] = SIGNATURE_FORMAT.exec(signature) ?? [];
    if (version === undefined || digest === undefined || !isUuid(subscriptionId)) return false;
    if (!this.vault.versions.includes(Number(version))) return false;
    return timingSafeEqual(this.sign(subscriptionId, Number(version)), Buffer.from(digest, 'base64url'));
  }

  private sign(subscriptionId: string, version: number): Buffer {
    return this.vault.fingerprint(FINGERPRINT_PURPOSE, subscriptionId, version).subarray(0, SIGNATURE_BYTES);
  }
}
