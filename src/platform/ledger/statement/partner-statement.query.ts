import { Injectable } from '@nestjs/common';
import { DataSource, type QueryRunner } from 'typeorm';
import { inSnapshot } from './snapshot.js';

/** A line of a partner's account. Amounts are minor units from the partner's view: above zero when the gateway owes the partner. */
export interface PartnerLine {
  account: string;
  currency: string;
  test: boolean;
  /** `opening`, `closing`, or the entry's kind. */
  line: string;
  /** Null for opening and closing, like `reference` and `amountMinor`. */
  occurredAt: Date | null;
  reference: string | null;
  amountMinor: number | null;
  /** Balance after this line. */
  balanceMinor: number;
}

interface Account {
  id: string;
  kind: string;
  currency: string;
  test: boolean;
  /** Opening balance in minor units, from the partner's view. */
  opening: string;
}

/** A row of `MOVEMENTS`. */
interface Movement {
  entry_id: string;
  line: number;
  /** `occurred_at` as text, because PostgreSQL stores microseconds and a `Date` only milliseconds. */
  position: string;
  kind: string;
  reference: string;
  occurred_at: Date;
  /** Minor units, from the partner's view. */
  amount: string;
}

const ROWS_PER_QUERY = 1_000;
/** Sorts before every movement of the same time. */
const BEFORE_FIRST = { entry_id: '00000000-0000-0000-0000-000000000000', line: -1 };

/** Opening balance, movements in the order of their business time, and closing balance of each account of a partner in a period. */
@Injectable()
export class PartnerStatementQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** Reads one snapshot, for the command line. @param to end of the period (excluded). */
  run(partnerId: string, from: Date, to: Date): AsyncGenerator<PartnerLine> {
    return inSnapshot(this.dataSource, (runner) => readLines(runner, partnerId, from, to));
  }

  /**
   * Like `run`, but for a slow client: no connection is held between two parts. For a period that is over, the statement equals that of
   * `run`. For the present period it may include entries that were posted while it was read.
   */
  inParts(partnerId: string, from: Date, to: Date): AsyncGenerator<PartnerLine> {
    return readLines(this.dataSource, partnerId, from, to);
  }
}

async function* readLines(source: DataSource | QueryRunner, partnerId: string, from: Date, to: Date): AsyncGenerator<PartnerLine> {
  const accounts = (await source.query(ACCOUNTS, [partnerId, from])) as Account[];
  for (const { id, kind: account, currency, test, opening } of accounts) {
    const base = { account, currency, test };
    let balanceMinor = Number(opening);
    const boundary = (line: string): PartnerLine => ({ ...base, line, occurredAt: null, reference: null, amountMinor: null, balanceMinor });
    yield boundary('opening');
    for await (const { kind: line, reference, occurred_at: occurredAt, amount } of readMovements(source, id, from, to)) {
      const amountMinor = Number(amount);
      balanceMinor += amountMinor;
      yield { ...base, line, occurredAt, reference, amountMinor, balanceMinor };
    }
    yield boundary('closing');
  }
}

async function* readMovements(source: DataSource | QueryRunner, accountId: string, from: Date, to: Date): AsyncGenerator<Movement> {
  let cursor: Pick<Movement, 'entry_id' | 'line' | 'position'> = { ...BEFORE_FIRST, position: from.toISOString() };
  for (let hasMore = true; hasMore;) {
    const movements = (await source.query(MOVEMENTS, [
      accountId,
      cursor.position,
      cursor.entry_id,
      cursor.line,
      to,
      ROWS_PER_QUERY,
    ])) as Movement[];
    yield* movements;
    cursor = movements.at(-1) ?? cursor;
    hasMore = movements.length === ROWS_PER_QUERY;
  }
}

/**
 * Parameters: partner, from. The opening balance is the present balance less the movements since `from`, which are read by an index. The
 * partner's accounts are debts of the platform, so signs are inverted.
 */
const ACCOUNTS = `
  SELECT a.id::text, a.kind, a.currency, a.test, (
    CASE a.kind WHEN 'partner:pending' THEN w.pending_minor WHEN 'partner:available' THEN w.available_minor
                WHEN 'partner:reserved' THEN w.reserved_minor ELSE -w.receivable_minor END
    + coalesce((SELECT sum(l.amount_minor) FROM wallet_line l WHERE l.account_id = a.id AND l.occurred_at >= $2), 0)
  )::text AS opening
  FROM ledger_account a JOIN wallet w ON (w.partner_id, w.currency, w.test) = (a.partner_id, a.currency, a.test)
  WHERE a.partner_id = $1 ORDER BY a.test, a.currency, a.kind`;

/** Parameters: account; time, entry and line of the previous movement; to; number of rows. */
const MOVEMENTS = `
  SELECT l.entry_id, l.line, l.occurred_at::text AS position, e.kind, e.reference, e.occurred_at, (-l.amount_minor)::text AS amount
  FROM (
    SELECT * FROM wallet_line
    WHERE account_id = $1::bigint AND (occurred_at, entry_id, line) > ($2::timestamptz, $3::uuid, $4::smallint) AND occurred_at < $5
    ORDER BY occurred_at, entry_id, line LIMIT $6
  ) AS l JOIN ledger_entry e ON e.id = l.entry_id
  ORDER BY l.occurred_at, l.entry_id, l.line`;
