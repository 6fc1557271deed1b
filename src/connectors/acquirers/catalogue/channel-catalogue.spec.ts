import { describe, expect, it } from '@jest/globals';
import { CHANNELS, channelOf } from './channel-catalogue.js';
import { CHANNEL_TYPES } from './channel.js';
import { CHANNEL_IDS, isChannelId } from './channel-ids.js';

/** ISO 4217 currencies that do not have two decimals, and currencies that are paid in whole units. */
const NOT_TWO_DECIMALS = /^(BHD|BIF|CLP|DJF|GNF|HUF|IQD|ISK|JOD|JPY|KMF|KRW|KWD|LYD|OMR|PYG|RWF|TND|UGX|UYI|VND|VUV|XAF|XOF|XPF)$/;

describe('the catalogue of channels', () => {
  it('has an entry for each id and a channel of each type', () => {
    expect(CHANNELS.map(({ id }) => id)).toEqual([...CHANNEL_IDS]);
    expect(new Set(CHANNELS.map(({ type }) => type))).toEqual(new Set(CHANNEL_TYPES));
    expect(new Set(CHANNELS.map(({ name }) => name)).size).toBe(CHANNELS.length);
  });

  it('offers currencies with two decimals only', () => {
    const currencies = CHANNELS.flatMap((channel) => [...channel.currencies]);
    expect(currencies.filter((currency) => !/^[A-Z]{3}$/.test(currency) || NOT_TWO_DECIMALS.test(currency))).toEqual([]);
  });

  it.each(CHANNELS.map((channel) => [channel.id, channel] as const))(
    '%s has a valid range of amounts, a lifetime of at least two minutes, a commission below 100 percent and a currency',
    (_, channel) => {
      expect(channel.minMinor).toBeLessThan(channel.maxMinor);
      expect(channel.lifeSeconds).toBeGreaterThanOrEqual(120);
      expect(channel.commission.bp).toBeLessThan(10_000);
      expect(channel.currencies.length).toBeGreaterThan(0);
    },
  );

  it('accepts the amount 0 only for the channel of mandates', () => {
    expect(CHANNELS.filter(({ minMinor }) => minMinor === 0).map(({ id }) => id)).toEqual(['blik-recurrent']);
  });

  it('offers Brazilian channels only in Brazil, and requires the payer’s document number', () => {
    for (const channel of [channelOf('pix'), channelOf('boleto')]) {
      expect(channel).toMatchObject({ countries: ['BR'], currencies: ['BRL'] });
      expect(channel.requiredPayer).toContain('document');
    }
  });

  it('accepts only exact ids of channels', () => {
    expect([isChannelId('pko_bp'), isChannelId('PKO_BP'), isChannelId('constructor'), isChannelId(null)]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});
