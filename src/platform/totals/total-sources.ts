import { Injectable } from '@nestjs/common';

/** Append-only tables whose rows carry the number of their transaction. */
export const TOTAL_LOGS = ['state_history', 'ledger_entry'] as const;
export type TotalLog = (typeof TOTAL_LOGS)[number];

/** What of a log is paid, and what failed. Each product adds its own. */
export interface TotalSource {
  log: TotalLog;
  /**
   * SELECT of `service_id text, at timestamptz, test boolean, outcome text, channel text, reason text, currency text, amount_minor bigint` from
   * `fresh`, which has new rows of the log. `outcome` is `paid`, with an empty reason, or `failed`, with a word for why. Whether it is test money is
   * what the attempt or sale itself says.
   */
  select: string;
}

@Injectable()
export class TotalSources {
  private readonly sources: TotalSource[] = [];

  add(...sources: TotalSource[]): void {
    this.sources.push(...sources);
  }

  of(log: TotalLog): readonly TotalSource[] {
    return this.sources.filter((source) => source.log === log);
  }
}
