import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SystemClock } from '../../../common/time/clocks.js';
import { KeyVault } from './key-vault.js';
import { type SealedKey, ServiceKeys } from './service-keys.js';

/** Small enough that a notification never waits for the rows of a batch for long. */
const BATCH = 500;

// Ordered as the batches are, so that two who do this at once take turns.
const DELETE_EXPIRED = `
  DELETE FROM service_key WHERE id IN (SELECT id FROM service_key WHERE valid_until <= $1 ORDER BY id FOR UPDATE)`;

export interface SealedWith {
  version: number;
  keys: number;
}

export interface ResealProgress {
  done: number;
  total: number;
}

/** Moves the signing keys of all services to the encryption key that seals now, so that an older one can be taken away. */
@Injectable()
export class ResealKeysService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly vault: KeyVault,
    private readonly keys: ServiceKeys,
    private readonly clock: SystemClock,
  ) {}

  /** How many signing keys each version seals, the newest version first. */
  versions(): Promise<SealedWith[]> {
    return this.dataSource.query(
      'SELECT encryption_key_version AS version, count(*)::int AS keys FROM service_key GROUP BY 1 ORDER BY 1 DESC',
    );
  }

  /** Keys whose overlap is over sign nothing any more. @returns how many were deleted. */
  async deleteExpired(): Promise<number> {
    const [, count] = await this.dataSource.query<[unknown, number]>(DELETE_EXPIRED, [this.clock.now()]);
    return count;
  }

  /**
   * Each batch is committed by itself: an interrupted run may be repeated.
   * @returns how many keys were sealed anew.
   * @throws Error when one is sealed with a key that ENCRYPTION_KEYS does not hold, or was tampered with; its batch stays as it is.
   */
  async run(onProgress: (progress: ResealProgress) => void = () => undefined): Promise<number> {
    const total = (await this.versions())
      .filter(({ version }) => version !== this.vault.sealsWith)
      .reduce((sum, { keys }) => sum + keys, 0);
    let done = 0;
    for (;;) {
      onProgress({ done, total });
      const resealed = await this.resealBatch();
      if (resealed === 0) return done;
      done += resealed;
    }
  }

  private resealBatch(): Promise<number> {
    return this.dataSource.transaction(async (tx) => {
      const rows = await tx.query<SealedKey[]>(
        `SELECT id, service_id, purpose, ciphertext, encryption_key_version FROM service_key
         WHERE encryption_key_version <> $1 ORDER BY id LIMIT ${BATCH} FOR NO KEY UPDATE`,
        [this.vault.sealsWith],
      );
      const fresh = rows.map((row) =>
        this.vault.seal(this.keys.open(row), { id: row.id, serviceId: row.service_id, purpose: row.purpose }),
      );
      await tx.query(
        `UPDATE service_key SET ciphertext = fresh.ciphertext, encryption_key_version = $3
         FROM unnest($1::uuid[], $2::bytea[]) AS fresh (id, ciphertext) WHERE service_key.id = fresh.id`,
        [rows.map(({ id }) => id), fresh.map(({ ciphertext }) => ciphertext), this.vault.sealsWith],
      );
      return rows.length;
    });
  }
}
