import { describe, expect, it } from '@jest/globals';
import { ChannelConnectorTable } from './channel-connector-table.js';
import type { ChannelId } from './catalogue/channel-ids.js';
import type { ChannelConnector } from './port/channel-connector.js';

const account = (name: string, ...channels: ChannelId[]): ChannelConnector =>
  ({ name, capabilities: Object.fromEntries(channels.map((channel) => [channel, {}])) }) as unknown as ChannelConnector;

describe('the table of channel connectors', () => {
  const [cards, blik] = [account('cards', 'card', 'blik'), account('blik', 'blik', 'mbank')];
  const table = new ChannelConnectorTable([cards, blik]);

  it('offers what somebody serves, in the catalogue’s order', () => {
    expect(table.available()).toEqual(['blik', 'mbank', 'card']);
    expect(new ChannelConnectorTable([]).available()).toEqual([]);
  });

  it('gives a channel to the first that serves it, and finds any by name', () => {
    expect(table.serving('blik')).toBe(cards);
    expect(table.serving('mbank')).toBe(blik);
    expect(table.serving('pix')).toBeNull();
    expect([table.named('blik'), table.named('gone')]).toEqual([blik, null]);
  });

  it('names every account, also one whose channels are all served by others: what was begun there is still under way', () => {
    expect(new ChannelConnectorTable([cards, account('old', 'blik')]).accounts()).toEqual(['cards', 'old']);
  });

  it('refuses two accounts of one name', () => {
    expect(() => new ChannelConnectorTable([cards, account('cards')])).toThrow('same name');
  });
});
