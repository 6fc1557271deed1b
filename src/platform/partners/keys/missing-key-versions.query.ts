import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SystemClock } from '../../../common/time/clocks.js';
import { KeyVault } from './key-vault.js';

/** Encryption key versions that signing keys in use were sealed with and that this process was not given. */
@Injectable()
export class MissingKeyVersionsQuery {
  constructor(
    private readonly dataSource: DataSource,
    private readonly vault: KeyVault,
    private readonly clock: SystemClock,
  ) {}

  /** In ascending order. A key whose overlap is over signs nothing any more and is not missed. */
  async run(): Promise<number[]> {
    const rows = await this.dataSource.query<{ version: number }[]>(
      `SELECT DISTINCT encryption_key_version AS version FROM service_key
       WHERE encryption_key_version <> ALL ($1) AND (valid_until IS NULL OR valid_until > $2) ORDER BY 1`,
      [this.vault.versions, this.clock.now()],
    );
    return rows.map(({ version }) => version);
  }
}
