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
 * Repeats calls to partners' programs that are due. The payer has been answered by then; the partner only learns of the message. Each service has
 * a worker of its own with few calls at once, so a program that hangs delays no other.
 */
@Injectable()
export class RetryPartnerCallsService implements EndpointWork<PartnerCall>, OnModuleDestroy {
  private readonly runs: EndpointDispatchers<PartnerCall>;

  constructor(
    private readonly store: PartnerCallStore,
    private readonly callPartner: CallPartnerService,
    private readonly clock: DatabaseClock,
    slots: EndpointSlots,
    @Inject(LOGGER) log: Logger,
  ) {
    this.runs = new EndpointDispatchers<PartnerCall>(this, slots, log);
  }

  /** Starts the calls without waiting for them. @returns how many services have some. */
  async run(): Promise<number> {
    const services = await this.store.dueServices();
    for (const serviceId of services) this.runs.wake(serviceId);
    return services.length;
  }

  /** Waits for calls under way, so that they are recorded before the database connection closes. */
  onModuleDestroy(): Promise<void> {
    return this.runs.stop();
  }

  async claim(serviceId: string, most: number): Promise<ClaimResult<PartnerCall>> {
    if (!this.clock.isRight()) return { items: [], drained: true }; // another worker finds them, or this one later
    return this.store.claimDue(serviceId, most);
  }

  /** A call that cannot be made, for example without a key, is due again after its lease. @returns false: a call makes no other one due. */
  async attempt(call: PartnerCall, slot: Slot): Promise<boolean> {
    slot.begin();
    const response = await this.callPartner.tell(call);
    slot.end(response.httpStatus !== null);
    await this.callPartner.record(call, response);
    return false;
  }
}
