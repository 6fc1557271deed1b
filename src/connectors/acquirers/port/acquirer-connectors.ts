import { CHANNEL_IDS, type ChannelId } from '../catalogue/channel-ids.js';
import type { AcquirerConnector } from './acquirer-connector.js';

/**
 * The acquirer connectors of this process. The first connector in the list that supports a channel serves this channel. Channels without a
 * connector are not offered to payers.
 */
export class AcquirerConnectors {
  constructor(private readonly connectors: readonly AcquirerConnector[]) {
    const names = this.accounts();
    if (new Set(names).size < names.length)
      throw new Error(`Two acquirer connectors have the same name, give each its own: ${names.join(', ')}`);
  }

  /** The channels that have a connector, in the order in which payers see the channels. */
  available(): readonly ChannelId[] {
    return CHANNEL_IDS.filter((channel) => this.serving(channel) !== null);
  }

  /** The connector for new attempts at the channel. null when no connector serves the channel. */
  serving(channel: ChannelId): AcquirerConnector | null {
    return this.connectors.find(({ capabilities }) => capabilities[channel] !== undefined) ?? null;
  }

  /** The connector of an existing attempt, by its stored name. null when the account is not configured any more. */
  find(name: string): AcquirerConnector | null {
    return this.connectors.find((connector) => connector.name === name) ?? null;
  }

  /** Names of all accounts, also of accounts that get no new attempts but may have open attempts. */
  accounts(): readonly string[] {
    return this.connectors.map(({ name }) => name);
  }
}
