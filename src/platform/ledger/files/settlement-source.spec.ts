import { describe, expect, it } from '@jest/globals';
import { type SettlementSource, SettlementSources } from './settlement-source.js';

const source = (...parties: string[]): SettlementSource => ({ parties, lookup: '', ofEntries: '' });

describe('who may know the lines of a party’s file', () => {
  const [phones, cards] = [source('orange', 'play'), source('acquirer')];
  const sources = new SettlementSources();
  sources.add(phones);
  sources.add(cards);

  it('is who does business with it', () => {
    expect([sources.of('play'), sources.of('acquirer')]).toEqual([[phones], [cards]]);
  });

  it('is everybody where nobody does, whose lines are then known to none', () => {
    expect(sources.of('stranger')).toEqual([phones, cards]);
  });
});
