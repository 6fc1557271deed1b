import { AsyncLocalStorage } from 'node:async_hooks';

/** Who changes something, and through what. */
export interface Actor {
  /** A person's name, or `token <id>` of a partner's program. */
  author: string;
  door: 'cli' | 'api' | 'panel' | 'sandbox';
  reason: string | null;
  /** Joins what one request or one command has changed. */
  requestId: string | null;
  /** The partner for whom a person of the panel acts; absent for staff and outside the panel. */
  partnerId?: string | null;
  /** Where a person of the panel is. */
  address?: string | null;
}

const present = new AsyncLocalStorage<Actor>();

/** The changes of `work` are this actor's. Services record them with `audited`. */
export function actingAs<T>(actor: Actor, work: () => Promise<T>): Promise<T> {
  return present.run(actor, work);
}

/** Undefined for due work, reports of outside parties, and payers. */
export const presentActor = (): Actor | undefined => present.getStore();
