import { Injectable } from '@nestjs/common';
import { KeyVault } from '../../../platform/partners/keys/key-vault.js';

/** Separates these hashes from everything else that the encryption keys are used for. */
const PURPOSE = 'payer-email';

/** Keyed hashes of payers' e-mail addresses. Staff find an address by its hash; without the key, addresses cannot be guessed from hashes. */
@Injectable()
export class PayerEmailHash {
  constructor(private readonly vault: KeyVault) {}

  of(email: string | null | undefined): Buffer | null {
    return email ? this.hash(email, this.vault.currentKeyVersion) : null;
  }

  /** By each configured key: payments keep the hash that they were made with. */
  all(email: string): Buffer[] {
    return this.vault.versions.map((version) => this.hash(email, version));
  }

  private hash(email: string, version: number): Buffer {
    return this.vault.fingerprint(PURPOSE, email.trim().toLowerCase(), version);
  }
}
