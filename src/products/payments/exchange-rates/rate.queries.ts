import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { RateTableName } from '../../../connectors/rates/rate-source.port.js';
import { distinctOf } from '../../../runtime/database/distinct-of.js';
import { runNamed } from '../../../runtime/database/named-query.js';
import { PLN, PLN_RATE } from './rate.js';

/** The rate of a currency, and the table of the central bank from which it comes. */
export interface StoredRate {
  currency: string;
  /** PLN for one unit, with ten decimals. */
  plnRate: string;
  table: RateTableName;
  /** Number of the table, such as `020/A/NBP/2024`. */
  number: string;
  /** The day of the table, `YYYY-MM-DD`. */
  effectiveOn: string;
}

const READ_LATEST_RATE = {
  name: 'payment_exchange_rate_latest',
  text: 'SELECT pln_rate::text AS rate FROM payment_exchange_rate WHERE currency = $1 ORDER BY effective_on DESC LIMIT 1',
};

const latestRatesSql = (currenciesSql: string): string => `
  SELECT r.currency, r.pln_rate::text AS "plnRate", r.table_name AS "table", t.number, r.effective_on::text AS "effectiveOn"
  FROM ${currenciesSql} AS wanted (currency)
  CROSS JOIN LATERAL (SELECT * FROM payment_exchange_rate e WHERE e.currency = wanted.currency ORDER BY e.effective_on DESC LIMIT 1) r
  JOIN payment_rate_table t ON t.name = r.table_name AND t.effective_on = r.effective_on
  ORDER BY r.currency`;

const READ_RATES = { name: 'payment_rates_of', text: latestRatesSql('unnest($1::text[])') };

// Each currency has a row per day, so reading all rows would be slow. The statement jumps from currency to currency.
const READ_ALL_RATES = {
  name: 'payment_rates_all',
  text: `WITH RECURSIVE ${distinctOf('known', { table: 'payment_exchange_rate', key: ['currency'] })} ${latestRatesSql('known')}`,
};

const READ_NEWEST_DAY = {
  name: 'payment_rate_table_newest',
  text: 'SELECT effective_on::text AS day FROM payment_rate_table WHERE name = $1 ORDER BY effective_on DESC LIMIT 1',
};

const READ_CURRENCIES_OF_TABLE = {
  name: 'payment_rates_in_table',
  text: 'SELECT currency FROM payment_exchange_rate WHERE table_name = $1 AND effective_on = $2 ORDER BY currency',
};

/** Reads stored exchange rates. They come from the tables of the central bank. */
@Injectable()
export class RateQueries {
  constructor(private readonly dataSource: DataSource) {}

  /** PLN for one unit, with ten decimals. null when no table has the currency. @param executor the current transaction, if there is one. */
  async latestRate(currency: string, executor: EntityManager | DataSource = this.dataSource): Promise<string | null> {
    if (currency === PLN) return PLN_RATE;
    const [row] = await runNamed<{ rate: string }>(executor, READ_LATEST_RATE, [currency]);
    return row?.rate ?? null;
  }

  /** The latest rates. Currencies without a rate are left out. @param executor the current transaction, if there is one. */
  latestRates(currencies: readonly string[], executor: EntityManager | DataSource = this.dataSource): Promise<StoredRate[]> {
    return runNamed<StoredRate & Record<string, unknown>>(executor, READ_RATES, [currencies]);
  }

  /** The latest rate of each currency. */
  allLatestRates(): Promise<StoredRate[]> {
    return runNamed<StoredRate & Record<string, unknown>>(this.dataSource, READ_ALL_RATES, []);
  }

  /** The day of the newest stored table of that name. null when no table is stored. */
  async newestTableDay(name: RateTableName): Promise<string | null> {
    const [row] = await runNamed<{ day: string }>(this.dataSource, READ_NEWEST_DAY, [name]);
    return row?.day ?? null;
  }

  /** Currencies with a rate in the stored table of that day. */
  async currenciesInTable(name: RateTableName, day: string): Promise<string[]> {
    return (await runNamed<{ currency: string }>(this.dataSource, READ_CURRENCIES_OF_TABLE, [name, day])).map(({ currency }) => currency);
  }
}
