import { Injectable } from '@nestjs/common';
import { CHANNEL_IDS, type ChannelId } from '../../../connectors/channels/catalogue/channel-ids.js';
import type { AttemptResult, NotFound } from '../../../connectors/channels/port/attempt.js';
import type { ChannelConnector } from '../../../connectors/channels/port/channel-connector.js';
import { ChannelConnectors } from '../../../connectors/channels/port/channel-connectors.js';
import type { Money } from '../../../connectors/channels/port/money.js';
import { referenceOf, uuidOf } from '../../../common/reference.js';

/** `no_connector`: there is none for the account or channel; `no_reference`: the gateway's name is not known, and nobody can be asked by another. */
export type UnknownAttemptAnswer = (AttemptResult | NotFound)['outcome'] | 'no_connector' | 'no_reference';

/** Asks a channel what became of an attempt that the books do not have, such as one of the moments before a restore. It changes nothing. */
@Injectable()
export class AskUnknownAttemptService {
  constructor(private readonly connectors: ChannelConnectors) {}

  /** @param party an account at an acquirer, as reports have it, or a channel, as settlement files have it. */
  async run(party: string, reference: string, money: Money): Promise<UnknownAttemptAnswer> {
    const asked = this.askedOf(party);
    if (!asked) return 'no_connector';
    const own = uuidOf(reference);
    if (own === null) return 'no_reference';
    const { connector, channel } = asked;
    const { outcome } = await connector.ask({ reference: referenceOf(own), channel, money, providerRef: null, data: null });
    return outcome;
  }

  private askedOf(party: string): { connector: ChannelConnector; channel: ChannelId } | null {
    const channel = CHANNEL_IDS.find((id) => id === party);
    const connector = channel ? this.connectors.serving(channel) : this.connectors.named(party);
    const any = channel ?? CHANNEL_IDS.find((id) => connector?.capabilities[id]);
    return connector && any ? { connector, channel: any } : null;
  }
}
