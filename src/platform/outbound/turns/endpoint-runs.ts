import { setMaxListeners } from 'node:events';
import type { Logger } from 'pino';
import { EndpointRun, type EndpointWork } from './endpoint-run.js';
import type { EndpointSlots } from './endpoint-slots.js';

/** One run for each endpoint that was woken, which ends when nothing more is due there: none waits for another. */
export class EndpointRuns<Item> {
  private readonly runs = new Map<string, EndpointRun<Item>>();
  private readonly underWay = new Set<Promise<void>>();
  private readonly stopping = new AbortController();

  constructor(
    private readonly work: EndpointWork<Item>,
    private readonly slots: EndpointSlots,
    private readonly log: Logger,
  ) {
    setMaxListeners(0, this.stopping.signal); // each endpoint that rests is one, and Node takes more than ten for a leak
  }

  /** Need not be awaited: the sweeper takes up what is interrupted. */
  wake(endpointId: string): void {
    if (this.stopping.signal.aborted) return;
    const run = this.runs.get(endpointId);
    if (run) return run.wake();
    const begun = this.begin(endpointId).finally(() => this.underWay.delete(begun));
    this.underWay.add(begun);
  }

  /** Whether this process is at it already. */
  isAwake(endpointId: string): boolean {
    return this.runs.has(endpointId);
  }

  /** Claims nothing more and waits for what is under way. */
  async stop(): Promise<void> {
    this.stopping.abort();
    for (const run of this.runs.values()) run.wake();
    await Promise.all(this.underWay);
  }

  private async begin(endpointId: string): Promise<void> {
    const run = new EndpointRun(endpointId, this.work, this.slots, this.stopping.signal, this.log);
    this.runs.set(endpointId, run);
    do await run.run();
    while (run.hasWork); // woken while it was just ending
    this.runs.delete(endpointId);
  }
}
