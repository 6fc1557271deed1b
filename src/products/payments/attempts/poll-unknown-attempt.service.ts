import { Injectable } from '@nestjs/common';
import { CHANNEL_IDS, type ChannelId } from '../../../connectors/channels/catalogue/channel-ids.js';
import type { AttemptResult, NotFound } from '../../../connectors/channels/port/attempt.js';
import type { ChannelConnector } from '../../../connectors/channels/port/channel-connector.js';
import { ChannelConnectors } from '../../../connectors/channels/port/channel-connectors.js';
import type { Money } from '../../../connectors/channels/port/money.js';
import { referenceOf, uuidOf } from '../../../common/reference.js';

/** `no_connector`: there is none for the account or channel; `no_reference`: the reference is not one of ours, so the channel cannot be polled. */
export type UnknownAttemptAnswer = (AttemptResult | NotFound)['outcome'] | 'no_connector' | 'no_reference';

/** Polls a channel about an attempt that the database does not have, such as one lost in a restore. It changes nothing. */
@Injectable()
export class PollUnknownAttemptService {
  constructor(private readonly connectors: ChannelConnectors) {}

  /** @param party an account at an acquirer (as in reports), or a channel (as in settlement files). */
  async run(party: string, reference: string, money: Money): Promise<UnknownAttemptAnswer> {
    const polled = this.polledAt(party);
    if (!polled) return 'no_connector';
    const own = uuidOf(reference);
    if (own === null) return 'no_reference';
    const { connector, channel } = polled;
    const { outcome } = await connector.poll({ reference: referenceOf(own), channel, money, providerRef: null, data: null });
    return outcome;
  }

  private polledAt(party: string): { connector: ChannelConnector; channel: ChannelId } | null {
    const channel = CHANNEL_IDS.find((id) => id === party);
    const connector = channel ? this.connectors.serving(channel) : this.connectors.named(party);
    const any = channel ?? CHANNEL_IDS.find((id) => connector?.capabilities[id]);
    return connector && any ? { connector, channel: any } : null;
  }
}
