import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Operator } from '../../../connectors/operators/operator.port.js';
import { audited } from '../../../platform/audit/audited.js';
import type { Tariff } from './tariff.js';

export type TariffChanges = Partial<Tariff>;

/** Changes the tariffs of a service at some operators. Existing transactions keep the tariffs of their creation. */
@Injectable()
export class ChangeTariffService {
  constructor(private readonly dataSource: DataSource) {}

  /** @param changes a missing property is not changed. */
  async run(serviceId: string, operators: readonly Operator[], changes: TariffChanges): Promise<void> {
    const [low, middle, high] = changes.sharesBp ?? [null, null, null];
    const rows = {
      table: 'direct_billing_tariff',
      subjectColumn: 'service_id',
      rowKeyColumn: 'operator',
      excludedColumns: ['service_id', 'operator'],
    };
    const change = { action: 'service.tariff', subject: 'service', id: serviceId, rows };
    await this.dataSource.transaction((tx) =>
      audited(tx, change, () =>
        tx.query(
          `UPDATE direct_billing_tariff SET enabled = coalesce($3, enabled), share_low_bp = coalesce($4, share_low_bp),
         share_middle_bp = coalesce($5, share_middle_bp), share_high_bp = coalesce($6, share_high_bp), max_gross_minor = coalesce($7, max_gross_minor)
       WHERE service_id = $1 AND operator = ANY($2)`,
          [serviceId, operators, changes.enabled ?? null, low, middle, high, changes.maxGrossMinor ?? null],
        ),
      ),
    );
  }
}
