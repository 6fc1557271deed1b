import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ServiceKeys } from '../../../partners/keys/service-keys.js';
import { signedNotification } from '../../delivery/signed-notification.js';
import type { DeliveryDetail } from '../delivery-view.js';

export interface SentRequest {
  headers: Readonly<Record<string, string>>;
  body: string;
}

/**
 * Rebuilds the request of each attempt. The request itself is not stored. Body, time and keys of the attempt are stored, so the rebuilt
 * body and signatures equal the sent body and signatures byte for byte. Only the User-Agent may differ: it is the current value, and the
 * signatures do not cover it.
 */
@Injectable()
export class SentRequestsQuery {
  constructor(
    private readonly dataSource: DataSource,
    private readonly keys: ServiceKeys,
  ) {}

  /**
   * @returns the service's present URL, and requests by attempt number, without attempts whose keys were deleted. No requests when personal
   * data was erased from the body.
   */
  async rebuildRequests(delivery: DeliveryDetail): Promise<{ url: string | null; requests: ReadonlyMap<number, SentRequest> }> {
    const { id, serviceId, body: json, signedText, erasedAt } = delivery;
    const [service] = await this.dataSource.query<{ url: string | null; userAgent: string | null }[]>(
      'SELECT notify_url AS url, notify_user_agent AS "userAgent" FROM service WHERE id = $1',
      [serviceId],
    );
    const url = service?.url ?? null;
    if (erasedAt) return { url, requests: new Map() };
    const storedKeys = (await this.keys.readStoredKeys([serviceId])).reverse(); // oldest first, because the oldest valid key signs the body
    const requests = delivery.attempts.flatMap(({ number, startedAt }): [number, SentRequest][] => {
      const validKeys = storedKeys.filter(
        ({ validFrom, validUntil }) => validFrom <= startedAt && (validUntil === null || validUntil > startedAt),
      );
      const bodyKey = validKeys.find(({ purpose }) => purpose === 'ipn')?.secret;
      if (bodyKey === undefined) return [];
      const webhookSecrets = validKeys
        .filter(({ purpose }) => purpose === 'webhook')
        .map(({ secret }) => Buffer.from(secret.slice('whsec_'.length), 'base64'));
      const { headers, body } = signedNotification(
        { id, serviceId, json, signedText, startedAt },
        { url: '', userAgent: service?.userAgent ?? null },
        { bodyKey, webhookSecrets },
      );
      return [[number, { headers, body }]];
    });
    return { url, requests: new Map(requests) };
  }
}
