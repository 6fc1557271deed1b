import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { OPERATORS, type Operator } from '../../../connectors/operators/operator.port.js';
import { runNamed } from '../../../runtime/database/named-query.js';
import type { Tariff } from './tariff.js';

export interface OperatorTariff extends Tariff {
  operator: Operator;
}

const READ_TARIFFS = {
  name: 'direct_billing_tariffs',
  text: `SELECT operator, enabled, ARRAY[share_low_bp, share_middle_bp, share_high_bp] AS "sharesBp", max_gross_minor AS "maxGrossMinor"
         FROM direct_billing_tariff WHERE service_id = $1`,
};

/** Reads the stored tariffs of a service, also of operators without a connector. */
@Injectable()
export class TariffListQuery {
  constructor(private readonly dataSource: DataSource) {}

  async readStoredTariffs(serviceId: string): Promise<OperatorTariff[]> {
    const rows = await runNamed<Omit<OperatorTariff, 'maxGrossMinor'> & { maxGrossMinor: string }>(this.dataSource, READ_TARIFFS, [
      serviceId,
    ]);
    return rows
      .map((row) => ({ ...row, maxGrossMinor: Number(row.maxGrossMinor) }))
      .sort((a, b) => OPERATORS.indexOf(a.operator) - OPERATORS.indexOf(b.operator));
  }
}
