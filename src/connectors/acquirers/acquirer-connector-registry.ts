import { CHANNEL_IDS, type ChannelId } from './catalogue/channel-ids.js';
import type { AcquirerConnector } from './port/acquirer-connector.js';
import { AcquirerConnectors } from './port/acquirer-connectors.js';

/** The connectors of this process. Each channel is served by the first one in the list that can. */
export class AcquirerConnectorRegistry extends AcquirerConnectors {
  constructor(private readonly connectors: readonly AcquirerConnector[]) {
    super();
    const names = connectors.map(({ name }) => name);
    if (new Set(names).size < names.length) throw new Error(`Two channel connectors have the same name: ${names.join(', ')}`);
  }

  available(): readonly ChannelId[] {
    return CHANNEL_IDS.filter((channel) => this.serving(channel) !== null);
  }

  serving(channel: ChannelId): AcquirerConnector | null {
    return this.connectors.find(({ capabilities }) => capabilities[channel] !== undefined) ?? null;
  }

  named(name: string): AcquirerConnector | null {
    return this.connectors.find((connector) => connector.name === name) ?? null;
  }

  accounts(): readonly string[] {
    return this.connectors.map(({ name }) => name);
  }
}
