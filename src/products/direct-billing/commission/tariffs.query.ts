import { Injectable } from '@nestjs/common';
import { TtlCache } from '../../../common/cache/ttl-cache.js';
import { OperatorConnectors } from '../../../connectors/operators/operator.port.js';
import { outsidePoolQuotas } from '../../../runtime/database/pool-quotas/requester.js';
import { TariffListQuery } from './tariff-list.query.js';
import type { Tariffs } from './tariff.js';

/** Changed tariffs are used within a second. */
const CACHE_MS = 1_000;

/** Reads the tariffs of a service for the calculation of prices. An operator without a connector counts as disabled. */
@Injectable()
export class TariffsQuery {
  private readonly cache = new TtlCache<Tariffs>(CACHE_MS);

  constructor(
    private readonly tariffs: TariffListQuery,
    private readonly operators: OperatorConnectors,
  ) {}

  readTariffs(serviceId: string): Promise<Tariffs> {
    return this.cache.get(serviceId, async () => {
      // Requests of several partners may wait for this read, so it does not count against the pool quota of one of them.
      const tariffs = await outsidePoolQuotas(() => this.tariffs.readStoredTariffs(serviceId));
      return Object.fromEntries(
        tariffs.map(({ operator, enabled, ...tariff }) => [
          operator,
          { enabled: enabled && this.operators.of(operator) !== null, ...tariff },
        ]),
      );
    });
  }
}
