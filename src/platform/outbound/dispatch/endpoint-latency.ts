import { LRUCache } from 'lru-cache';

/** `unknown`: nothing was sent yet. `slow`: responds, but slowly. `silent`: the latest request got no response at all. */
export type LatencyClass = 'unknown' | 'quick' | 'slow' | 'silent';

const ENDPOINTS = 10_000;

/** How endpoints have responded to this process lately. */
export class EndpointLatency {
  private readonly known = new LRUCache<string, LatencyClass>({ max: ENDPOINTS });

  of(endpointId: string): LatencyClass {
    return this.known.get(endpointId) ?? 'unknown';
  }

  /** A request has been under way for longer than a quick one takes. */
  waiting(endpointId: string): void {
    if (this.of(endpointId) !== 'silent') this.known.set(endpointId, 'slow');
  }

  ended(endpointId: string, request: { responded: boolean; quick: boolean }): void {
    this.known.set(endpointId, request.responded ? (request.quick ? 'quick' : 'slow') : 'silent');
  }
}
