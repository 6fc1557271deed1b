import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { KeyVault } from '../../../platform/partners/keys/key-vault.js';

/** Separates these signatures from everything else that is made with the same keys. */
const PURPOSE = 'payer mandate link';
/** 128 bits: short enough to be typed from paper, too many to be tried. */
const SIGNATURE_BYTES = 16;
const SIGNED = /^(0|[1-9]\d{0,8})\.([\w-]{22})$/;

/**
 * The links with which payers see and end what they agreed to. A signature names the encryption key that it was made with: after a rotation
 * links that payers keep go on working while `ENCRYPTION_KEYS` holds that key, and pages show new ones.
 */
@Injectable()
export class MandateLinks {
  constructor(private readonly vault: KeyVault) {}

  /** `1.x2C…`, of the subscription's own. */
  signatureOf(subscriptionId: string): string {
    const version = this.vault.currentKeyVersion;
    return `${version}.${this.made(subscriptionId, version).toString('base64url')}`;
  }

  /** Compares in constant time and reads no row, so the answer does not show whether the subscription exists. */
  isSigned(subscriptionId: string, signature: string): boolean {
    const [, version, given] = SIGNED.exec(signature) ?? [];
    if (version === undefined || given === undefined || !isUuid(subscriptionId)) return false;
    if (!this.vault.versions.includes(Number(version))) return false;
    return timingSafeEqual(this.made(subscriptionId, Number(version)), Buffer.from(given, 'base64url'));
  }

  private made(subscriptionId: string, version: number): Buffer {
    return this.vault.fingerprint(PURPOSE, subscriptionId, version).subarray(0, SIGNATURE_BYTES);
  }
}
