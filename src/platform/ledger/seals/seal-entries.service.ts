import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { PeriodicTasks } from '../../../runtime/scheduling/periodic-tasks.js';
import { withoutStatementTimeout } from '../../../runtime/database/without-statement-timeout.js';
import { HEAD, SEAL } from './seal-statements.js';

/** The last seal. A copy that is kept elsewhere proves later that nothing before it was touched. */
export interface LedgerHead {
  /** Number of the seal. */
  seal: number;
  /** SHA-256 in hex. */
  hash: string;
  /** Entries under it and all seals before. */
  entries: number;
  sealedAt: Date;
}

const AT_ONCE = 5_000;

/** Seals committed entries, a batch at a time and one process at a time, so that a change behind the program's back is found. */
@Injectable()
export class SealEntriesService implements OnModuleInit {
  constructor(
    private readonly dataSource: DataSource,
    private readonly periodic: PeriodicTasks,
  ) {}

  onModuleInit(): void {
    this.periodic.register({ name: 'ledger-seal', everyMs: 2_000, batch: () => this.batch() });
  }

  /** @returns whether there may be more to seal. */
  batch(atOnce: number = AT_ONCE): Promise<boolean> {
    return withoutStatementTimeout(this.dataSource, async (tx) => {
      const [turn] = await tx.query<{ mine: boolean }[]>("SELECT pg_try_advisory_xact_lock(hashtext('ledger_seal')) AS mine");
      if (!turn?.mine) return false;
      const [made] = await tx.query<{ entries: number }[]>(SEAL, [atOnce]);
      return (made?.entries ?? 0) >= atOnce;
    });
  }

  /** Null before the first entry is sealed. */
  async head(): Promise<LedgerHead | null> {
    const [row] = await this.dataSource.query<{ number: string; hash: string; entries: string; sealed_at: Date }[]>(HEAD);
    return row ? { seal: Number(row.number), hash: row.hash, entries: Number(row.entries), sealedAt: row.sealed_at } : null;
  }
}
