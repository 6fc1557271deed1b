import { describe, expect, it } from '@jest/globals';
import { CHANNELS } from '../../../../connectors/acquirers/catalogue/channel-catalogue.js';
import type { ChannelId } from '../../../../connectors/acquirers/catalogue/channel-ids.js';
import type { AcquirerConnector } from '../../../../connectors/acquirers/port/acquirer-connector.js';
import type { PaymentProperties } from '../../payment-methods/channel-availability.js';
import { channelOffer } from './channel-offer.js';
import type { ServiceChannel } from '../../payment-methods/service-channel.js';

const ACQUIRER = { name: 'acquirer' } as AcquirerConnector;
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
    connector: ACQUIRER,
    ...change[channel.id],
  }));
const PLN: PaymentProperties = { amountMinor: 1230, currency: 'PLN', country: null };
const offerOf = (channels: ServiceChannel[], choice = {}, payment = PLN) => channelOffer(channels, payment, choice);

describe('the channels that a payment offers', () => {
  it('are all that accept it, except those that only the partner’s program starts', () => {
    const offer = offerOf(service());
    expect(offer).toHaveProperty('channels', expect.arrayContaining(['blik', 'mbank', 'card', 'paypal', 'paysafecard']));
    expect(offer).toHaveProperty('channels', expect.not.arrayContaining(['blik-level0', 'blik-recurrent', 'pix', 'boleto']));
  });

  it('are narrowed by ids, by channel types, and by both', () => {
    expect(offerOf(service(), { channels: ['blik', 'card'] })).toEqual({ channels: ['blik', 'card'] });
    expect(offerOf(service(), { channelTypes: { cards: true } })).toEqual({ channels: ['card'] });
    expect(offerOf(service(), { channelTypes: { cards: true, blik: true }, channels: ['blik', 'mbank'] })).toEqual({ channels: ['blik'] });
    const without = offerOf(service(), { channelTypes: { transfer: false, ewallets: false, paypal: false, paysafe: false, latam: false } });
    expect(without).toEqual({ channels: ['blik', 'card'] });
  });

  it('are in the order of the partner’s ids, or else of the catalogue', () => {
    expect(offerOf(service(), { channels: ['card', 'mbank', 'blik'] })).toEqual({ channels: ['card', 'mbank', 'blik'] });
    expect(offerOf(service(), { channelTypes: { cards: true, blik: true } })).toEqual({ channels: ['blik', 'card'] });
  });

  it.each([
    [{ enabled: false }, 'The channel blik is not enabled for this service.'],
    [{ connector: null }, 'The channel blik is not connected at the moment.'],
    [{ currencies: ['EUR'] }, 'The channel blik takes EUR, not PLN.'],
  ])('are none with %j, and the error names the reason', (change, message) => {
    expect(offerOf(service({ blik: change }), { channels: ['blik'] })).toEqual({ errors: { channels: [message] } });
    expect(offerOf(service({ blik: change }), { directChannel: 'blik' })).toEqual({ errors: { directChannel: [message] } });
  });

  it.each([
    [{ minMinor: 2000 }, 'The channel blik takes amounts from 20.00 to 50000.00 PLN.'],
    [{ maxMinor: 1229 }, 'The channel blik takes amounts from 1.00 to 12.29 PLN.'],
  ])('are none with %j, and the error is on the amount', (change, message) => {
    for (const choice of [{ channels: ['blik'] }, { channels: ['blik', 'pix'] }, { directChannel: 'blik' }])
      expect(offerOf(service({ blik: change }), choice)).toEqual({ errors: { amount: [message] } });
  });

  it('are none when no channel accepts the amount, with one message as the error', () => {
    const channelsWithRanges = (...ranges: [number, number][]) =>
      service().map((channel, index) => {
        const [minMinor = 0, maxMinor = 0] = ranges[index % ranges.length] ?? [];
        return { ...channel, minMinor, maxMinor };
      });
    const offerOfRanges = (payment: PaymentProperties, ...ranges: [number, number][]) =>
      offerOf(channelsWithRanges(...ranges), {}, payment);
    expect(offerOfRanges({ ...PLN, amountMinor: 1 }, [100, 400], [200, 900], [901, 1000])).toEqual({
      errors: { amount: ['The channels of this payment take amounts from 1.00 to 10.00 PLN.'] },
    });
    expect(offerOfRanges(PLN, [2000, 3000], [100, 400])).toEqual({
      errors: { amount: ['The channels of this payment take amounts from 1.00 to 4.00 or from 20.00 to 30.00 PLN.'] },
    });
  });

  it('accept only payers of their countries', () => {
    const brl = { amountMinor: 1230, currency: 'BRL', country: 'PL' };
    expect(offerOf(service(), { channels: ['pix'] }, brl)).toEqual({ errors: { channels: ['The channel pix serves payers in BR only.'] } });
    expect(offerOf(service(), {}, { ...brl, country: 'BR' })).toEqual({ channels: ['pix', 'boleto'] });
  });

  it('accept the amount 0 only on blik-recurrent', () => {
    const zero = { ...PLN, amountMinor: 0 };
    expect(offerOf(service(), { directChannel: 'blik-recurrent' }, zero)).toEqual({ channels: ['blik-recurrent'] });
    expect(offerOf(service(), { directChannel: 'blik' }, zero)).toHaveProperty('errors.amount');
  });

  it('have no errors about disabled channels that the partner did not name', () => {
    const cardInEuro = service().map((channel) => ({ ...channel, enabled: channel.channel.id === 'card', currencies: ['EUR'] }));
    expect(offerOf(cardInEuro)).toEqual({ errors: { currency: ['The channels of this service take EUR, not PLN.'] } });
    const unconnected = cardInEuro.map((channel) => ({ ...channel, currencies: ['PLN'] as const, connector: null }));
    expect(offerOf(unconnected)).toEqual({ errors: { channels: ['The channel card is not connected at the moment.'] } });
    expect(offerOf(cardInEuro.map((channel) => ({ ...channel, enabled: false })))).toEqual({
      errors: { channels: ['No channel can be used for this payment.'] },
    });
  });
});
