import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

export interface StoredVerification {
  /** When the verification ended. */
  at: Date;
  tookMs: number;
  /** Number of verified entries. */
  entries: number;
  /** The first inconsistent row. Null when the ledger was consistent. */
  broken: { table: string; id: string; reason: string } | null;
}

/** About four days, at one verification per hour. */
const MAX_STORED = 100;

/** The latest verifications by workers, stored in the database so that every process can read them. */
@Injectable()
export class StoredVerifications {
  constructor(private readonly dataSource: DataSource) {}

  save({ at, tookMs, entries, broken }: StoredVerification): Promise<void> {
    return this.dataSource.transaction(async (tx) => {
      await tx.query(
        'INSERT INTO ledger_verification (id, at, took_ms, entries, broken_table, broken_id, broken_reason) VALUES ($1, $2, $3, $4, $5, $6, $7)',
        [uuidv7(), at, tookMs, entries, broken?.table ?? null, broken?.id ?? null, broken?.reason ?? null],
      );
      await tx.query(
        'DELETE FROM ledger_verification WHERE id <= (SELECT id FROM ledger_verification ORDER BY id DESC OFFSET $1 LIMIT 1)',
        [MAX_STORED],
      );
    });
  }

  /** Latest first. */
  async latest(limit: number): Promise<StoredVerification[]> {
    const rows = await this.dataSource.query<
      { at: Date; tookMs: string; entries: string; table: string | null; id: string | null; reason: string | null }[]
    >(
      `SELECT at, took_ms AS "tookMs", entries, broken_table AS "table", broken_id AS id, broken_reason AS reason
       FROM ledger_verification v ORDER BY v.id DESC LIMIT $1`,
      [limit],
    );
    return rows.map(({ at, tookMs, entries, table, id, reason }) => ({
      at,
      tookMs: Number(tookMs),
      entries: Number(entries),
      broken: table === null || id === null || reason === null ? null : { table, id, reason },
    }));
  }
}
