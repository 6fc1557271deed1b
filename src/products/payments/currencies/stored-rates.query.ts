import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { RateTableName } from '../../../connectors/rates/rate-source.port.js';
import { runNamed } from '../../../runtime/database/named-query.js';

/** The rate of a currency, and the table of the central bank from which it comes. */
export interface StoredRate {
  currency: string;
  /** PLN for one unit, with ten decimals. */
  plnRate: string;
  table: RateTableName;
  /** Number of the table, such as `020/A/NBP/2024`. */
  number: string;
  /** `YYYY-MM-DD` */
  effectiveOn: string;
}

const LATEST_OF = (currencies: string): string => `
  SELECT r.currency, r.pln_rate::text AS "plnRate", r.table_name AS "table", t.number, r.effective_on::text AS "effectiveOn"
  FROM ${currencies} AS wanted (currency)
  CROSS JOIN LATERAL (SELECT * FROM payment_exchange_rate e WHERE e.currency = wanted.currency ORDER BY e.effective_on DESC LIMIT 1) r
  JOIN payment_rate_table t ON t.name = r.table_name AND t.effective_on = r.effective_on
  ORDER BY r.currency`;

const OF = { name: 'payment_rates_of', text: LATEST_OF('unnest($1::text[])') };

// Steps through the index from one currency to the next. Each currency has a row per day, so reading all rows would be slow.
const ALL = {
  name: 'payment_rates_all',
  text: `
    WITH RECURSIVE known (currency) AS (
      (SELECT currency FROM payment_exchange_rate ORDER BY currency LIMIT 1)
      UNION ALL
      SELECT (SELECT e.currency FROM payment_exchange_rate e WHERE e.currency > known.currency ORDER BY e.currency LIMIT 1)
      FROM known WHERE known.currency IS NOT NULL
    ) ${LATEST_OF('known')}`,
};

const NEWEST = {
  name: 'payment_rate_table_newest',
  text: 'SELECT effective_on::text AS day FROM payment_rate_table WHERE name = $1 ORDER BY effective_on DESC LIMIT 1',
};

const IN_TABLE = {
  name: 'payment_rates_in_table',
  text: 'SELECT currency FROM payment_exchange_rate WHERE table_name = $1 AND effective_on = $2 ORDER BY currency',
};

@Injectable()
export class StoredRatesQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** Currencies without a rate are left out. @param on the current transaction, if there is one. */
  of(currencies: readonly string[], on: EntityManager | DataSource = this.dataSource): Promise<StoredRate[]> {
    return runNamed<StoredRate & Record<string, unknown>>(on, OF, [currencies]);
  }

  all(): Promise<StoredRate[]> {
    return runNamed<StoredRate & Record<string, unknown>>(this.dataSource, ALL, []);
  }

  /** The day of the newest table of that name. */
  async newestDay(name: RateTableName): Promise<string | null> {
    const [row] = await runNamed<{ day: string }>(this.dataSource, NEWEST, [name]);
    return row?.day ?? null;
  }

  /** Currencies in the table of that day. */
  async inTable(name: RateTableName, day: string): Promise<string[]> {
    return (await runNamed<{ currency: string }>(this.dataSource, IN_TABLE, [name, day])).map(({ currency }) => currency);
  }
}
