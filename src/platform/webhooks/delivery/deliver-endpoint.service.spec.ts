import { beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { DEFAULT_RETRY_SCHEDULE } from '../../outbound/retry-schedule.js';
import type { DatabaseClock } from '../../../runtime/clock/database-clock.js';
import type { EndpointSlots, Slot } from '../../outbound/dispatch/endpoint-slots.js';
import type { ServiceKeys } from '../../partners/keys/service-keys.js';
import type { ClaimDeliveriesService } from './claims/claim-deliveries.service.js';
import type { Claim, ClaimedDelivery } from './claims/claimed-delivery.js';
import { DeliverEndpointService } from './deliver-endpoint.service.js';
import type { SkipWithoutUrlService } from './skip-without-url.service.js';
import type { SignedAttempt, MakeAttemptService } from './make-attempt.service.js';
import { signedNotification } from './signed-notification.js';

const KEYS = { bodyKey: 'ipn-key', webhookSecrets: [Buffer.alloc(32, 1)] };
const TARGET = { url: 'https://shop.example/notify', userAgent: 'Shop/1.0' };
const STOP = new AbortController().signal;
const delivery = (id: string): ClaimedDelivery => ({
  id,
  serviceId: 'e65c7519',
  json: `{"id":"${id}"}`,
  signedText: id,
  traceParent: null,
  attemptNumber: 1,
  roundAttempts: 1,
  startedAt: new Date(0),
  leaseUntil: new Date(15_000),
});
const makeClaim = (changes: Partial<Claim>, target: Partial<Claim['target']> = {}): Claim => ({
  deliveries: [],
  rest: 'drained',
  target: { ...TARGET, retryScheduleSeconds: null, keys: [], ...target },
  ...changes,
});

let claimResult: Claim | null;
let hasKey: boolean;
let isClockRight: boolean;
let now: Date;
/** Calls of the fakes, in order. */
let calls: unknown[][];
let lines: Record<string, unknown>[];
let deliver: DeliverEndpointService;
/** Grants a slot to the waiting dispatcher. */
let grantSlot: () => void;
beforeEach(() => {
  [claimResult, hasKey, isClockRight, now, calls, lines] = [null, true, true, new Date(0), [], []];
  const recordCall = <T>(result: T, ...call: unknown[]): Promise<T> => {
    calls.push(call);
    return Promise.resolve(result);
  };
  const decryptSigningKeys = () => {
    if (!hasKey) throw new Error('the key is encrypted with version 99');
    return KEYS;
  };
  deliver = new DeliverEndpointService(
    {
      maxConcurrent: () => 1,
      acquire: () => new Promise<Slot[]>((resolve) => (grantSlot = () => resolve([{ release: () => undefined } as Slot]))),
    } as unknown as EndpointSlots,
    { run: (attempt: SignedAttempt, slot: Slot) => recordCall(true, 'attempt', attempt, slot) } as unknown as MakeAttemptService,
    {
      run: (...args: unknown[]) => recordCall(claimResult, 'claim', ...args),
      release: ({ id }: ClaimedDelivery) => recordCall(undefined, 'release', id),
    } as unknown as ClaimDeliveriesService,
    { run: (...args: unknown[]) => recordCall(undefined, 'skip', ...args) } as unknown as SkipWithoutUrlService,
    { decryptSigningKeys } as unknown as ServiceKeys,
    { isInSync: () => isClockRight, now: () => now } as DatabaseClock,
    pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) }),
  );
});
const claim = () => deliver.claim('e65c7519', 3, STOP);
const CLAIM_CALL = ['claim', 'e65c7519', 3];

describe('a claim for an endpoint', () => {
  it('is empty for an unknown service', async () => {
    await expect(claim()).resolves.toEqual({ items: [], drained: true });
    expect(calls).toEqual([CLAIM_CALL]);
  });

  it('is left to other workers while the clock of this worker is wrong', async () => {
    isClockRight = false;
    await expect(claim()).resolves.toEqual({ items: [], drained: true });
    expect(calls).toEqual([]);
  });

  it('is repeated after 20 ms while another worker claims for the endpoint', async () => {
    claimResult = makeClaim({ rest: 'busy' });
    await expect(claim()).resolves.toEqual({ items: [], drained: false, nextClaimDelayMs: 20 });
    expect(calls).toEqual([CLAIM_CALL]);
  });

  it('skips the due deliveries of a service without a URL', async () => {
    claimResult = makeClaim({ deliveries: [delivery('1')], rest: 'more' }, { url: null });
    await expect(claim()).resolves.toEqual({ items: [], drained: true });
    expect(calls).toEqual([CLAIM_CALL, ['skip', 'e65c7519', STOP]]);
  });

  it.each([
    ['the schedule of the service', [0, 7], [0, 7]],
    ['the default schedule', null, DEFAULT_RETRY_SCHEDULE],
  ])('returns a signed attempt for each delivery, with %s', async (_, retryScheduleSeconds, schedule) => {
    const deliveries = ['1', '2'].map(delivery);
    claimResult = makeClaim({ deliveries, rest: 'more' }, { retryScheduleSeconds });
    const { items, ...rest } = await claim();
    expect(rest).toEqual({ drained: false });
    expect(items).toEqual(
      deliveries.map((claimedDelivery) => ({
        delivery: claimedDelivery,
        schedule,
        notification: signedNotification(claimedDelivery, TARGET, KEYS),
      })),
    );
  });

  it('without deliveries returns whether more may be due, and needs no key', async () => {
    hasKey = false;
    claimResult = makeClaim({ rest: 'drained' });
    await expect(claim()).resolves.toEqual({ items: [], drained: true });
    claimResult = makeClaim({ rest: 'more' });
    await expect(claim()).resolves.toEqual({ items: [], drained: false });
    expect(lines).toEqual([]);
  });

  it('releases deliveries that this process cannot sign, logs the error, and is repeated in a minute', async () => {
    hasKey = false;
    claimResult = makeClaim({ deliveries: ['1', '2'].map(delivery), rest: 'drained' });
    await expect(claim()).resolves.toEqual({ items: [], drained: false, nextClaimDelayMs: 60_000 });
    expect(calls).toEqual([CLAIM_CALL, ['release', '1'], ['release', '2']]);
    expect(lines).toMatchObject([
      {
        serviceId: 'e65c7519',
        msg: 'could not sign notifications, no attempt was counted, this process retries in a minute',
        err: { message: 'the key is encrypted with version 99' },
      },
    ]);
  });
});

describe('an attempt of a claimed delivery', () => {
  const attempt = { delivery: delivery('1') } as SignedAttempt;
  const slot = {} as Slot;

  it('is made in its slot before the lease ends, and returns whether another delivery may be due', async () => {
    now = new Date(14_999);
    await expect(deliver.attempt(attempt, slot)).resolves.toBe(true);
    expect(calls).toEqual([['attempt', attempt, slot]]);
  });

  it('is not made after the lease has ended, is logged, and leads to another claim', async () => {
    now = new Date(15_000);
    await expect(deliver.attempt(attempt, slot)).resolves.toBe(true);
    expect(calls).toEqual([['release', '1']]);
    expect(lines).toMatchObject([
      { deliveryId: '1', msg: 'skipped a delivery attempt whose lease ended before its start, another worker may make it' },
    ]);
  });
});

it('an endpoint is awake from its wake-up until its work has ended, and the process waits for this end', async () => {
  expect(deliver.isAwake('e65c7519')).toBe(false);
  deliver.wake('e65c7519');
  expect([deliver.isAwake('e65c7519'), deliver.isAwake('other')]).toEqual([true, false]);
  let hasStopped = false;
  const stopped = deliver.stop().then(() => (hasStopped = true));
  await new Promise(setImmediate);
  expect(hasStopped).toBe(false);
  grantSlot();
  await stopped;
  expect(deliver.isAwake('e65c7519')).toBe(false);
  expect(calls).toEqual([]); // no claim is made after the stop
});
