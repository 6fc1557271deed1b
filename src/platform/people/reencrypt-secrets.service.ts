import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { KeyVault } from '../partners/keys/key-vault.js';
import { recordChange } from '../audit/audited.js';
import { OneTimeCodes } from './credentials/one-time-codes.js';

const TABLES = ['panel_user', 'panel_invitation'] as const;
const BATCH_SIZE = 500;

interface EncryptedRow {
  id: string;
  ciphertext: Buffer;
  encryptionKeyVersion: number;
}

/** Re-encrypts users' TOTP secrets with the current encryption key, so that an older encryption key can be removed. */
@Injectable()
export class ReencryptSecretsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly vault: KeyVault,
    private readonly codes: OneTimeCodes,
  ) {}

  /** Number of secrets by encryption key version, newest first. */
  versions(): Promise<{ version: number; secrets: number }[]> {
    const selects = TABLES.map((table) => `SELECT totp_key_version AS version FROM ${table} WHERE totp_key_version IS NOT NULL`);
    return this.dataSource.query(
      `SELECT version, count(*)::int AS secrets FROM (${selects.join(' UNION ALL ')}) AS encrypted GROUP BY 1 ORDER BY 1 DESC`,
    );
  }

  /** @returns the number of re-encrypted secrets. @throws Error when ENCRYPTION_KEYS lacks the key of a secret. */
  async run(): Promise<number> {
    let reencrypted = 0;
    for (const table of TABLES)
      for (let count = await this.reencryptBatch(table); count > 0; count = await this.reencryptBatch(table)) reencrypted += count;
    return reencrypted;
  }

  private reencryptBatch(table: (typeof TABLES)[number]): Promise<number> {
    return this.dataSource.transaction(async (tx) => {
      const rows = await tx.query<EncryptedRow[]>(
        `SELECT id, totp_ciphertext AS ciphertext, totp_key_version AS "encryptionKeyVersion" FROM ${table}
         WHERE totp_key_version <> $1 ORDER BY id LIMIT ${BATCH_SIZE} FOR NO KEY UPDATE`,
        [this.vault.currentKeyVersion],
      );
      for (const row of rows) {
        const encrypted = this.codes.encrypt(this.codes.decrypt(row, row.id), row.id);
        await tx.query(`UPDATE ${table} SET totp_ciphertext = $2, totp_key_version = $3 WHERE id = $1`, [
          row.id,
          encrypted.ciphertext,
          encrypted.encryptionKeyVersion,
        ]);
      }
      if (rows.length > 0)
        await recordChange(tx, {
          action: 'service.reseal_keys',
          subject: 'encryption_key',
          id: String(this.vault.currentKeyVersion),
          after: { [table]: rows.length },
        });
      return rows.length;
    });
  }
}
