import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { SystemClock } from '../../../common/time/clocks.js';
import { KeyVault } from './key-vault.js';
import { type EncryptedKey, ServiceKeys } from './service-keys.js';
import { recordChange } from '../../audit/audited.js';

/** Small, so that a notification never waits long for the rows of a batch. */
const BATCH_SIZE = 500;

// Rows are locked in the same order as in the batches, so that two concurrent runs cannot deadlock.
const DELETE_EXPIRED = `
  DELETE FROM service_key WHERE id IN (SELECT id FROM service_key WHERE valid_until <= $1 ORDER BY id FOR UPDATE)`;

export interface KeyVersionUse {
  version: number;
  keys: number;
}

export interface ReencryptProgress {
  done: number;
  total: number;
}

/** Encrypts the signing keys of all services with the current encryption key, so that an older encryption key can be removed. */
@Injectable()
export class ReencryptKeysService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly vault: KeyVault,
    private readonly keys: ServiceKeys,
    private readonly clock: SystemClock,
  ) {}

  /** Number of signing keys by encryption key version, newest version first. */
  versions(): Promise<KeyVersionUse[]> {
    return this.dataSource.query(
      'SELECT encryption_key_version AS version, count(*)::int AS keys FROM service_key GROUP BY 1 ORDER BY 1 DESC',
    );
  }

  /** Deletes keys whose overlap is over, because they do not sign any more. @returns the number of deleted keys. */
  deleteExpired(): Promise<number> {
    return this.dataSource.transaction(async (tx) => {
      const [, count] = await tx.query<[unknown, number]>(DELETE_EXPIRED, [this.clock.now()]);
      if (count > 0) await this.record(tx, { deleted: count });
      return count;
    });
  }

  /**
   * Each batch is a transaction, so an interrupted run may be repeated.
   * @returns the number of re-encrypted keys.
   * @throws Error when ENCRYPTION_KEYS lacks the key of a row, or the row was tampered with. The batch of this row is not changed.
   */
  async run(onProgress: (progress: ReencryptProgress) => void = () => undefined): Promise<number> {
    const total = (await this.versions())
      .filter(({ version }) => version !== this.vault.currentKeyVersion)
      .reduce((sum, { keys }) => sum + keys, 0);
    let done = 0;
    for (;;) {
      onProgress({ done, total });
      const count = await this.reencryptBatch();
      if (count === 0) return done;
      done += count;
    }
  }

  private reencryptBatch(): Promise<number> {
    return this.dataSource.transaction(async (tx) => {
      const rows = await tx.query<EncryptedKey[]>(
        `SELECT id, service_id, purpose, ciphertext, encryption_key_version FROM service_key
         WHERE encryption_key_version <> $1 ORDER BY id LIMIT ${BATCH_SIZE} FOR NO KEY UPDATE`,
        [this.vault.currentKeyVersion],
      );
      const reencrypted = rows.map((row) =>
        this.vault.encrypt(this.keys.decrypt(row), { id: row.id, serviceId: row.service_id, purpose: row.purpose }),
      );
      await tx.query(
        `UPDATE service_key SET ciphertext = fresh.ciphertext, encryption_key_version = $3
         FROM unnest($1::uuid[], $2::bytea[]) AS fresh (id, ciphertext) WHERE service_key.id = fresh.id`,
        [rows.map(({ id }) => id), reencrypted.map(({ ciphertext }) => ciphertext), this.vault.currentKeyVersion],
      );
      if (rows.length > 0) await this.record(tx, { resealed: rows.length });
      return rows.length;
    });
  }

  private record(tx: EntityManager, after: Record<string, number>): Promise<void> {
    return recordChange(tx, { action: 'service.reseal_keys', subject: 'encryption_key', id: String(this.vault.currentKeyVersion), after });
  }
}
