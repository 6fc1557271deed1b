import type { ChannelId } from '../catalogue/channel-ids.js';
import type { AcquirerConnector } from './acquirer-connector.js';

/** The acquirer connectors of this process. Channels without a connector are not offered to payers. */
export abstract class AcquirerConnectors {
  /** The channels that have a connector, in the order in which payers see the channels. */
  abstract available(): readonly ChannelId[];
  /** The connector for new attempts at the channel. null when no connector serves the channel. */
  abstract serving(channel: ChannelId): AcquirerConnector | null;
  /** The connector of an existing attempt, by its stored name. null when the account is not configured any more. */
  abstract find(name: string): AcquirerConnector | null;

  /** Names of all accounts, also of accounts that get no new attempts but may have open attempts. */
  abstract accounts(): readonly string[];
}
