import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Locale } from '../../../common/locale.js';
import { SystemClock } from '../../../common/time/clocks.js';
import type { Logo } from './logo.js';
import { ServiceBrandRow } from './service-brand.entity.js';
import { audited, type AuditedChange } from '../../audit/audited.js';

/** An absent member keeps its value. Null removes a value. */
export interface BrandChanges {
  name?: string | null;
  logo?: Logo | null;
  accent?: string | null;
  language?: Locale | null;
  contact?: string | null;
  withdrawalUrl?: string | null;
}

/** Changes the brand of a service on payers' pages. */
@Injectable()
export class SetServiceBrand {
  constructor(private readonly clock: SystemClock) {}

  async run(tx: EntityManager, serviceId: string, { logo, ...changes }: BrandChanges): Promise<void> {
    const logoColumns =
      logo === undefined ? {} : { logo: logo?.content ?? null, logoType: logo?.type ?? null, logoHash: logo?.hash ?? null };
    const row = { serviceId, ...changes, ...logoColumns, updatedAt: this.clock.now() };
    await audited(tx, brandChange(serviceId), () => tx.upsert(ServiceBrandRow, row, ['serviceId']));
  }

  async clear(tx: EntityManager, serviceId: string): Promise<void> {
    await audited(tx, brandChange(serviceId), () => tx.delete(ServiceBrandRow, { serviceId }));
  }
}

const brandChange = (serviceId: string): AuditedChange => ({
  action: 'service.brand',
  subject: 'service',
  id: serviceId,
  rows: { table: 'service_brand', subjectColumn: 'service_id', excludedColumns: ['service_id', 'logo'] },
});
