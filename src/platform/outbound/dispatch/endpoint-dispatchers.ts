import { setMaxListeners } from 'node:events';
import type { Logger } from 'pino';
import { EndpointDispatcher, type EndpointWork } from './endpoint-dispatcher.js';
import type { EndpointSlots } from './endpoint-slots.js';

/** Runs one dispatcher for each woken endpoint until no more items are due, so that no endpoint waits for another. */
export class EndpointDispatchers<Item> {
  private readonly workers = new Map<string, EndpointDispatcher<Item>>();
  private readonly underWay = new Set<Promise<void>>();
  private readonly stopController = new AbortController();

  constructor(
    private readonly work: EndpointWork<Item>,
    private readonly slots: EndpointSlots,
    private readonly log: Logger,
  ) {
    setMaxListeners(0, this.stopController.signal); // each endpoint that waits for its next claim is a listener, and Node warns of a leak above ten
  }

  /** Starts or continues work for an endpoint. Callers wake an endpoint again after its work was interrupted. */
  wake(endpointId: string): void {
    if (this.stopController.signal.aborted) return;
    const worker = this.workers.get(endpointId);
    if (worker) return worker.wake();
    const running = this.run(endpointId).finally(() => this.underWay.delete(running));
    this.underWay.add(running);
  }

  /** Whether this process is working for the endpoint. */
  isAwake(endpointId: string): boolean {
    return this.workers.has(endpointId);
  }

  /** Stops claiming and waits for the attempts under way. */
  async stop(): Promise<void> {
    this.stopController.abort();
    for (const worker of this.workers.values()) worker.wake();
    await Promise.all(this.underWay);
  }

  private async run(endpointId: string): Promise<void> {
    const worker = new EndpointDispatcher(endpointId, this.work, this.slots, this.stopController.signal, this.log);
    this.workers.set(endpointId, worker);
    do await worker.run();
    while (worker.hasWork); // a wake-up may arrive while the run is ending
    this.workers.delete(endpointId);
  }
}
