import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { inSnapshot, rowsOf } from './snapshot.js';

/** Minor units, debit positive, credit negative. */
export interface AccountStatement {
  account: string;
  /** Null for the platform's accounts, and where all partners' accounts of a kind stand together. */
  partnerId: string | null;
  partner: string | null;
  currency: string;
  test: boolean;
  openingMinor: number;
  movements: Movement[];
  closingMinor: number;
}

/** What entries of one kind have put on an account. */
export interface Movement {
  kind: string;
  postings: number;
  debitMinor: number;
  /** Above zero. */
  creditMinor: number;
}

export interface StatementOptions {
  /** By the time of what happened: from (included) to (excluded). */
  from: Date;
  to: Date;
  /** The accounts of this partner alone. */
  partnerId?: string;
  /** Each partner's accounts by themselves; otherwise one line for all partners. */
  perPartner: boolean;
}

interface Row {
  account: string;
  partner_id: string | null;
  partner: string | null;
  currency: string;
  test: boolean;
  kind: string | null;
  postings: string;
  debit: string;
  credit: string;
}

/**
 * What stood on each account, what was posted in a period by kind of entry, and what stands there then. One scan of the postings in one
 * snapshot, whose result is read a part at a time: as many partners as there may be, nothing is kept but one account.
 */
@Injectable()
export class StatementQuery {
  constructor(private readonly dataSource: DataSource) {}

  async *run({ from, to, partnerId, perPartner }: StatementOptions): AsyncGenerator<AccountStatement> {
    const values = [from, to, partnerId ?? null, perPartner];
    let account: AccountStatement | null = null;
    for await (const row of inSnapshot(this.dataSource, (runner) => rowsOf<Row>(runner, SUMS, values))) {
      if (account && !isOf(account, row)) yield account;
      if (!account || !isOf(account, row)) account = opened(row);
      add(account, row);
    }
    if (account) yield account;
  }
}

/** Parameters: from, to, the partner or null, whether each partner stands alone. What was there before has no kind. */
const SUMS = `
  SELECT a.kind AS account, a.currency, a.test, CASE WHEN $4 THEN a.partner_id END AS partner_id, CASE WHEN $4 THEN n.name END AS partner, x.kind,
    sum(x.postings)::text AS postings, sum(x.debit)::text AS debit, sum(x.credit)::text AS credit
  FROM (
    SELECT p.account_id, CASE WHEN e.occurred_at >= $1 THEN e.kind END AS kind, count(*) AS postings,
      coalesce(sum(p.amount_minor) FILTER (WHERE p.amount_minor > 0), 0) AS debit, coalesce(-sum(p.amount_minor) FILTER (WHERE p.amount_minor < 0), 0) AS credit
    FROM ledger_posting p JOIN ledger_entry e ON e.id = p.entry_id
    WHERE e.occurred_at < $2 AND ($3::uuid IS NULL OR p.account_id IN (SELECT id FROM ledger_account WHERE partner_id = $3))
    GROUP BY p.account_id, CASE WHEN e.occurred_at >= $1 THEN e.kind END
  ) AS x JOIN ledger_account a ON a.id = x.account_id LEFT JOIN partner n ON n.id = a.partner_id
  GROUP BY 1, 2, 3, 4, 5, 6
  ORDER BY a.test, a.currency, a.kind, partner NULLS FIRST, partner_id, x.kind NULLS FIRST`;

function isOf(account: AccountStatement, row: Row): boolean {
  return (
    account.account === row.account &&
    account.partnerId === row.partner_id &&
    account.currency === row.currency &&
    account.test === row.test
  );
}

function opened({ account, partner_id: partnerId, partner, currency, test }: Row): AccountStatement {
  return { account, partnerId, partner, currency, test, openingMinor: 0, movements: [], closingMinor: 0 };
}

function add(account: AccountStatement, { kind, postings, debit, credit }: Row): void {
  const [debitMinor, creditMinor] = [Number(debit), Number(credit)];
  if (kind === null) account.openingMinor += debitMinor - creditMinor;
  else account.movements.push({ kind, postings: Number(postings), debitMinor, creditMinor });
  account.closingMinor += debitMinor - creditMinor;
}
