import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { KeyVault } from '../../../platform/partners/keys/key-vault.js';

/** Keeps these signatures different from other fingerprints that are made with the same keys. */
const PURPOSE = 'payer mandate link';
/** 128 bits: short enough to type from paper, too many to guess. */
const SIGNATURE_BYTES = 16;
const SIGNED = /^(0|[1-9]\d{0,8})\.([\w-]{22})$/;

/**
 * Signs the links with which payers see and cancel their subscriptions. A signature names the encryption key that made it. So after a key rotation
 * old links stay valid while `ENCRYPTION_KEYS` holds that key. Pages then show links that are signed with the new key.
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
  isSigned(subscriptionId: string, signature: string): boolean {
    const [, version, digest] = SIGNED.exec(signature) ?? [];
    if (version === undefined || digest === undefined || !isUuid(subscriptionId)) return false;
    if (!this.vault.versions.includes(Number(version))) return false;
    return timingSafeEqual(this.sign(subscriptionId, Number(version)), Buffer.from(digest, 'base64url'));
  }

  private sign(subscriptionId: string, version: number): Buffer {
    return this.vault.fingerprint(PURPOSE, subscriptionId, version).subarray(0, SIGNATURE_BYTES);
  }
}
