import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { DatabaseClock } from '../../../runtime/clock/database-clock.js';
import { LOGGER } from '../../../runtime/logging/logger.js';
import { EndpointSlots, type Slot } from '../../../platform/outbound/dispatch/endpoint-slots.js';
import type { ClaimResult, EndpointWork } from '../../../platform/outbound/dispatch/endpoint-dispatcher.js';
import { EndpointDispatchers } from '../../../platform/outbound/dispatch/endpoint-dispatchers.js';
import { CallPartnerService } from './call-partner.service.js';
import { type PartnerCall, PartnerCallStore } from './partner-call-store.js';

/**
 * Repeats partner calls that are due. The payer already has the default reply, so a repeated call only informs the partner about the message. Each
 * service has a dispatcher of its own with few concurrent calls, so that a program that hangs does not delay the calls of other services.
 */
@Injectable()
export class RetryPartnerCallsService implements EndpointWork<PartnerCall>, OnModuleDestroy {
  private readonly dispatchers: EndpointDispatchers<PartnerCall>;

  constructor(
    private readonly store: PartnerCallStore,
    private readonly callPartner: CallPartnerService,
    private readonly clock: DatabaseClock,
    slots: EndpointSlots,
    @Inject(LOGGER) log: Logger,
  ) {
    this.dispatchers = new EndpointDispatchers<PartnerCall>(this, slots, log);
  }

  /** Starts the due calls without waiting for them. @returns the number of services with due calls. */
  async run(): Promise<number> {
    const services = await this.store.dueServices();
    for (const serviceId of services) this.dispatchers.wake(serviceId);
    return services.length;
  }

  /** Waits for running calls, so that they are recorded before the database connection closes. */
  onModuleDestroy(): Promise<void> {
    return this.dispatchers.stop();
  }

  async claim(serviceId: string, maxCount: number): Promise<ClaimResult<PartnerCall>> {
    if (!this.clock.isInSync()) return { items: [], drained: true }; // the calls stay due for another worker, or for this one later
    return this.store.claimDue(serviceId, maxCount);
  }

  /**
   * Makes one call. If this throws, for example because the service has no key, the call is due again after its lease.
   * @returns false, because no other call becomes due.
   */
  async attempt(call: PartnerCall, slot: Slot): Promise<boolean> {
    slot.begin();
    const response = await this.callPartner.call(call);
    slot.end(response.httpStatus !== null);
    await this.callPartner.record(call, response);
    return false;
  }
}
