import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER } from '../../logging/logger.js';
import { AskPartnerService } from './ask-partner.service.js';
import { PartnerCallStore } from './partner-call-store.js';

const AT_ONCE = 16;

/** Repeats the calls that are due. The payer has been answered by then: the partner only learns of the message. */
@Injectable()
export class CallDuePartnersService {
  constructor(
    private readonly store: PartnerCallStore,
    private readonly askPartner: AskPartnerService,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** @returns how many calls were made. */
  async run(): Promise<number> {
    const due = await this.store.claimDue(AT_ONCE);
    // One that cannot be made (a key is missing, say) is due again after its lease and does not hold up the others.
    const results = await Promise.allSettled(due.map((call) => this.askPartner.call(call)));
    for (const result of results) {
      if (result.status === 'rejected')
        this.log.error({ err: result.reason as unknown }, 'a partner could not be told about a message; it is tried again');
    }
    return due.length;
  }
}
