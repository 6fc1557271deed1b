import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Locale } from '../../../common/locale.js';
import { SystemClock } from '../../../common/time/clocks.js';
import type { Logo } from './logo.js';
import { ServiceBrandRow } from './service-brand.entity.js';

/** What is not named stays as it is; null takes it away. */
export interface BrandChanges {
  name?: string | null;
  logo?: Logo | null;
  accent?: string | null;
  language?: Locale | null;
  contact?: string | null;
}

/** Changes how a service looks to payers. */
@Injectable()
export class SetServiceBrand {
  constructor(private readonly clock: SystemClock) {}

  async run(tx: EntityManager, serviceId: string, { logo, ...changes }: BrandChanges): Promise<void> {
    const picture = logo === undefined ? {} : { logo: logo?.content ?? null, logoType: logo?.type ?? null, logoHash: logo?.hash ?? null };
    await tx.upsert(ServiceBrandRow, { serviceId, ...changes, ...picture, updatedAt: this.clock.now() }, ['serviceId']);
  }

  async clear(tx: EntityManager, serviceId: string): Promise<void> {
    await tx.delete(ServiceBrandRow, { serviceId });
  }
}
