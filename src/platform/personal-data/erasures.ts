import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { SystemClock } from '../../common/time/clocks.js';
import { KeyVault } from '../partners/keys/key-vault.js';
import type { PayerIdentifier } from './payer-identifier.js';
import { recordChange } from '../audit/audited.js';

/** The result of an erasure for one kind of row. Counts rows that mention the payer. */
export interface ErasureCount {
  name: string;
  found: number;
  /** Number of rows that the payer was erased from. 0 in a dry run. */
  erased: number;
  /** Rows that cannot be erased yet. */
  waiting: { key: string; why: string }[];
  /** Instruction for staff: what must happen before the waiting rows can be erased. Null for a kind without such an instruction. */
  waitingHint: string | null;
}

export interface Erasure {
  id: string;
  author: string;
  startedAt: Date;
  /** Null when the erasure was interrupted or is still running. */
  finishedAt: Date | null;
  /** Number of erased rows by kind. */
  erased: Record<string, number>;
  /** Number of rows by kind that could not be erased yet. */
  waiting: Record<string, number>;
}

/** Purpose of the derived key, which separates these fingerprints from all other uses of the encryption keys. */
const FINGERPRINT_PURPOSE = 'personal-data-erasure';

/**
 * Records of erasures: time, author and number of rows. The payer is stored only as a fingerprint. Whether it is of a certain payer can be
 * found out only with the encryption key and the payer's identifier.
 */
@Injectable()
export class Erasures {
  constructor(
    private readonly dataSource: DataSource,
    private readonly vault: KeyVault,
    private readonly clock: SystemClock,
  ) {}

  /** @returns the id of the record. */
  async begin(payer: PayerIdentifier, author: string): Promise<string> {
    const id = uuidv7();
    await this.dataSource.transaction(async (tx) => {
      await tx.query(
        'INSERT INTO personal_data_erasure (id, fingerprint, encryption_key_version, author, started_at) VALUES ($1, $2, $3, $4, $5)',
        [
          id,
          this.vault.fingerprint(FINGERPRINT_PURPOSE, payer.value, this.vault.currentKeyVersion),
          this.vault.currentKeyVersion,
          author,
          this.clock.now(),
        ],
      );
      await recordChange(tx, { action: 'payer.erase', subject: 'erasure', id });
    });
    return id;
  }

  async finish(id: string, kinds: readonly ErasureCount[]): Promise<void> {
    const counts = (countOf: (kind: ErasureCount) => number): string =>
      JSON.stringify(Object.fromEntries(kinds.map((kind) => [kind.name, countOf(kind)] as const).filter(([, count]) => count > 0)));
    await this.dataSource.query('UPDATE personal_data_erasure SET finished_at = $2, erased = $3, waiting = $4 WHERE id = $1', [
      id,
      this.clock.now(),
      counts(({ erased }) => erased),
      counts(({ waiting }) => waiting.length),
    ]);
  }

  /**
   * Newest first. @param payer only erasures of this payer. Those whose fingerprint has a key that is no longer configured are not found.
   */
  list(payer: PayerIdentifier | null, limit: number): Promise<Erasure[]> {
    const fingerprints = payer && this.vault.versions.map((version) => this.vault.fingerprint(FINGERPRINT_PURPOSE, payer.value, version));
    return this.dataSource.query<Erasure[]>(
      `SELECT id, author, started_at AS "startedAt", finished_at AS "finishedAt", erased, waiting FROM personal_data_erasure
       WHERE $1::bytea[] IS NULL OR fingerprint = ANY ($1) ORDER BY started_at DESC LIMIT $2`,
      [fingerprints, limit],
    );
  }
}
