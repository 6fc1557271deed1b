import { Injectable } from '@nestjs/common';
import { KeyVault } from '../../../platform/partners/keys/key-vault.js';

/** Keeps these hashes different from other fingerprints that are made with the encryption keys. */
const PURPOSE = 'payer-email';

/**
 * Keyed hashes of payers' e-mail addresses. Staff find the payments of an address by its hash. Without the key an address cannot be guessed
 * from its hash.
 */
@Injectable()
export class PayerEmailHash {
  constructor(private readonly vault: KeyVault) {}

  /** The hash by the current key. */
  currentHash(email: string | null | undefined): Buffer | null {
    return email ? this.hash(email, this.vault.currentKeyVersion) : null;
  }

  /** The hashes by all configured keys. A payment keeps the hash by the key that was current when the hash was stored. */
  allHashes(email: string): Buffer[] {
    return this.vault.versions.map((version) => this.hash(email, version));
  }

  private hash(email: string, version: number): Buffer {
    return this.vault.fingerprint(PURPOSE, email.trim().toLowerCase(), version);
  }
}
