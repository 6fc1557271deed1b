import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { OPERATORS, type Operator } from '../../../connectors/operators/operator.port.js';
import type { Tariff } from './tariff.js';

interface Row {
  operator: Operator;
  enabled: boolean;
  low: number;
  middle: number;
  high: number;
  max: string;
}

export interface OperatorTariff extends Tariff {
  operator: Operator;
}

/** A service's tariffs as they are set, whether or not the operator can be reached at present. */
@Injectable()
export class TariffListQuery {
  constructor(private readonly dataSource: DataSource) {}

  async of(serviceId: string): Promise<OperatorTariff[]> {
    const rows = await this.dataSource.query<Row[]>(
      `SELECT operator, enabled, share_low_bp AS low, share_middle_bp AS middle, share_high_bp AS high, max_gross_minor AS max
       FROM direct_billing_tariff WHERE service_id = $1`,
      [serviceId],
    );
    return rows
      .map(({ operator, enabled, low, middle, high, max }) => ({
        operator,
        enabled,
        sharesBp: [low, middle, high] as const,
        maxGrossMinor: Number(max),
      }))
      .sort((a, b) => OPERATORS.indexOf(a.operator) - OPERATORS.indexOf(b.operator));
  }
}
