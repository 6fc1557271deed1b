import { AsyncLocalStorage } from 'node:async_hooks';

/** The author of a change, with the circumstances that the audit log records. */
export interface Actor {
  /** A person's name, `token <id>` for a partner's program, `sandbox`, or `unidentified visitor` for a rejected sign-in. */
  author: string;
  /** The interface through which the change was made. */
  door: 'cli' | 'api' | 'panel' | 'sandbox';
  reason: string | null;
  /** Id that all changes of one request or one command share. */
  requestId: string | null;
  /** The partner for whom a user of the panel acts. Null for staff, and absent outside the panel. */
  partnerId?: string | null;
  /** IP address of a user of the panel. */
  address?: string | null;
}

const currentActor = new AsyncLocalStorage<Actor>();

/** Runs `work` with the actor as the author of all its changes. Services record changes with `audited`. */
export function actingAs<T>(actor: Actor, work: () => Promise<T>): Promise<T> {
  return currentActor.run(actor, work);
}

/**
 * The author of the current changes. Undefined when the work was not started by `actingAs`: in scheduled tasks, for callbacks of providers,
 * for payers, and on routes of the API without `@ActsAsCaller()`.
 */
export const presentActor = (): Actor | undefined => currentActor.getStore();
