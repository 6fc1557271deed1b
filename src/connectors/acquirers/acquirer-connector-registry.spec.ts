import { describe, expect, it } from '@jest/globals';
import { AcquirerConnectorRegistry } from './acquirer-connector-registry.js';
import type { ChannelId } from './catalogue/channel-ids.js';
import type { AcquirerConnector } from './port/acquirer-connector.js';

const account = (name: string, ...channels: ChannelId[]): AcquirerConnector =>
  ({ name, capabilities: Object.fromEntries(channels.map((channel) => [channel, {}])) }) as unknown as AcquirerConnector;

describe('the table of channel connectors', () => {
  const [cards, blik] = [account('cards', 'card', 'blik'), account('blik', 'blik', 'mbank')];
  const table = new AcquirerConnectorRegistry([cards, blik]);

  it('offers what somebody serves, in the catalogue’s order', () => {
    expect(table.available()).toEqual(['blik', 'mbank', 'card']);
    expect(new AcquirerConnectorRegistry([]).available()).toEqual([]);
  });

  it('gives a channel to the first that serves it, and finds any by name', () => {
    expect(table.serving('blik')).toBe(cards);
    expect(table.serving('mbank')).toBe(blik);
    expect(table.serving('pix')).toBeNull();
    expect([table.named('blik'), table.named('gone')]).toEqual([blik, null]);
  });

  it('names every account, also one whose channels are all served by others: what was begun there is still under way', () => {
    expect(new AcquirerConnectorRegistry([cards, account('old', 'blik')]).accounts()).toEqual(['cards', 'old']);
  });

  it('refuses two accounts of one name', () => {
    expect(() => new AcquirerConnectorRegistry([cards, account('cards')])).toThrow('same name');
  });
});
