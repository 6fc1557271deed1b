import { describe, expect, it } from '@jest/globals';
import { CHANNELS } from '../../../../connectors/channels/catalogue/channel-catalogue.js';
import type { ChannelId } from '../../../../connectors/channels/catalogue/channel-ids.js';
import type { ChannelConnector } from '../../../../connectors/channels/port/channel-connector.js';
import type { Sale } from '../../channels/why-unusable.js';
import { offerOf } from './offer.js';
import type { ServiceChannel } from '../../channels/service-channel.js';

const SOMEBODY = { name: 'acquirer' } as ChannelConnector;
const service = (change: Partial<Record<ChannelId, Partial<ServiceChannel>>> = {}): ServiceChannel[] =>
  CHANNELS.map((channel) => ({
    channel,
    enabled: true,
    commissionBp: 0,
    commissionFixedMinor: 0,
    currencies: channel.currencies,
    minMinor: channel.minMinor,
    maxMinor: channel.maxMinor,
    requiredPayer: [],
    connector: SOMEBODY,
    ...change[channel.id],
  }));
const PLN: Sale = { amountMinor: 1230, currency: 'PLN', country: null };
const of = (channels: ServiceChannel[], choice = {}, sale = PLN) => offerOf(channels, sale, choice);

describe('the channels that are left for a payment', () => {
  it('are those that can take it, without what only the partner’s program begins', () => {
    const offer = of(service());
    expect(offer).toHaveProperty('channels', expect.arrayContaining(['blik', 'mbank', 'card', 'paypal', 'paysafecard']));
    expect(offer).toHaveProperty('channels', expect.not.arrayContaining(['blik-level0', 'blik-recurrent', 'pix', 'boleto']));
  });

  it('are narrowed by ids, by families, and by both', () => {
    expect(of(service(), { channels: ['blik', 'card'] })).toEqual({ channels: ['blik', 'card'] });
    expect(of(service(), { channelTypes: { cards: true } })).toEqual({ channels: ['card'] });
    expect(of(service(), { channelTypes: { cards: true, blik: true }, channels: ['blik', 'mbank'] })).toEqual({ channels: ['blik'] });
    const without = of(service(), { channelTypes: { transfer: false, ewallets: false, paypal: false, paysafe: false, latam: false } });
    expect(without).toEqual({ channels: ['blik', 'card'] });
  });

  it('keep the order in which the partner names them', () => {
    expect(of(service(), { channels: ['card', 'mbank', 'blik'] })).toEqual({ channels: ['card', 'mbank', 'blik'] });
    expect(of(service(), { channelTypes: { cards: true, blik: true } })).toEqual({ channels: ['blik', 'card'] });
  });

  it.each([
    [{ enabled: false }, 'The channel blik is not enabled for this service.'],
    [{ connector: null }, 'The channel blik is not connected at the moment.'],
    [{ currencies: ['EUR'] }, 'The channel blik takes EUR, not PLN.'],
    [{ minMinor: 2000 }, 'The channel blik takes amounts from 20.00 to 50000.00 PLN.'],
    [{ maxMinor: 1229 }, 'The channel blik takes amounts from 1.00 to 12.29 PLN.'],
  ])('are none when %j, and the reason is said', (change, sentence) => {
    expect(of(service({ blik: change }), { channels: ['blik'] })).toEqual({ errors: { channels: [sentence] } });
    expect(of(service({ blik: change }), { directChannel: 'blik' })).toEqual({ errors: { directChannel: [sentence] } });
  });

  it('are for payers of their countries', () => {
    const brl = { amountMinor: 1230, currency: 'BRL', country: 'PL' };
    expect(of(service(), { channels: ['pix'] }, brl)).toEqual({ errors: { channels: ['The channel pix serves payers in BR only.'] } });
    expect(of(service(), {}, { ...brl, country: 'BR' })).toEqual({ channels: ['pix', 'boleto'] });
  });

  it('take nothing for a consent only', () => {
    const nothing = { ...PLN, amountMinor: 0 };
    expect(of(service(), { directChannel: 'blik-recurrent' }, nothing)).toEqual({ channels: ['blik-recurrent'] });
    expect(of(service(), { directChannel: 'blik' }, nothing)).toHaveProperty('errors.directChannel');
  });

  it('do not tell of all that a service does not have, unless it was asked for', () => {
    const none = service().map((channel) => ({ ...channel, enabled: channel.channel.id === 'card', currencies: ['EUR'] }));
    expect(of(none)).toEqual({ errors: { channels: ['The channel card takes EUR, not PLN.'] } });
  });
});
