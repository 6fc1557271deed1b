import { Injectable } from '@nestjs/common';
import { DeliverEndpointService } from '../delivery/deliver-endpoint.service.js';
import { DueEndpointsQuery } from './due-endpoints.query.js';
import { EndpointWaker } from './endpoint-waker.js';

/** Wakes every endpoint with something due, whatever the queue remembers: a lost wake-up, an expired lease, an emptied queue. */
@Injectable()
export class SweepDeliveriesService {
  constructor(
    private readonly due: DueEndpointsQuery,
    private readonly deliver: DeliverEndpointService,
    private readonly waker: EndpointWaker,
  ) {}

  /** @returns how many endpoints were woken. */
  async run(): Promise<number> {
    const asleep = (await this.due.run()).filter((serviceId) => !this.deliver.isAwake(serviceId));
    for (const serviceId of asleep) this.waker.now(serviceId);
    return asleep.length;
  }
}
