import { describe, expect, it } from '@jest/globals';
import { type SettlementSource, SettlementSources } from './settlement-source.js';

const source = (...providers: string[]): SettlementSource => ({ providers, lookup: '', ofEntries: '' });

describe('the sources for a provider’s settlement file', () => {
  const [operatorSource, acquirerSource] = [source('orange', 'play'), source('acquirer')];
  const sources = new SettlementSources();
  sources.add(operatorSource);
  sources.add(acquirerSource);

  it('are those that name the provider', () => {
    expect([sources.of('play'), sources.of('acquirer')]).toEqual([[operatorSource], [acquirerSource]]);
  });

  it('are all sources when none names the provider', () => {
    expect(sources.of('stranger')).toEqual([operatorSource, acquirerSource]);
  });
});
