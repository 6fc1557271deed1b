import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { TtlCache } from '../../../common/cache/ttl-cache.js';
import { runNamed } from '../../../runtime/database/named-query.js';
import { forNobody } from '../../../runtime/database/shares/requesting-side.js';
import { OperatorConnectors, type Operator } from '../../../connectors/operators/operator.port.js';
import type { Rates } from './tariff.js';

interface TariffRow {
  operator: Operator;
  enabled: boolean;
  low: number;
  middle: number;
  high: number;
  max: string;
}

const CACHE_MS = 1_000;
const READ = {
  name: 'direct_billing_tariffs',
  text: `SELECT operator, enabled, share_low_bp AS low, share_middle_bp AS middle, share_high_bp AS high, max_gross_minor AS max
         FROM direct_billing_tariff WHERE service_id = $1`,
};

/** A service's tariffs; an operator without a connector counts as disabled. */
@Injectable()
export class RatesQuery {
  private readonly cache = new TtlCache<Rates>(CACHE_MS);

  constructor(
    private readonly dataSource: DataSource,
    private readonly operators: OperatorConnectors,
  ) {}

  of(serviceId: string): Promise<Rates> {
    return this.cache.get(serviceId, async () => {
      // Many requests wait for it, so it is in no single caller's share of the connections.
      const rows = await forNobody(() => runNamed<TariffRow & object>(this.dataSource, READ, [serviceId]));
      return Object.fromEntries(
        rows.map((row) => [
          row.operator,
          {
            enabled: row.enabled && this.operators.of(row.operator) !== null,
            sharesBp: [row.low, row.middle, row.high],
            maxGrossMinor: Number(row.max),
          },
        ]),
      );
    });
  }
}
