import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { SystemClock } from '../../common/time/clocks.js';
import { Partner, PARTNER_ROW } from './partner.entity.js';
import { audited } from '../audit/audited.js';

@Injectable()
export class CreatePartnerService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SystemClock,
  ) {}

  async run(input: { name: string; demo?: boolean }): Promise<Partner> {
    const { name, demo = false } = input;
    const partner = { id: uuidv7(), name, demo, blockedAt: null, blockedReason: null, createdAt: this.clock.now() };
    await this.dataSource.transaction((tx) =>
      audited(tx, { action: 'partner.create', subject: 'partner', id: partner.id, rows: PARTNER_ROW }, () => tx.insert(Partner, partner)),
    );
    return partner;
  }
}
