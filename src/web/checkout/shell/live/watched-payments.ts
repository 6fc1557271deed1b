/** Told of a new state. */
export type Listener = (state: string) => void;

interface Watched {
  /** As it was told last; undefined until it is known. */
  state: string | undefined;
  listeners: Set<Listener>;
}

/** Who follows which payment of one product, and what was told last. */
export class WatchedPayments {
  private readonly watched = new Map<string, Watched>();

  get ids(): string[] {
    return [...this.watched.keys()];
  }

  listenersOf(id: string): number {
    return this.watched.get(id)?.listeners.size ?? 0;
  }

  /** @returns ends it. */
  add(id: string, listener: Listener): () => void {
    const payment = this.watched.get(id) ?? { state: undefined, listeners: new Set() };
    this.watched.set(id, payment);
    payment.listeners.add(listener);
    if (payment.state !== undefined) listener(payment.state);
    return () => {
      payment.listeners.delete(listener);
      if (payment.listeners.size === 0) this.watched.delete(id);
    };
  }

  /** Passes on what is new. */
  tell(states: ReadonlyMap<string, string>): void {
    for (const [id, state] of states) {
      const payment = this.watched.get(id);
      if (!payment || payment.state === state) continue;
      payment.state = state;
      for (const listener of payment.listeners) listener(state);
    }
  }
}
