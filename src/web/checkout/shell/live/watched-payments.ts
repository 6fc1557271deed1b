/** Called with each new state. */
export type Listener = (state: string) => void;

interface Watched {
  /** The state that was sent last; undefined before the first. */
  state: string | undefined;
  listeners: Set<Listener>;
}

/** The open pages of a product's payments, with the state that was sent last. */
export class WatchedPayments {
  private readonly watched = new Map<string, Watched>();

  get ids(): string[] {
    return [...this.watched.keys()];
  }

  listenersOf(id: string): number {
    return this.watched.get(id)?.listeners.size ?? 0;
  }

  /** @returns a function that ends it. */
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

  /** Sends the states that have changed. */
  tell(states: ReadonlyMap<string, string>): void {
    for (const [id, state] of states) {
      const payment = this.watched.get(id);
      if (!payment || payment.state === state) continue;
      payment.state = state;
      for (const listener of payment.listeners) listener(state);
    }
  }
}
