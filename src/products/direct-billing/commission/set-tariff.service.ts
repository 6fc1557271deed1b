import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Operator } from '../../../connectors/operators/operator.port.js';
import type { Tariff } from './tariff.js';

/** Sets what one operator costs a service from now on; transactions under way keep their own rates. */
@Injectable()
export class SetTariffService {
  async run(tx: EntityManager, serviceId: string, operator: Operator, tariff: Tariff): Promise<void> {
    await tx.query(
      `INSERT INTO direct_billing_tariff (service_id, operator, enabled, share_low_bp, share_middle_bp, share_high_bp, max_gross_minor)
       VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (service_id, operator) DO UPDATE SET enabled = excluded.enabled, share_low_bp = excluded.share_low_bp,
         share_middle_bp = excluded.share_middle_bp, share_high_bp = excluded.share_high_bp, max_gross_minor = excluded.max_gross_minor`,
      [serviceId, operator, tariff.enabled, ...tariff.sharesBp, tariff.maxGrossMinor],
    );
  }
}
