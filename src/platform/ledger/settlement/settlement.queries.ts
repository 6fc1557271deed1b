import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { withoutStatementTimeout } from '../../../runtime/database/without-statement-timeout.js';
import type { SettledTotals, Settlement } from './settle.service.js';

export interface SettlementSummary {
  reference: string;
  provider: string;
  test: boolean;
  from: Date;
  to: Date;
  /** `open`: the settlement is not finished. The same command continues an interrupted settlement. */
  state: 'open' | 'done';
  author: string;
  createdAt: Date;
}

/** Parameters: provider, from, to, test. It must select the same entries as `CLAIM_RANGE`, which is written separately. */
const SUMS = `
  SELECT a.currency, coalesce(sum(p.amount_minor) FILTER (WHERE a.partner_id IS NULL), 0)::text AS cleared,
    coalesce(-sum(p.amount_minor) FILTER (WHERE a.partner_id IS NOT NULL), 0)::text AS available
  FROM ledger_entry e JOIN ledger_posting p ON p.entry_id = e.id JOIN ledger_account a ON a.id = p.account_id
  WHERE e.occurred_at >= $2 AND e.occurred_at < $3 AND e.test = $4 AND e.kind <> 'settlement.settled'
    AND EXISTS (SELECT FROM ledger_posting c JOIN ledger_account k ON k.id = c.account_id WHERE c.entry_id = e.id AND k.kind = 'platform:clearing:' || $1)
    AND NOT EXISTS (SELECT FROM settlement_line l WHERE l.entry_id = e.id AND l.provider = $1)
    AND a.kind IN ('partner:pending', 'platform:clearing:' || $1)
  GROUP BY a.currency ORDER BY a.currency`;

@Injectable()
export class SettlementQueries {
  constructor(private readonly dataSource: DataSource) {}

  /** Newest first. */
  list(limit: number): Promise<SettlementSummary[]> {
    return this.dataSource.query<SettlementSummary[]>(
      `SELECT reference, provider, test, from_at AS "from", to_at AS "to", state, author, created_at AS "createdAt"
       FROM settlement ORDER BY created_at DESC, id DESC LIMIT $1`,
      [limit],
    );
  }

  /** @returns null when no settlement has the reference. */
  async stateOf(reference: string): Promise<SettlementSummary['state'] | null> {
    const [row] = await this.dataSource.query<Pick<SettlementSummary, 'state'>[]>('SELECT state FROM settlement WHERE reference = $1', [
      reference,
    ]);
    return row?.state ?? null;
  }

  /**
   * Sums that a settlement would move: those of the entries in its period that no settlement with the provider has claimed. Reads the whole
   * period in one statement. @param callerTx the transaction to use. Without it the statement has no time limit.
   */
  sumsToSettle({ provider, from, to, test }: Omit<Settlement, 'reference' | 'author'>, callerTx?: EntityManager): Promise<SettledTotals[]> {
    const read = async (tx: EntityManager): Promise<SettledTotals[]> => {
      const rows = await tx.query<{ currency: string; cleared: string; available: string }[]>(SUMS, [provider, from, to, test]);
      return rows.map(({ currency, cleared, available }) => ({
        currency,
        clearedMinor: Number(cleared),
        availableMinor: Number(available),
      }));
    };
    return callerTx ? read(callerTx) : withoutStatementTimeout(this.dataSource, read);
  }

  /** All providers that have a clearing account, sorted by name. */
  async providers(): Promise<string[]> {
    // 'platform:clearing:' has 18 characters.
    const rows = await this.dataSource.query<{ provider: string }[]>(
      `SELECT DISTINCT substr(kind, 19) AS provider FROM ledger_account WHERE partner_id IS NULL AND kind LIKE 'platform:clearing:%' ORDER BY 1`,
    );
    return rows.map(({ provider }) => provider);
  }
}
