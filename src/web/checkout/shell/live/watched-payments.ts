/** Called with the last state that was sent, if any, when the listener is added. Then called with each new state. */
export type Listener = (state: string) => void;

interface WatchedPayment {
  /** The last state that was sent; undefined before the first one. */
  state: string | undefined;
  listeners: Set<Listener>;
}

/** The listeners of a product's open pages by payment, with the last state that was sent. */
export class WatchedPayments {
  private readonly watched = new Map<string, WatchedPayment>();

  get ids(): string[] {
    return [...this.watched.keys()];
  }

  countListeners(id: string): number {
    return this.watched.get(id)?.listeners.size ?? 0;
  }

  /** @returns a function that removes the listener. */
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

  /** Sends changed states to the listeners. */
  publishStates(states: ReadonlyMap<string, string>): void {
    for (const [id, state] of states) {
      const payment = this.watched.get(id);
      if (!payment || payment.state === state) continue;
      payment.state = state;
      for (const listener of payment.listeners) listener(state);
    }
  }
}
