import { LRUCache } from 'lru-cache';

/**
 * `unknown`: no request was sent yet. `quick`: the latest response was quick. `slow`: the latest response was slow, or a request has waited
 * longer than a quick response takes. `silent`: the latest request got no response.
 */
export type LatencyClass = 'unknown' | 'quick' | 'slow' | 'silent';

const MAX_ENDPOINTS = 10_000;

/** Remembers how fast endpoints last responded to this process. */
export class EndpointLatency {
  private readonly latencies = new LRUCache<string, LatencyClass>({ max: MAX_ENDPOINTS });

  of(endpointId: string): LatencyClass {
    return this.latencies.get(endpointId) ?? 'unknown';
  }

  /** Call this when a request takes longer than a quick response. A silent endpoint stays silent until it responds. */
  markSlow(endpointId: string): void {
    if (this.of(endpointId) !== 'silent') this.latencies.set(endpointId, 'slow');
  }

  recordEnd(endpointId: string, request: { responded: boolean; quick: boolean }): void {
    this.latencies.set(endpointId, request.responded ? (request.quick ? 'quick' : 'slow') : 'silent');
  }
}
