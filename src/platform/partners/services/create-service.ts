import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SystemClock } from '../../../common/time/clocks.js';
import { Service } from './service.entity.js';
import { ServiceKeys } from '../keys/service-keys.js';
import type { AmountRendering, Area, ServiceIdName, ServiceStatus } from './service-status.js';
import { audited } from '../../audit/audited.js';

export interface CreateServiceInput {
  partnerId: string;
  area: Area;
  name: string;
  status?: ServiceStatus;
  notifyUrl?: string | null;
  amountRendering?: AmountRendering;
  serviceIdName?: ServiceIdName;
  notifyUserAgent?: string | null;
}

/** Creates the part of a service that all products share, with its signing keys. */
@Injectable()
export class CreateService {
  constructor(
    private readonly keys: ServiceKeys,
    private readonly clock: SystemClock,
  ) {}

  async run(tx: EntityManager, input: CreateServiceInput): Promise<Service> {
    const now = this.clock.now();
    const service: Service = {
      id: randomBytes(4).toString('hex'),
      partnerId: input.partnerId,
      area: input.area,
      name: input.name,
      status: input.status ?? 'service_active',
      notifyUrl: input.notifyUrl ?? null,
      amountRendering: input.amountRendering ?? 'two-decimals',
      serviceIdName: input.serviceIdName ?? 'serviceId',
      notifyUserAgent: input.notifyUserAgent ?? null,
      retryScheduleSeconds: null,
      createdAt: now,
      updatedAt: now,
    };
    const rows = { table: 'service', subjectColumn: 'id' };
    await audited(tx, { action: 'service.create', subject: 'service', id: service.id, rows }, () => tx.insert(Service, service));
    await this.keys.create(tx, service.id);
    return service;
  }
}
