import { Injectable } from '@nestjs/common';
import { CHANNEL_IDS, type ChannelId } from '../../../connectors/acquirers/catalogue/channel-ids.js';
import type { AttemptResult, NotFound } from '../../../connectors/acquirers/port/attempt.js';
import type { AcquirerConnector } from '../../../connectors/acquirers/port/acquirer-connector.js';
import { AcquirerConnectors } from '../../../connectors/acquirers/port/acquirer-connectors.js';
import type { Money } from '../../../connectors/acquirers/port/money.js';
import { uuidToReference, referenceToUuid } from '../../../common/reference.js';

/** `no_connector`: there is none for the account or channel; `no_reference`: the reference is not one of ours, so the channel cannot be polled. */
export type UnmatchedAttemptStatus = (AttemptResult | NotFound)['outcome'] | 'no_connector' | 'no_reference';

/** Polls a channel about an attempt that the database does not have, such as one lost in a restore. It changes nothing. */
@Injectable()
export class PollUnmatchedAttemptService {
  constructor(private readonly connectors: AcquirerConnectors) {}

  /** @param party an account at an acquirer (as in reports), or a channel (as in settlement files). */
  async run(party: string, reference: string, money: Money): Promise<UnmatchedAttemptStatus> {
    const polled = this.polledAt(party);
    if (!polled) return 'no_connector';
    const own = referenceToUuid(reference);
    if (own === null) return 'no_reference';
    const { connector, channel } = polled;
    const { outcome } = await connector.poll({ reference: uuidToReference(own), channel, money, providerRef: null, data: null });
    return outcome;
  }

  private polledAt(party: string): { connector: AcquirerConnector; channel: ChannelId } | null {
    const channel = CHANNEL_IDS.find((id) => id === party);
    const connector = channel ? this.connectors.serving(channel) : this.connectors.named(party);
    const any = channel ?? CHANNEL_IDS.find((id) => connector?.capabilities[id]);
    return connector && any ? { connector, channel: any } : null;
  }
}
