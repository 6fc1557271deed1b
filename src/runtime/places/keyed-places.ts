import { type PlaceLimits, Places } from './places.js';

/** The same number of places for each key. A key without a taken place is forgotten. */
export class KeyedPlaces {
  private readonly byKey = new Map<string, Places>();

  constructor(private readonly limits: PlaceLimits) {}

  /** Keys with a taken place. */
  get size(): number {
    return this.byKey.size;
  }

  /** @param begin as of `Places`. */
  take(key: string, begin: (error: Error | null) => void, isRefusable = true): void {
    const places = this.byKey.get(key) ?? new Places(this.limits);
    this.byKey.set(key, places);
    places.take(begin, isRefusable);
  }

  leave(key: string): void {
    const places = this.byKey.get(key);
    places?.leave();
    if (places?.isUnused) this.byKey.delete(key);
  }
}
