/** A notification that the gateway created, for any endpoint. */
export interface CreatedNotification {
  /** The `webhook-id` of the notification. */
  id: string;
  serviceId: string;
  /** When the gateway created the notification. */
  at: Date;
  /** Position of the notification in the order of all notifications. */
  sequence: string;
}

/** State of a notification's delivery to the partner's program. */
export interface SentNotification {
  /**
   * - `pending`: not acknowledged yet
   * - `acknowledged`: the partner's program has accepted the notification
   * - `exhausted`: all attempts failed
   * - `stopped`: the partner's program responded with 410, so no more attempts follow
   * - `unaddressed`: not sent, because the service has no endpoint
   */
  status: 'pending' | 'acknowledged' | 'exhausted' | 'stopped' | 'unaddressed';
  nextAttemptAt: Date | null;
  /** The body without the signature that each attempt adds. */
  body: string;
  signedText: string;
  /** The current endpoint of the service; null for none. */
  address: string | null;
  attempts: readonly { number: number; startedAt: Date; httpStatus: number | null; response: string | null; verdict: string | null }[];
}

/** Gives the sandbox the gateway's notifications. The sandbox reads none of the gateway's tables. */
export abstract class SentNotifications {
  /** The first notifications after a sequence number, not older than the 30 days that the inbox keeps. */
  abstract listCreated(afterSequence: bigint, limit: number): Promise<CreatedNotification[]>;
  abstract findSent(ids: readonly string[]): Promise<Map<string, SentNotification>>;
  /** Endpoints of services whose endpoint is not the inbox; null for a service without an endpoint. */
  abstract findOtherEndpoints(serviceIds: readonly string[]): Promise<Map<string, string | null>>;
  /** Makes the inbox the endpoint of a service. @returns whether the service exists. */
  abstract sendToInbox(serviceId: string): Promise<boolean>;
}

/** No notifications, for a sandbox without a gateway. */
export class NoSentNotifications extends SentNotifications {
  listCreated(_afterSequence: bigint, _limit: number): Promise<CreatedNotification[]> {
    return Promise.resolve([]);
  }
  findSent(_ids: readonly string[]): Promise<Map<string, SentNotification>> {
    return Promise.resolve(new Map<string, never>());
  }
  findOtherEndpoints(_serviceIds: readonly string[]): Promise<Map<string, string | null>> {
    return Promise.resolve(new Map<string, never>());
  }
  sendToInbox(_serviceId: string): Promise<boolean> {
    return Promise.resolve(false);
  }
}
