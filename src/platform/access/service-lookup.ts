import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { TtlCache } from '../../common/ttl-cache.js';
import { batchedLookup } from '../../runtime/database/batched-lookup.js';
import type { Caller, ServiceRef } from './caller.js';

/** In every process, a change of a service takes effect within this time. */
const CACHE_MS = 900;
const SERVICE_ID = /^[0-9a-f]{8}$/;

const FIND = { name: 'service_ref', text: 'SELECT id, partner_id AS "partnerId", area, name, status FROM service WHERE id = ANY ($1)' };

/** Finds the service of a path. The result for another partner's service is the same as for a missing service. */
@Injectable()
export class ServiceLookup {
  private readonly cache = new TtlCache<ServiceRef | null>(CACHE_MS);

  private readonly lookUp: (serviceId: string) => Promise<ServiceRef | null>;

  constructor(dataSource: DataSource) {
    this.lookUp = batchedLookup<ServiceRef & object>(dataSource, FIND, ({ id }) => id);
  }

  /** @returns the service, in any area. Null when it is missing or the caller may not use it. */
  async find(serviceId: string, caller: Caller): Promise<ServiceRef | null> {
    if (!SERVICE_ID.test(serviceId)) return null;
    const service = await this.cache.get(serviceId, () => this.lookUp(serviceId));
    if (!service || service.partnerId !== caller.partnerId) return null;
    return caller.serviceIds.length === 0 || caller.serviceIds.includes(serviceId) ? service : null;
  }
}
