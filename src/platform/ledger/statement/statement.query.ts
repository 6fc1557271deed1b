import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { inSnapshot, rowsOf } from './snapshot.js';

/** Statement of one account. Balances are minor units, debit positive, credit negative. */
export interface AccountStatement {
  account: string;
  /** Null for the platform's accounts, and when one line is for all partners. */
  partnerId: string | null;
  partner: string | null;
  currency: string;
  test: boolean;
  openingMinor: number;
  movements: Movement[];
  closingMinor: number;
}

/** Sums of the entries of one kind on an account. */
export interface Movement {
  kind: string;
  postings: number;
  debitMinor: number;
  /** Sum of the credits without their sign, so never below zero. */
  creditMinor: number;
}

export interface StatementOptions {
  /** By the entries' business time: from (included) to (excluded). */
  from: Date;
  to: Date;
  /** Only this partner's accounts. */
  partnerId?: string;
  /** True for test money only, false for real money only. Both when it is left out. */
  test?: boolean;
  /** Whether each partner's account has a line. Otherwise all partners have one line together. */
  perPartner: boolean;
}

interface StatementRow {
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
 * Opening balance, movements by kind of entry and closing balance of each account in a period. The query scans the postings once in one
 * snapshot. Its rows are read in parts, so that only one account is in memory however many partners there are.
 */
@Injectable()
export class StatementQuery {
  constructor(private readonly dataSource: DataSource) {}

  async *run({ from, to, partnerId, test, perPartner }: StatementOptions): AsyncGenerator<AccountStatement> {
    const values = [from, to, partnerId ?? null, perPartner, test ?? null];
    let account: AccountStatement | null = null;
    for await (const row of inSnapshot(this.dataSource, (runner) => rowsOf<StatementRow>(runner, SUMS, values))) {
      if (account && !isSameAccount(account, row)) yield account;
      if (!account || !isSameAccount(account, row)) account = newAccountStatement(row);
      addRow(account, row);
    }
    if (account) yield account;
  }
}

/**
 * Parameters: from; to; partner or null; whether each partner has lines; test flag or null.
 * Postings before the period have the kind null.
 */
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
  WHERE $5::boolean IS NULL OR a.test = $5
  GROUP BY 1, 2, 3, 4, 5, 6
  ORDER BY a.test, a.currency, a.kind, partner NULLS FIRST, partner_id, x.kind NULLS FIRST`;

function isSameAccount(account: AccountStatement, row: StatementRow): boolean {
  return (
    account.account === row.account &&
    account.partnerId === row.partner_id &&
    account.currency === row.currency &&
    account.test === row.test
  );
}

function newAccountStatement({ account, partner_id: partnerId, partner, currency, test }: StatementRow): AccountStatement {
  return { account, partnerId, partner, currency, test, openingMinor: 0, movements: [], closingMinor: 0 };
}

function addRow(account: AccountStatement, { kind, postings, debit, credit }: StatementRow): void {
  const [debitMinor, creditMinor] = [Number(debit), Number(credit)];
  if (kind === null) account.openingMinor += debitMinor - creditMinor;
  else account.movements.push({ kind, postings: Number(postings), debitMinor, creditMinor });
  account.closingMinor += debitMinor - creditMinor;
}
