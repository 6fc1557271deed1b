import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { SystemClock } from '../../common/time/clocks.js';
import { Partner } from './partner.entity.js';

@Injectable()
export class CreatePartnerService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SystemClock,
  ) {}

  async run(input: { name: string; demo?: boolean }): Promise<Partner> {
    const { name, demo = false } = input;
    const partner = { id: uuidv7(), name, demo, blockedAt: null, blockedReason: null, createdAt: this.clock.now() };
    await this.dataSource.manager.insert(Partner, partner);
    return partner;
  }
}
