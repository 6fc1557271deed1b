import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SystemClock } from '../../../common/time/clocks.js';
import type { RateTable } from '../../../connectors/rates/rate-source.port.js';
import { isJump } from './rate.js';
import { RateQueries } from './rate.queries.js';
import { recordChange } from '../../../platform/audit/audited.js';

export interface StoredTable {
  /** Currencies with a rate that was not stored before. */
  added: string[];
  /**
   * Rates that were not stored. `no rate`: the table names the currency without a valid rate. `jump`: the rate differs too much from the
   * last stored rate.
   */
  refused: { currency: string; why: 'no rate' | 'jump' }[];
}

const INSERT_TABLE = `
  INSERT INTO payment_rate_table (name, effective_on, number, stored_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`;

const INSERT_RATES = `
  INSERT INTO payment_exchange_rate (currency, effective_on, table_name, pln_rate)
  SELECT currency, $1, $2, rate FROM unnest($3::text[], $4::numeric[]) AS given (currency, rate)
  ON CONFLICT DO NOTHING RETURNING currency`;

/** Stores a table of the central bank. Rates are only added: a currency without a valid rate in the table keeps its last rate. */
@Injectable()
export class StoreRateTableService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SystemClock,
    private readonly rates: RateQueries,
  ) {}

  /** Several processes may store the same table concurrently. @param acceptJumps whether staff have checked the rates that jump. */
  run(table: RateTable, acceptJumps: boolean): Promise<StoredTable> {
    return this.dataSource.transaction(async (tx) => {
      const lastRates = new Map(
        (await this.rates.latestRates([...table.rates.keys()], tx)).map(({ currency, plnRate }) => [currency, plnRate]),
      );
      const jumps = [...table.rates].filter(([currency, rate]) => !acceptJumps && isJump(lastRates.get(currency) ?? rate, rate));
      const jumpingCurrencies = jumps.map(([currency]) => currency);
      const rates = [...table.rates].filter(([currency]) => !jumpingCurrencies.includes(currency));
      const { name, effectiveOn, number, withoutRate } = table;
      await tx.query(INSERT_TABLE, [name, effectiveOn, number, this.clock.now()]);
      const values = [effectiveOn, name, rates.map(([currency]) => currency), rates.map(([, rate]) => rate)];
      const added = await tx.query<{ currency: string }[]>(INSERT_RATES, values);
      if (added.length > 0)
        await recordChange(tx, {
          action: 'rates.refresh',
          subject: 'rate_table',
          id: name,
          after: { effective_on: effectiveOn, currencies: added.length, accept_jumps: acceptJumps },
        });
      return {
        added: added.map(({ currency }) => currency),
        refused: [
          ...withoutRate.map((currency) => ({ currency, why: 'no rate' as const })),
          ...jumpingCurrencies.map((currency) => ({ currency, why: 'jump' as const })),
        ],
      };
    });
  }
}
