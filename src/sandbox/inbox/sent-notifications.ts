/** A notification that the gateway made, for any address. */
export interface MadeNotification {
  /** Its `webhook-id`. */
  id: string;
  serviceId: string;
  at: Date;
  /** Its place in the order of all. */
  sequence: string;
}

/** How it stands with the partner's program. */
export interface SentNotification {
  status: 'pending' | 'acknowledged' | 'exhausted' | 'stopped' | 'unaddressed';
  nextAttemptAt: Date | null;
  /** Without the signature that each attempt adds. */
  body: string;
  signedText: string;
  /** Where the service's notifications go now. */
  address: string | null;
  attempts: readonly { number: number; startedAt: Date; httpStatus: number | null; response: string | null; verdict: string | null }[];
}

/** What the sandbox is told of the gateway's notifications. It reads none of its tables. */
export abstract class SentNotifications {
  /** The earliest of those after a place, within the inbox's 30 days. */
  abstract made(afterSequence: bigint, limit: number): Promise<MadeNotification[]>;
  abstract of(ids: readonly string[]): Promise<Map<string, SentNotification>>;
  /** Services with another address than the inbox; null for none. */
  abstract elsewhere(serviceIds: readonly string[]): Promise<Map<string, string | null>>;
  /** Makes the inbox the address of a service. @returns whether there is such a service. */
  abstract sendToInbox(serviceId: string): Promise<boolean>;
}

/** Of a sandbox without a gateway. */
export class NoSentNotifications extends SentNotifications {
  made(_afterSequence: bigint, _limit: number): Promise<MadeNotification[]> {
    return Promise.resolve([]);
  }
  of(_ids: readonly string[]): Promise<Map<string, SentNotification>> {
    return Promise.resolve(new Map<string, never>());
  }
  elsewhere(_serviceIds: readonly string[]): Promise<Map<string, string | null>> {
    return Promise.resolve(new Map<string, never>());
  }
  sendToInbox(_serviceId: string): Promise<boolean> {
    return Promise.resolve(false);
  }
}
