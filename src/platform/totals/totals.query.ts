import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { runNamed } from '../../runtime/database/named-query.js';
import { isInScope, type ServiceScope } from '../listing/service-scope.js';

/** Of one day, channel, reason and currency. Amounts of several currencies are never added. */
export interface DayTotal {
  /** In the time zone: `2026-11-24`. */
  day: string;
  /** Whether it was no later in its day than the hour that was asked for. */
  isByHour: boolean;
  outcome: 'paid' | 'failed';
  channel: string;
  /** Empty for `paid`. */
  reason: string;
  currency: string;
  count: number;
  amountMinor: number;
}

type TotalRow = Omit<DayTotal, 'count' | 'amountMinor'> & { count: string; amountMinor: string };

interface WhichTotals {
  scope: ServiceScope;
  test: boolean;
  /** The beginning of a day. */
  since: Date;
  /** `13:00`: the hours up to this one are summed apart. */
  hour: string;
  zone: string;
}

const read = (name: string, isSeen: string) => ({
  name,
  text: `
  SELECT to_char(f.hour AT TIME ZONE $3, 'YYYY-MM-DD') AS day, (f.hour AT TIME ZONE $3)::time <= $4::time AS "isByHour", f.outcome, f.channel, f.reason,
    f.currency, sum(f.count)::bigint AS count, sum(f.amount_minor)::bigint AS "amountMinor"
  FROM hourly_total f WHERE f.test = $1 AND f.hour >= $2 AND ${isSeen}
  GROUP BY 1, 2, 3, 4, 5, 6`,
});
const OF_ALL = read('totals_of_all', `f.service_id = ''`);
// The services first, so that only their rows are read.
const OF_SCOPE = read('totals_of_scope', `f.service_id = ANY (ARRAY(SELECT s.id FROM service s WHERE ${isInScope('s', '$5', '$6')}))`);

/** What was paid and what failed, by day, as far as a worker has summed it: some minutes may be missing. */
@Injectable()
export class TotalsQuery {
  constructor(private readonly dataSource: DataSource) {}

  async run({ scope: { partnerId, serviceIds }, test, since, hour, zone }: WhichTotals): Promise<DayTotal[]> {
    const isOfAll = partnerId === null && serviceIds === null;
    const [statement, scope] = isOfAll ? [OF_ALL, []] : [OF_SCOPE, [partnerId, serviceIds]];
    const rows = await runNamed<TotalRow>(this.dataSource, statement, [test, since, zone, hour, ...scope]);
    return rows.map((row) => ({ ...row, count: Number(row.count), amountMinor: Number(row.amountMinor) }));
  }
}
