import { setMaxListeners } from 'node:events';
import type { Logger } from 'pino';
import { EndpointDispatcher, type EndpointWork } from './endpoint-dispatcher.js';
import type { EndpointSlots } from './endpoint-slots.js';

/** Runs one dispatcher for each woken endpoint until no more items are due, so that no endpoint waits for another. */
export class EndpointDispatchers<Item> {
  private readonly dispatchers = new Map<string, EndpointDispatcher<Item>>();
  private readonly runs = new Set<Promise<void>>();
  private readonly stopController = new AbortController();

  constructor(
    private readonly work: EndpointWork<Item>,
    private readonly slots: EndpointSlots,
    private readonly log: Logger,
  ) {
    // Each endpoint that waits for its next claim is a listener. Node would warn of a leak above ten listeners.
    setMaxListeners(0, this.stopController.signal);
  }

  /** Starts or continues work for an endpoint. Callers wake an endpoint again after its work was interrupted. */
  wake(endpointId: string): void {
    if (this.stopController.signal.aborted) return;
    const dispatcher = this.dispatchers.get(endpointId);
    if (dispatcher) return dispatcher.wake();
    const run = this.run(endpointId).finally(() => this.runs.delete(run));
    this.runs.add(run);
  }

  /** Whether this process is working for the endpoint. */
  isAwake(endpointId: string): boolean {
    return this.dispatchers.has(endpointId);
  }

  /** Stops claiming and waits for the attempts under way. */
  async stop(): Promise<void> {
    this.stopController.abort();
    for (const dispatcher of this.dispatchers.values()) dispatcher.wake();
    await Promise.all(this.runs);
  }

  private async run(endpointId: string): Promise<void> {
    const dispatcher = new EndpointDispatcher(endpointId, this.work, this.slots, this.stopController.signal, this.log);
    this.dispatchers.set(endpointId, dispatcher);
    do await dispatcher.run();
    while (dispatcher.hasWork); // a wake-up may arrive while the run is ending
    this.dispatchers.delete(endpointId);
  }
}
