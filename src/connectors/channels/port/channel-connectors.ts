import type { ChannelId } from '../catalogue/channel-ids.js';
import type { ChannelConnector } from './channel-connector.js';

/** The connectors of this process. A channel that none serves is not offered to payers. */
export abstract class ChannelConnectors {
  abstract available(): readonly ChannelId[];
  /** Who gets new attempts at the channel; null when nobody serves it. */
  abstract serving(channel: ChannelId): ChannelConnector | null;
  /** Who got an attempt, by the name that was kept with it; null when the account is not configured any more. */
  abstract named(name: string): ChannelConnector | null;

  /** Names of all accounts, also of those that get no new attempts: what was begun there is theirs to answer. */
  abstract accounts(): readonly string[];
}
