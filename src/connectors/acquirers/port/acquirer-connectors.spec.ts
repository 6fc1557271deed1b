import { describe, expect, it } from '@jest/globals';
import { AcquirerConnectors } from './acquirer-connectors.js';
import type { ChannelId } from '../catalogue/channel-ids.js';
import type { AcquirerConnector } from './acquirer-connector.js';

const connectorWith = (name: string, ...channels: ChannelId[]): AcquirerConnector =>
  ({ name, capabilities: Object.fromEntries(channels.map((channel) => [channel, {}])) }) as unknown as AcquirerConnector;

describe('the acquirer connectors', () => {
  const [cards, blik] = [connectorWith('cards', 'card', 'blik'), connectorWith('blik', 'blik', 'mbank')];
  const connectors = new AcquirerConnectors([cards, blik]);

  it('offers the channels that a connector serves, in the catalogue’s order', () => {
    expect(connectors.available()).toEqual(['blik', 'mbank', 'card']);
    expect(new AcquirerConnectors([]).available()).toEqual([]);
  });

  it('returns the first connector that serves a channel, and finds every connector by name', () => {
    expect(connectors.serving('blik')).toBe(cards);
    expect(connectors.serving('mbank')).toBe(blik);
    expect(connectors.serving('pix')).toBeNull();
    expect([connectors.find('blik'), connectors.find('gone')]).toEqual([blik, null]);
  });

  it('names every account, also one that gets no new attempts but may have open ones', () => {
    expect(new AcquirerConnectors([cards, connectorWith('old', 'blik')]).accounts()).toEqual(['cards', 'old']);
  });

  it('rejects two accounts with the same name', () => {
    expect(() => new AcquirerConnectors([cards, connectorWith('cards')])).toThrow('same name');
  });
});
