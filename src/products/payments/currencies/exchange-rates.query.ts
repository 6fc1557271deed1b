import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { runNamed } from '../../../runtime/database/named-query.js';
import { PLN, PLN_RATE } from './rate.js';

const READ_LATEST_RATE = {
  name: 'payment_exchange_rate_latest',
  text: 'SELECT pln_rate::text AS rate FROM payment_exchange_rate WHERE currency = $1 ORDER BY effective_on DESC LIMIT 1',
};

/** Reads the latest stored exchange rate of a currency. The rates come from the tables of the central bank. */
@Injectable()
export class ExchangeRatesQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** PLN for one unit, with ten decimals. null when no table has the currency. @param executor the current transaction, if there is one. */
  async of(currency: string, executor: EntityManager | DataSource = this.dataSource): Promise<string | null> {
    if (currency === PLN) return PLN_RATE;
    const [row] = await runNamed<{ rate: string }>(executor, READ_LATEST_RATE, [currency]);
    return row?.rate ?? null;
  }
}
