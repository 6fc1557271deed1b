import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { runNamed } from '../../runtime/database/named-query.js';
import { inScopeSql, type ServiceScope } from '../listing/service-scope.js';

/** Total of one day, outcome, channel, reason and currency. Amounts of several currencies are never added. */
export interface DayTotal {
  /** Day in the requested time zone: `2026-11-24`. */
  day: string;
  /** Whether the total is of the hours up to the requested hour, or of the later hours of the day. */
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

interface TotalsFilter {
  scope: ServiceScope;
  test: boolean;
  /** Beginning of the first day. */
  since: Date;
  /** Such as `13:00`. The hours of each day up to this hour (included) are summed separately from the later hours. */
  hour: string;
  zone: string;
}

const totalsSql = (name: string, condition: string) => ({
  name,
  text: `
  SELECT to_char(f.hour AT TIME ZONE $3, 'YYYY-MM-DD') AS day, (f.hour AT TIME ZONE $3)::time <= $4::time AS "isByHour", f.outcome, f.channel, f.reason,
    f.currency, sum(f.count)::bigint AS count, sum(f.amount_minor)::bigint AS "amountMinor"
  FROM hourly_total f WHERE f.test = $1 AND f.hour >= $2 AND ${condition}
  GROUP BY 1, 2, 3, 4, 5, 6`,
});
const TOTALS_OF_ALL_SERVICES = totalsSql('totals_of_all', `f.service_id = ''`);
// Selects the services first, so that only their rows are read.
const TOTALS_OF_SCOPE = totalsSql(
  'totals_of_scope',
  `f.service_id = ANY (ARRAY(SELECT s.id FROM service s WHERE ${inScopeSql('s', '$5', '$6')}))`,
);

/** Paid and failed transactions by day, as far as a worker has summed them. The latest minutes may be missing. */
@Injectable()
export class TotalsQuery {
  constructor(private readonly dataSource: DataSource) {}

  async run({ scope: { partnerId, serviceIds }, test, since, hour, zone }: TotalsFilter): Promise<DayTotal[]> {
    const isOfAll = partnerId === null && serviceIds === null;
    const [statement, scope] = isOfAll ? [TOTALS_OF_ALL_SERVICES, []] : [TOTALS_OF_SCOPE, [partnerId, serviceIds]];
    const rows = await runNamed<TotalRow>(this.dataSource, statement, [test, since, zone, hour, ...scope]);
    return rows.map((row) => ({ ...row, count: Number(row.count), amountMinor: Number(row.amountMinor) }));
  }
}
