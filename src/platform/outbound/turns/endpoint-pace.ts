import { LRUCache } from 'lru-cache';

/** `unknown`: nothing was sent yet. `slow`: answers, but takes its time. `silent`: the latest attempt got no answer at all. */
export type Pace = 'unknown' | 'quick' | 'slow' | 'silent';

const ENDPOINTS = 10_000;

/** How endpoints have answered lately, as this process has seen it. */
export class EndpointPace {
  private readonly known = new LRUCache<string, Pace>({ max: ENDPOINTS });

  of(serviceId: string): Pace {
    return this.known.get(serviceId) ?? 'unknown';
  }

  /** An attempt has been under way for longer than a quick one takes. */
  waiting(serviceId: string): void {
    if (this.of(serviceId) !== 'silent') this.known.set(serviceId, 'slow');
  }

  ended(serviceId: string, attempt: { answered: boolean; quick: boolean }): void {
    this.known.set(serviceId, attempt.answered ? (attempt.quick ? 'quick' : 'slow') : 'silent');
  }
}
