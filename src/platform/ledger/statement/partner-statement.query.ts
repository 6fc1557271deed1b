import { Injectable } from '@nestjs/common';
import { DataSource, type QueryRunner } from 'typeorm';
import { inSnapshot, rowsOf } from './snapshot.js';

/** An account of a partner, as the partner sees it: minor units, above zero what the partner is owed. */
export interface PartnerLine {
  account: string;
  currency: string;
  test: boolean;
  /** `opening`, `closing`, or what was entered. */
  line: string;
  /** Null for opening and closing. */
  occurredAt: Date | null;
  reference: string | null;
  amountMinor: number | null;
  /** After this line. */
  balanceMinor: number;
}

interface Account {
  id: string;
  kind: string;
  currency: string;
  test: boolean;
  opening: string;
}

interface Posting {
  account_id: string;
  kind: string;
  reference: string;
  occurred_at: Date;
  amount: string;
}

/** Each movement on the accounts of a partner in a period, in the order of what happened, between what stood there before and after. */
@Injectable()
export class PartnerStatementQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** @param to excluded. */
  run(partnerId: string, from: Date, to: Date): AsyncGenerator<PartnerLine> {
    return inSnapshot(this.dataSource, (runner) => linesOf(runner, partnerId, from, to));
  }
}

async function* linesOf(runner: QueryRunner, partnerId: string, from: Date, to: Date): AsyncGenerator<PartnerLine> {
  const accounts = (await runner.query(ACCOUNTS, [partnerId, from])) as Account[];
  const postings = rowsOf<Posting>(runner, POSTINGS, [accounts.map(({ id }) => id), from, to]);
  let next = await postings.next();
  for (const { id, kind: account, currency, test, opening } of accounts) {
    const of = { account, currency, test };
    let balanceMinor = Number(opening);
    const stands = (line: string): PartnerLine => ({ ...of, line, occurredAt: null, reference: null, amountMinor: null, balanceMinor });
    yield stands('opening');
    for (; !next.done && next.value.account_id === id; next = await postings.next()) {
      const { kind: line, reference, occurred_at: occurredAt, amount } = next.value;
      const amountMinor = Number(amount);
      balanceMinor += amountMinor;
      yield { ...of, line, occurredAt, reference, amountMinor, balanceMinor };
    }
    yield stands('closing');
  }
}

/** Parameters: partner, from. The partner's accounts are the platform's debts, so that the signs turn. One look at all that was before. */
const ACCOUNTS = `
  SELECT a.id, a.kind, a.currency, a.test, coalesce(before.sum, 0)::text AS opening
  FROM ledger_account a LEFT JOIN (
    SELECT p.account_id, -sum(p.amount_minor) AS sum FROM ledger_posting p JOIN ledger_entry e ON e.id = p.entry_id
    WHERE p.account_id IN (SELECT id FROM ledger_account WHERE partner_id = $1) AND e.occurred_at < $2 GROUP BY p.account_id
  ) AS before ON before.account_id = a.id
  WHERE a.partner_id = $1 ORDER BY a.test, a.currency, a.kind`;

/** Parameters: accounts in their order, from, to. */
const POSTINGS = `
  SELECT p.account_id::text, e.kind, e.reference, e.occurred_at, (-p.amount_minor)::text AS amount
  FROM ledger_entry e JOIN ledger_posting p ON p.entry_id = e.id
  WHERE p.account_id = ANY ($1::bigint[]) AND e.occurred_at >= $2 AND e.occurred_at < $3
  ORDER BY array_position($1::bigint[], p.account_id), e.occurred_at, e.id, p.line`;
