import { describe, expect, it } from '@jest/globals';
import { KeyedPlaces } from './keyed-places.js';

describe('places by key', () => {
  it('are as many for each key, and a key is forgotten with the last one who had it', () => {
    const places = new KeyedPlaces({ places: 1, patienceMs: 60_000, mostWaiting: 1 });
    const told: string[] = [];
    const take = (key: string, who: string): void => places.take(key, (error) => told.push(`${who} ${error ? 'refused' : 'began'}`));
    take('a', 'first');
    take('a', 'second');
    take('a', 'third');
    take('b', 'other');
    expect(told).toEqual(['first began', 'third refused', 'other began']);
    places.leave('a');
    expect([told.at(-1), places.size]).toEqual(['second began', 2]);
    places.leave('b');
    places.leave('a');
    expect(places.size).toBe(0);
  });
});
