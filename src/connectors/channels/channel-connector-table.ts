import { CHANNEL_IDS, type ChannelId } from './catalogue/channel-ids.js';
import type { ChannelConnector } from './port/channel-connector.js';
import { ChannelConnectors } from './port/channel-connectors.js';

/** The connectors of this process. Each channel is served by the first one in the list that can. */
export class ChannelConnectorTable extends ChannelConnectors {
  constructor(private readonly connectors: readonly ChannelConnector[]) {
    super();
    const names = connectors.map(({ name }) => name);
    if (new Set(names).size < names.length) throw new Error(`Two channel connectors have the same name: ${names.join(', ')}`);
  }

  available(): readonly ChannelId[] {
    return CHANNEL_IDS.filter((channel) => this.serving(channel) !== null);
  }

  serving(channel: ChannelId): ChannelConnector | null {
    return this.connectors.find(({ capabilities }) => capabilities[channel] !== undefined) ?? null;
  }

  named(name: string): ChannelConnector | null {
    return this.connectors.find((connector) => connector.name === name) ?? null;
  }

  accounts(): readonly string[] {
    return this.connectors.map(({ name }) => name);
  }
}
