import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { runNamed } from '../../../runtime/database/named-query.js';
import { PLN, PLN_RATE } from './rate.js';

const LATEST = {
  name: 'payment_exchange_rate_latest',
  text: 'SELECT pln_rate::text AS rate FROM payment_exchange_rate WHERE currency = $1 ORDER BY effective_on DESC LIMIT 1',
};

/** Reads the latest stored exchange rate of a currency. The rates come from the tables of the central bank. */
@Injectable()
export class ExchangeRatesQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** PLN for one unit, with ten decimals. null when no table has the currency. @param on the current transaction, if there is one. */
  async of(currency: string, on: EntityManager | DataSource = this.dataSource): Promise<string | null> {
    if (currency === PLN) return PLN_RATE;
    const [row] = await runNamed<{ rate: string }>(on, LATEST, [currency]);
    return row?.rate ?? null;
  }
}
