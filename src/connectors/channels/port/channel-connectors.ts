import type { ChannelId } from '../catalogue/channel-ids.js';
import type { ChannelConnector } from './channel-connector.js';

/** The connectors of this process. Channels without one are not offered to payers. */
export abstract class ChannelConnectors {
  abstract available(): readonly ChannelId[];
  /** The connector for new attempts at the channel; null when there is none. */
  abstract serving(channel: ChannelId): ChannelConnector | null;
  /** The connector of an older attempt, by its stored name; null when the account is not configured any more. */
  abstract named(name: string): ChannelConnector | null;

  /** Names of all accounts, also of those that get no new attempts but may have open ones. */
  abstract accounts(): readonly string[];
}
