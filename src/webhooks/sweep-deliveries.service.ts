import { Injectable } from '@nestjs/common';
import { EndpointWaker } from './endpoint-waker.js';
import { NextDueQuery } from './next-due.query.js';

/** Wakes every endpoint with something due, whatever the queue remembers: a lost wake-up, an expired lease, an emptied queue. */
@Injectable()
export class SweepDeliveriesService {
  constructor(
    private readonly nextDue: NextDueQuery,
    private readonly waker: EndpointWaker,
  ) {}

  /** @returns how many endpoints were woken. */
  async run(): Promise<number> {
    const endpoints = await this.nextDue.endpoints();
    for (const serviceId of endpoints) this.waker.now(serviceId);
    return endpoints.length;
  }
}
