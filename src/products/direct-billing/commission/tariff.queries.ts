import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { TtlCache } from '../../../common/ttl-cache.js';
import { invalidField } from '../../../common/errors/domain-error.js';
import { parseAmount } from '../../../common/money/amount.js';
import { OPERATORS, type Operator, OperatorConnectors } from '../../../connectors/operators/operator.port.js';
import { runNamed } from '../../../runtime/database/named-query.js';
import { outsidePoolQuotas } from '../../../runtime/database/pool-quotas/requester.js';
import { type Prices, pricesOf } from './price.js';
import type { Tariff, Tariffs } from './tariff.js';

export interface OperatorTariff extends Tariff {
  operator: Operator;
}

/** Changed tariffs are used within a second. */
const CACHE_MS = 1_000;

const READ_TARIFFS = {
  name: 'direct_billing_tariffs',
  text: `SELECT operator, enabled, ARRAY[share_low_bp, share_middle_bp, share_high_bp] AS "sharesBp", max_gross_minor AS "maxGrossMinor"
         FROM direct_billing_tariff WHERE service_id = $1`,
};

/** Reads the tariffs of a service. */
@Injectable()
export class TariffQueries {
  private readonly cache = new TtlCache<Tariffs>(CACHE_MS);

  constructor(
    private readonly dataSource: DataSource,
    private readonly operators: OperatorConnectors,
  ) {}

  /** The stored tariffs, also of operators without a connector. */
  async stored(serviceId: string): Promise<OperatorTariff[]> {
    const rows = await runNamed<Omit<OperatorTariff, 'maxGrossMinor'> & { maxGrossMinor: string }>(this.dataSource, READ_TARIFFS, [
      serviceId,
    ]);
    return rows
      .map((row) => ({ ...row, maxGrossMinor: Number(row.maxGrossMinor) }))
      .sort((a, b) => OPERATORS.indexOf(a.operator) - OPERATORS.indexOf(b.operator));
  }

  /** The tariffs for the calculation of prices. An operator without a connector counts as disabled. */
  forPrices(serviceId: string): Promise<Tariffs> {
    return this.cache.get(serviceId, async () => {
      // Requests of several partners may wait for this read, so it does not count against the pool quota of one of them.
      const tariffs = await outsidePoolQuotas(() => this.stored(serviceId));
      return Object.fromEntries(
        tariffs.map(({ operator, enabled, ...tariff }) => [
          operator,
          { enabled: enabled && this.operators.of(operator) !== null, ...tariff },
        ]),
      );
    });
  }

  /**
   * For each operator the lowest price that leaves the partner at least `amount` after commission. A transaction whose `amountType` is
   * `required` gets the same price.
   */
  async requiredPrices(serviceId: string, amount: string): Promise<Prices> {
    const requiredMinor = parseAmount(amount);
    if (requiredMinor === null) throw invalidField('amount', 'The amount must be a number with at most two decimals.');
    return pricesOf(await this.forPrices(serviceId), 'required', requiredMinor);
  }
}
