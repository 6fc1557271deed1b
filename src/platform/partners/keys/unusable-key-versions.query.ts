import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SystemClock } from '../../../common/time/clocks.js';
import { KeyVault } from './key-vault.js';
import { type EncryptedKey, ServiceKeys } from './service-keys.js';

/** Keys that are tried of each version: one that was tampered with must not keep the gateway from starting. */
const SAMPLES = 3;

// Keys whose overlap is over sign nothing any more, so they need not be readable.
const IN_USE = `
  SELECT key.* FROM (
    SELECT DISTINCT encryption_key_version AS version FROM service_key WHERE valid_until IS NULL OR valid_until > $1
  ) AS versions CROSS JOIN LATERAL (
    SELECT id, service_id, purpose, ciphertext, encryption_key_version FROM service_key
    WHERE encryption_key_version = version AND (valid_until IS NULL OR valid_until > $1) ORDER BY valid_from DESC LIMIT ${SAMPLES}
  ) AS key ORDER BY version`;

export interface UnusableKeyVersion {
  version: number;
  /** `missing`: the process has no encryption key of that version; `another`: it has one that decrypts nothing. */
  why: 'missing' | 'another';
}

/** Encryption key versions of signing keys in use that this process cannot decrypt. */
@Injectable()
export class UnusableKeyVersionsQuery {
  constructor(
    private readonly dataSource: DataSource,
    private readonly vault: KeyVault,
    private readonly keys: ServiceKeys,
    private readonly clock: SystemClock,
  ) {}

  /** In ascending order. */
  async run(): Promise<UnusableKeyVersion[]> {
    const samples = await this.dataSource.query<EncryptedKey[]>(IN_USE, [this.clock.now()]);
    const versions = [...new Set(samples.map((key) => key.encryption_key_version))];
    const opened = new Set(samples.filter((key) => this.opens(key)).map((key) => key.encryption_key_version));
    return versions
      .filter((version) => !opened.has(version))
      .map((version) => ({ version, why: this.vault.versions.includes(version) ? 'another' : 'missing' }));
  }

  private opens(key: EncryptedKey): boolean {
    try {
      return this.keys.open(key).length > 0;
    } catch {
      return false; // a key that is missing, another key, or a text that was changed
    }
  }
}
