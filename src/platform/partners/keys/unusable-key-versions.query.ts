import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SystemClock } from '../../../common/time/clocks.js';
import { KeyVault } from './key-vault.js';
import { type EncryptedKey, ServiceKeys } from './service-keys.js';

/** Number of keys that are tried per version. A single key that was tampered with must not prevent the start of the gateway. */
const SAMPLES_PER_VERSION = 3;

// Keys whose overlap is over do not sign any more, so they need not be decryptable.
const SELECT_SAMPLES = `
  SELECT key.* FROM (
    SELECT DISTINCT encryption_key_version AS version FROM service_key WHERE valid_until IS NULL OR valid_until > $1
  ) AS versions CROSS JOIN LATERAL (
    SELECT id, service_id, purpose, ciphertext, encryption_key_version FROM service_key
    WHERE encryption_key_version = version AND (valid_until IS NULL OR valid_until > $1) ORDER BY valid_from DESC LIMIT ${SAMPLES_PER_VERSION}
  ) AS key ORDER BY version`;

export interface UnusableKeyVersion {
  version: number;
  /** `missing`: the process has no encryption key of this version. `another`: its key of this version decrypts no sample. */
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
    const samples = await this.dataSource.query<EncryptedKey[]>(SELECT_SAMPLES, [this.clock.now()]);
    const versions = [...new Set(samples.map((key) => key.encryption_key_version))];
    const usable = new Set(samples.filter((key) => this.canDecrypt(key)).map((key) => key.encryption_key_version));
    return versions
      .filter((version) => !usable.has(version))
      .map((version) => ({ version, why: this.vault.versions.includes(version) ? 'another' : 'missing' }));
  }

  private canDecrypt(key: EncryptedKey): boolean {
    try {
      return this.keys.decrypt(key).length > 0;
    } catch {
      return false; // the encryption key is missing or is a different key, or the ciphertext was changed
    }
  }
}
