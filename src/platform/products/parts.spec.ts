import { describe, expect, it } from '@jest/globals';
import type { List } from '../listing/lists/list.js';
import { Parts } from './parts.js';
import type { Part } from './product.js';
import type { SettlementSource } from './settlement-source.js';

const partsOf = (...parts: Part[]): Parts => new Parts(parts, () => null as never);

describe('the declarations of all parts', () => {
  it('reject two lists of one name, whose counters would be the same', () => {
    const list = { name: 'payments' } as List;
    expect(() => partsOf({ lists: [list] }, { lists: [list] })).toThrow('Two lists have the name payments.');
  });

  describe('of settlement files', () => {
    const source = (...providers: string[]): SettlementSource => ({ providers, lookup: '', ofEntries: '' });
    const [operatorSource, acquirerSource] = [source('orange', 'play'), source('acquirer')];
    const parts = partsOf({ settlementSources: [operatorSource] }, {}, { settlementSources: [acquirerSource] });

    it('are those that name the provider', () => {
      expect([parts.settlementSourcesOf('play'), parts.settlementSourcesOf('acquirer')]).toEqual([[operatorSource], [acquirerSource]]);
    });

    it('are all when none names the provider', () => {
      expect(parts.settlementSourcesOf('stranger')).toEqual([operatorSource, acquirerSource]);
    });
  });
});
