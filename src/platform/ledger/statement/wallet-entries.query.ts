import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Period } from '../../../common/time/period.js';
import type { PartnerAccountKind } from '../account-kind.js';

/** One posting on an account of a partner, from the partner's view: above zero when it has more. */
export interface WalletEntry {
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

export interface WalletEntriesWanted extends Partial<Period> {
  /** The id of the entry before the page. */
  after?: string | undefined;
  newestFirst: boolean;
  limit: number;
}

const ID = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):([1-9]\d{0,3})$/;

/** What has moved a partner's wallet, in the order of business time. Each account is read by its index, so other partners' entries cost nothing. */
@Injectable()
export class WalletEntriesQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** @returns null when the partner has no entry of the id to read on from. */
  async run(partnerId: string, { from, to, after, newestFirst, limit }: WalletEntriesWanted): Promise<WalletEntry[] | null> {
    const place = after === undefined ? [null, null, null] : await this.placeOf(partnerId, after);
    if (!place) return null;
    const values = [partnerId, from ?? '-infinity', to ?? 'infinity', ...place, limit];
    const rows = await this.dataSource.query<(Omit<WalletEntry, 'amountMinor'> & { amount: string })[]>(page(newestFirst), values);
    return rows.map(({ amount, ...entry }) => ({ ...entry, amountMinor: Number(amount) }));
  }

  private async placeOf(partnerId: string, id: string): Promise<unknown[] | null> {
    const [, entry, line] = ID.exec(id) ?? [];
    if (entry === undefined) return null;
    const [found] = await this.dataSource.query<{ at: string }[]>(PLACE, [partnerId, entry, line]);
    return found ? [found.at, entry, line] : null;
  }
}

/** Parameters: partner, entry, line. As text: the database keeps more digits of a second than a Date. */
const PLACE = `
  SELECT e.occurred_at::text AS at
  FROM ledger_posting p JOIN ledger_entry e ON e.id = p.entry_id JOIN ledger_account a ON a.id = p.account_id
  WHERE a.partner_id = $1 AND p.entry_id = $2::uuid AND p.line = $3::smallint`;

/** Parameters: partner; from, to; time, entry and line of the one before, or nulls; how many. */
function page(newestFirst: boolean): string {
  const [beyond, direction] = newestFirst ? ['<', 'DESC'] : ['>', 'ASC'];
  const order = `ORDER BY l.occurred_at ${direction}, l.entry_id ${direction}, l.line ${direction}`;
  return `
    SELECT l.entry_id || ':' || l.line AS id, l.kind AS account, l.currency, l.test, e.kind, e.reference, e.occurred_at AS "occurredAt", (-l.amount_minor)::text AS amount
    FROM (
      SELECT a.kind, a.currency, a.test, l.* FROM ledger_account a CROSS JOIN LATERAL (
        SELECT l.* FROM wallet_line l
        WHERE l.account_id = a.id AND l.occurred_at >= $2::timestamptz AND l.occurred_at < $3::timestamptz
          AND ($4::timestamptz IS NULL OR (l.occurred_at, l.entry_id, l.line) ${beyond} ($4::timestamptz, $5::uuid, $6::smallint))
        ${order} LIMIT $7
      ) AS l
      WHERE a.partner_id = $1 ${order} LIMIT $7
    ) AS l JOIN ledger_entry e ON e.id = l.entry_id
    ${order}`;
}
