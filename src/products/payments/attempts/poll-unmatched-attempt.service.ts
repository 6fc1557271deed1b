import { Injectable } from '@nestjs/common';
import { CHANNEL_IDS, type ChannelId } from '../../../connectors/acquirers/catalogue/channel-ids.js';
import type { AttemptResult, NotFound } from '../../../connectors/acquirers/port/attempt.js';
import type { AcquirerConnector } from '../../../connectors/acquirers/port/acquirer-connector.js';
import { AcquirerConnectors } from '../../../connectors/acquirers/port/acquirer-connectors.js';
import type { Money } from '../../../connectors/acquirers/port/money.js';
import { uuidToReference, referenceToUuid } from '../../../common/reference.js';

/**
 * `no_connector`: the account or channel has no connector. `no_reference`: the reference is not the gateway's, so the acquirer cannot be
 * polled.
 */
export type UnmatchedAttemptStatus = (AttemptResult | NotFound)['outcome'] | 'no_connector' | 'no_reference';

/** Polls an acquirer about an attempt that the database does not have, such as one lost in a restore. The poll changes nothing. */
@Injectable()
export class PollUnmatchedAttemptService {
  constructor(private readonly connectors: AcquirerConnectors) {}

  /** @param provider an account at an acquirer (as in callbacks) or a channel (as in settlement files). */
  async run(provider: string, reference: string, money: Money): Promise<UnmatchedAttemptStatus> {
    const target = this.findConnector(provider);
    if (!target) return 'no_connector';
    const uuid = referenceToUuid(reference);
    if (uuid === null) return 'no_reference';
    const { connector, channel } = target;
    const { outcome } = await connector.poll({ reference: uuidToReference(uuid), channel, money, providerRef: null, data: null });
    return outcome;
  }

  private findConnector(provider: string): { connector: AcquirerConnector; channel: ChannelId } | null {
    const channel = CHANNEL_IDS.find((id) => id === provider);
    const connector = channel ? this.connectors.serving(channel) : this.connectors.find(provider);
    // An account has several channels. The attempt is polled by its reference, so the first channel will do.
    const polledChannel = channel ?? CHANNEL_IDS.find((id) => connector?.capabilities[id]);
    return connector && polledChannel ? { connector, channel: polledChannel } : null;
  }
}
