import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER } from '../../../runtime/logging/logger.js';
import { EndpointSlots, type Slot } from '../../../platform/outbound/turns/endpoint-slots.js';
import type { Claimed, EndpointWork } from '../../../platform/outbound/turns/endpoint-run.js';
import { EndpointRuns } from '../../../platform/outbound/turns/endpoint-runs.js';
import { AskPartnerService } from './ask-partner.service.js';
import { type PartnerCall, PartnerCallStore } from './partner-call-store.js';

/**
 * Repeats the calls that are due. The payer has been answered by then: the partner only learns of the message. Each service has a
 * run of its own with few calls under way, so programs that hang keep only themselves waiting.
 */
@Injectable()
export class CallDuePartnersService implements EndpointWork<PartnerCall>, OnModuleDestroy {
  private readonly runs: EndpointRuns<PartnerCall>;

  constructor(
    private readonly store: PartnerCallStore,
    private readonly askPartner: AskPartnerService,
    slots: EndpointSlots,
    @Inject(LOGGER) log: Logger,
  ) {
    this.runs = new EndpointRuns<PartnerCall>(this, slots, log);
  }

  /** Sees to it that the calls are made, and waits for none. @returns how many services have some. */
  async run(): Promise<number> {
    const services = await this.store.dueServices();
    for (const serviceId of services) this.runs.wake(serviceId);
    return services.length;
  }

  /** Calls that are under way are recorded before the database goes. */
  onModuleDestroy(): Promise<void> {
    return this.runs.stop();
  }

  claim(serviceId: string, most: number): Promise<Claimed<PartnerCall>> {
    return this.store.claimDue(serviceId, most);
  }

  /** One that cannot be made (a key is missing, say) is due again after its lease. @returns false: nothing becomes due by a call. */
  async attempt(call: PartnerCall, slot: Slot): Promise<boolean> {
    slot.begin();
    const response = await this.askPartner.tell(call);
    slot.end(response.httpStatus !== null);
    await this.askPartner.record(call, response);
    return false;
  }
}
