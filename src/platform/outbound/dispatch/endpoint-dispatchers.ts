import { setMaxListeners } from 'node:events';
import type { Logger } from 'pino';
import { EndpointDispatcher, type EndpointWork } from './endpoint-dispatcher.js';
import type { EndpointSlots } from './endpoint-slots.js';

/** Runs a worker for each woken endpoint until nothing more is due there, so that no endpoint waits for another. */
export class EndpointDispatchers<Item> {
  private readonly workers = new Map<string, EndpointDispatcher<Item>>();
  private readonly underWay = new Set<Promise<void>>();
  private readonly stopping = new AbortController();

  constructor(
    private readonly work: EndpointWork<Item>,
    private readonly slots: EndpointSlots,
    private readonly log: Logger,
  ) {
    setMaxListeners(0, this.stopping.signal); // each resting endpoint is a listener, and Node warns of a leak above ten
  }

  /** Starts or continues work for an endpoint. The sweeper takes up interrupted work. */
  wake(endpointId: string): void {
    if (this.stopping.signal.aborted) return;
    const worker = this.workers.get(endpointId);
    if (worker) return worker.wake();
    const begun = this.begin(endpointId).finally(() => this.underWay.delete(begun));
    this.underWay.add(begun);
  }

  /** Whether this process is working for the endpoint. */
  isAwake(endpointId: string): boolean {
    return this.workers.has(endpointId);
  }

  /** Claims nothing more and waits for the attempts under way. */
  async stop(): Promise<void> {
    this.stopping.abort();
    for (const worker of this.workers.values()) worker.wake();
    await Promise.all(this.underWay);
  }

  private async begin(endpointId: string): Promise<void> {
    const worker = new EndpointDispatcher(endpointId, this.work, this.slots, this.stopping.signal, this.log);
    this.workers.set(endpointId, worker);
    do await worker.run();
    while (worker.hasWork); // woken while it was just ending
    this.workers.delete(endpointId);
  }
}
