import type { Logger } from 'pino';
import type { DeliverySlot, DeliverySlots } from './delivery-slots.js';
import { EndpointRun } from './endpoint-run.js';

/** What is done at an endpoint whose turn it is. */
interface EndpointWork<C> {
  /** Takes so many of what is due at most. */
  claim: (serviceId: string, most: number) => Promise<C | null>;
  /** Starts what was claimed, each in its slot. @returns for each a promise of whether something more became due by it. */
  start: (claim: C, slots: DeliverySlot[]) => Promise<boolean>[];
}

/** One run for each endpoint that was woken, which ends when nothing more is due there: none waits for another. */
export class EndpointRuns<C extends { drained: boolean }> {
  private readonly runs = new Map<string, EndpointRun<C>>();
  private readonly underWay = new Set<Promise<unknown>>();
  private ending = false;

  constructor(
    private readonly slots: DeliverySlots,
    private readonly work: EndpointWork<C>,
    private readonly log: Logger,
  ) {}

  get stopping(): boolean {
    return this.ending;
  }

  /** Never throws and need not be awaited: what is interrupted, whoever looks for due work takes up again. */
  wake(serviceId: string): void {
    if (this.ending) return;
    const run = this.runs.get(serviceId) ?? this.begin(serviceId);
    run.wake();
  }

  /** Whether somebody here is at it already. */
  isAwake(serviceId: string): boolean {
    return this.runs.has(serviceId);
  }

  /** Claims nothing more and waits for what is under way. */
  async stop(): Promise<void> {
    this.ending = true;
    while (this.underWay.size > 0) await Promise.all(this.underWay);
  }

  private begin(serviceId: string): EndpointRun<C> {
    const run: EndpointRun<C> = new EndpointRun(
      {
        most: () => this.slots.most(serviceId),
        takeSlots: (most) => this.slots.take(serviceId, most, () => run.look()),
        claim: (most) => this.watched(serviceId, this.work.claim(serviceId, most), null),
        start: (claim, slots) => this.work.start(claim, slots).map((attempt) => this.watched(serviceId, attempt, false)),
        stopping: () => this.ending,
      },
      () => void (this.runs.get(serviceId) === run && this.runs.delete(serviceId)),
    );
    this.runs.set(serviceId, run);
    return run;
  }

  private watched<T>(serviceId: string, work: Promise<T>, otherwise: T): Promise<T> {
    const watched = work.catch((error: unknown) => {
      this.log.error({ err: error, serviceId }, 'delivering to an endpoint was interrupted; it is taken up again');
      return otherwise;
    });
    this.underWay.add(watched);
    void watched.finally(() => this.underWay.delete(watched));
    return watched;
  }
}
