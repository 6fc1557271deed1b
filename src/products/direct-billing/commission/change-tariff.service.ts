import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Operator } from '../../../connectors/operators/operator.port.js';
import type { Tariff } from './tariff.js';

export type TariffChanges = Partial<Tariff>;

/** Changes parts of what operators cost a service from now on; transactions under way keep their own rates. */
@Injectable()
export class ChangeTariffService {
  constructor(private readonly dataSource: DataSource) {}

  /** @param changes what is not named stays as it is. */
  async run(serviceId: string, operators: readonly Operator[], changes: TariffChanges): Promise<void> {
    const [low, middle, high] = changes.sharesBp ?? [null, null, null];
    await this.dataSource.query(
      `UPDATE direct_billing_tariff SET enabled = coalesce($3, enabled), share_low_bp = coalesce($4, share_low_bp),
         share_middle_bp = coalesce($5, share_middle_bp), share_high_bp = coalesce($6, share_high_bp), max_gross_minor = coalesce($7, max_gross_minor)
       WHERE service_id = $1 AND operator = ANY($2)`,
      [serviceId, operators, changes.enabled ?? null, low, middle, high, changes.maxGrossMinor ?? null],
    );
  }
}
