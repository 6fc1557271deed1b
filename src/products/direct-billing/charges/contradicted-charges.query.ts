import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, Not } from 'typeorm';
import { DirectBillingCharge } from './direct-billing-charge.entity.js';

/** Charges that their operator has booked, and then says that it has not. */
@Injectable()
export class ContradictedChargesQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** Those that wait longest first. */
  run(limit: number): Promise<DirectBillingCharge[]> {
    return this.dataSource.manager.find(DirectBillingCharge, {
      where: { contradiction: Not(IsNull()) },
      order: { contradictedAt: 'ASC' },
      take: limit,
    });
  }
}
