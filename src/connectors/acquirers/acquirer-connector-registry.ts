import { CHANNEL_IDS, type ChannelId } from './catalogue/channel-ids.js';
import type { AcquirerConnector } from './port/acquirer-connector.js';
import { AcquirerConnectors } from './port/acquirer-connectors.js';

/** The acquirer connectors of this process. The first connector in the list that supports a channel serves this channel. */
export class AcquirerConnectorRegistry extends AcquirerConnectors {
  constructor(private readonly connectors: readonly AcquirerConnector[]) {
    super();
    const names = connectors.map(({ name }) => name);
    if (new Set(names).size < names.length)
      throw new Error(`Two acquirer connectors have the same name, give each its own: ${names.join(', ')}`);
  }

  available(): readonly ChannelId[] {
    return CHANNEL_IDS.filter((channel) => this.serving(channel) !== null);
  }

  serving(channel: ChannelId): AcquirerConnector | null {
    return this.connectors.find(({ capabilities }) => capabilities[channel] !== undefined) ?? null;
  }

  find(name: string): AcquirerConnector | null {
    return this.connectors.find((connector) => connector.name === name) ?? null;
  }

  accounts(): readonly string[] {
    return this.connectors.map(({ name }) => name);
  }
}
