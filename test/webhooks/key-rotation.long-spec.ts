import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { SystemClock } from '../../src/common/time/clocks.js';
import { type ServiceKeyRecord, ServiceKeys } from '../../src/platform/partners/keys/service-keys.js';
import { Outbox } from '../../src/platform/webhooks/outbox/outbox.js';
import { OK, type ReceivedRequest, type ReceiverResponse } from '../support/receiver.js';
import { until } from '../support/until.js';
import { type Endpoint, startWebhookWorld, type WebhookWorld } from './support/webhook-world.js';

const [ENDPOINTS, SUBJECTS, ROTATIONS] = [4, 40, 3];
const OVERLAP_SECONDS = 86_400;
const SECRET_PREFIX_LENGTH = 'whsec_'.length;

let world: WebhookWorld;
/** Milliseconds that the system clock is ahead. */
let aheadMs = 0;
beforeAll(async () => {
  world = await startWebhookWorld();
  jest.spyOn(world.get(SystemClock), 'now').mockImplementation(() => new Date(Date.now() + aheadMs));
});
afterAll(() => world.stop());

/** Verifies a request with one secret, like a partner that follows Standard Webhooks. */
function isHeaderSignedWith({ headers, body }: ReceivedRequest, secret: string): boolean {
  const signedContent = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  const expected = createHmac('sha256', Buffer.from(secret.slice(SECRET_PREFIX_LENGTH), 'base64'))
    .update(signedContent)
    .digest();
  return String(headers['webhook-signature'])
    .split(' ')
    .map((signature) => Buffer.from(signature.replace(/^v1,/, ''), 'base64'))
    .some((signature) => signature.length === expected.length && timingSafeEqual(signature, expected));
}

function isBodySignedWith({ body }: ReceivedRequest, key: string): boolean {
  const { signature, ...values } = JSON.parse(body) as Record<string, string>;
  return (
    signature ===
    createHash('sha256')
      .update([...Object.values(values), key].join('|'))
      .digest('hex')
  );
}

/** A key and the time at which its rotation ended. From this time on each process must sign with the key. */
interface KnownKey extends ServiceKeyRecord {
  knownFrom: Date;
}

/** Secrets of one purpose that were valid when a request was signed, oldest first. Leaves out keys that may be newer than the signature. */
function validAt(keys: readonly KnownKey[], purpose: string, request: ReceivedRequest): string[] {
  const second = Number(request.headers['webhook-timestamp']) * 1000;
  return keys
    .filter((key) => key.purpose === purpose)
    .filter(
      ({ knownFrom, validUntil }, index) => (index === 0 || knownFrom.getTime() <= second) && (validUntil?.getTime() ?? Infinity) > second,
    )
    .map(({ secret }) => secret);
}

/** Fails the first attempt of every fifth notification. The gateway signs the notification again for the next attempt. */
function failEveryFifth(): (request: ReceivedRequest) => ReceiverResponse {
  const received = new Set<unknown>();
  return ({ headers }) => {
    const isNew = !received.has(headers['webhook-id']);
    received.add(headers['webhook-id']);
    return isNew && received.size % 5 === 0 ? { status: 500 } : OK;
  };
}

describe('notifications during key rotations', () => {
  it('can all be verified: the body with the old key while keys overlap, the header with either key', async () => {
    const endpoints = await Promise.all(Array.from({ length: ENDPOINTS }, () => world.addEndpoint({ retryScheduleSeconds: [0, 0, 0, 0] })));
    const keys = world.get(ServiceKeys);
    const knownKeys = new Map<Endpoint, KnownKey[]>();
    const recordKeys = async (endpoint: Endpoint): Promise<void> => {
      const knownFrom = world.get(SystemClock).now();
      const before = knownKeys.get(endpoint) ?? [];
      const valid = await keys.readValidKeys(endpoint.serviceId);
      const now = valid.map((key) => ({ knownFrom, ...before.find(({ secret }) => secret === key.secret), ...key }));
      knownKeys.set(endpoint, [...before.filter(({ secret }) => now.every((key) => key.secret !== secret)), ...now]);
    };
    for (const endpoint of endpoints) await recordKeys(endpoint);
    for (const { receiver } of endpoints) receiver.setResponses(failEveryFifth());

    for (let rotation = 0; rotation <= ROTATIONS; rotation += 1) {
      const rotated = rotation === 0 ? Promise.resolve() : rotateAll(endpoints, keys, recordKeys);
      await Promise.all(
        endpoints.map(async (endpoint) => {
          for (let index = 0; index < SUBJECTS; index += 1) {
            await endpoint.append();
            if (index % 4 === 0) world.get(Outbox).wake(endpoint.serviceId);
          }
        }),
      );
      await rotated;
      await Promise.all(endpoints.map(waitUntilAcknowledged));
      if (rotation < ROTATIONS && rotation > 0) aheadMs += (OVERLAP_SECONDS + 1) * 1000; // the old keys expire
    }

    for (const endpoint of endpoints) {
      const records = knownKeys.get(endpoint) ?? [];
      const { requests } = endpoint.receiver;
      expect(requests.length).toBeGreaterThan(SUBJECTS * (ROTATIONS + 1));
      expect(records).toHaveLength(2 * (ROTATIONS + 1));
      for (const request of requests) {
        const [oldest = ''] = validAt(records, 'ipn', request);
        expect(isBodySignedWith(request, oldest)).toBe(true);
        const secrets = validAt(records, 'webhook', request);
        expect(secrets.map((secret) => isHeaderSignedWith(request, secret))).toEqual(secrets.map(() => true));
      }
    }
  });

  it('are signed with the old body key and both header secrets during the overlap, and only with the new key and secret afterwards', async () => {
    const endpoint = await world.addEndpoint();
    const keys = world.get(ServiceKeys);
    const before = await keys.readValidKeys(endpoint.serviceId);
    await rotateAll([endpoint], keys);
    const overlapping = await keys.readValidKeys(endpoint.serviceId);
    const deliver = async (): Promise<ReceivedRequest[]> => {
      endpoint.receiver.requests.length = 0;
      for (let index = 0; index < 30; index += 1) await endpoint.append();
      world.get(Outbox).wake(endpoint.serviceId);
      await waitUntilAcknowledged(endpoint);
      return endpoint.receiver.requests;
    };
    const secretsOf = (records: ServiceKeyRecord[], purpose: string) =>
      records.filter((key) => key.purpose === purpose).map(({ secret }) => secret);

    const during = await deliver();
    expect(during).toHaveLength(30);
    const [oldKey = ''] = secretsOf(before, 'ipn');
    const secrets = secretsOf(overlapping, 'webhook');
    expect(secrets).toHaveLength(2);
    expect(
      during.every((request) => isBodySignedWith(request, oldKey) && secrets.every((secret) => isHeaderSignedWith(request, secret))),
    ).toBe(true);

    aheadMs += (OVERLAP_SECONDS + 1) * 1000;
    const [oldSecret = '', newSecret = ''] = secrets;
    const [, newKey = ''] = secretsOf(overlapping, 'ipn');
    const after = await deliver();
    expect(after.every((request) => isBodySignedWith(request, newKey) && isHeaderSignedWith(request, newSecret))).toBe(true);
    expect(after.some((request) => isBodySignedWith(request, oldKey) || isHeaderSignedWith(request, oldSecret))).toBe(false);
  });
});

async function rotateAll(endpoints: Endpoint[], keys: ServiceKeys, onRotated?: (endpoint: Endpoint) => Promise<void>): Promise<void> {
  for (const endpoint of endpoints) {
    for (const purpose of ['ipn', 'webhook'] as const) {
      await keys.rotate(endpoint.serviceId, purpose, OVERLAP_SECONDS);
      await onRotated?.(endpoint);
    }
  }
}

async function waitUntilAcknowledged({ serviceId }: Endpoint): Promise<void> {
  world.get(Outbox).wake(serviceId);
  await until(
    async () => {
      const [row] = await world.database.query<{ open: string }[]>(
        "SELECT count(*) AS open FROM webhook_delivery WHERE service_id = $1 AND status <> 'acknowledged'",
        [serviceId],
      );
      return Number(row?.open);
    },
    (open) => open === 0,
  );
}
