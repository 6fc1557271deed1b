import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Period } from '../../../common/time/period.js';
import type { PartnerAccountKind } from '../account-kind.js';

/** One posting on a partner's account. The amount is from the partner's view: above zero when the partner gains money. */
export interface WalletPosting {
  /** `<entry>:<line>`. */
  id: string;
  account: PartnerAccountKind;
  currency: string;
  test: boolean;
  kind: string;
  reference: string;
  occurredAt: Date;
  amountMinor: number;
}

export interface WalletPostingsFilter extends Partial<Period> {
  /** Id of the last posting of the previous page. */
  after?: string | undefined;
  newestFirst: boolean;
  limit: number;
}

const ENTRY_ID = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):([1-9]\d{0,3})$/;

/**
 * Movements of a partner's wallet in the order of business time. Each account is read by an index, so entries of other partners are not
 * read.
 */
@Injectable()
export class WalletPostingsQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** @returns null when the partner has no posting with the id `after`. */
  async run(partnerId: string, { from, to, after, newestFirst, limit }: WalletPostingsFilter): Promise<WalletPosting[] | null> {
    const position = after === undefined ? [null, null, null] : await this.findPosition(partnerId, after);
    if (!position) return null;
    const values = [partnerId, from ?? '-infinity', to ?? 'infinity', ...position, limit];
    const rows = await this.dataSource.query<(Omit<WalletPosting, 'amountMinor'> & { amount: string })[]>(pageSql(newestFirst), values);
    return rows.map(({ amount, ...entry }) => ({ ...entry, amountMinor: Number(amount) }));
  }

  private async findPosition(partnerId: string, id: string): Promise<unknown[] | null> {
    const [, entry, line] = ENTRY_ID.exec(id) ?? [];
    if (entry === undefined) return null;
    const [stored] = await this.dataSource.query<{ at: string }[]>(POSITION, [partnerId, entry, line]);
    return stored ? [stored.at, entry, line] : null;
  }
}

/** Parameters: partner, entry, line. The time is text, because PostgreSQL stores microseconds and a `Date` only milliseconds. */
const POSITION = `
  SELECT e.occurred_at::text AS at
  FROM ledger_posting p JOIN ledger_entry e ON e.id = p.entry_id JOIN ledger_account a ON a.id = p.account_id
  WHERE a.partner_id = $1 AND p.entry_id = $2::uuid AND p.line = $3::smallint`;

/** Parameters: partner; from, to; time, entry and line of the previous row, or nulls; number of rows. */
function pageSql(newestFirst: boolean): string {
  const [operator, direction] = newestFirst ? ['<', 'DESC'] : ['>', 'ASC'];
  const order = `ORDER BY l.occurred_at ${direction}, l.entry_id ${direction}, l.line ${direction}`;
  return `
    SELECT l.entry_id || ':' || l.line AS id, l.kind AS account, l.currency, l.test, e.kind, e.reference, e.occurred_at AS "occurredAt", (-l.amount_minor)::text AS amount
    FROM (
      SELECT a.kind, a.currency, a.test, l.* FROM ledger_account a CROSS JOIN LATERAL (
        SELECT l.* FROM wallet_line l
        WHERE l.account_id = a.id AND l.occurred_at >= $2::timestamptz AND l.occurred_at < $3::timestamptz
          AND ($4::timestamptz IS NULL OR (l.occurred_at, l.entry_id, l.line) ${operator} ($4::timestamptz, $5::uuid, $6::smallint))
        ${order} LIMIT $7
      ) AS l
      WHERE a.partner_id = $1 ${order} LIMIT $7
    ) AS l JOIN ledger_entry e ON e.id = l.entry_id
    ${order}`;
}
