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
const claimOf = (changes: Partial<Claim>, target: Partial<Claim['target']> = {}): Claim => ({
  deliveries: [],
  rest: 'drained',
  target: { ...TARGET, retryScheduleSeconds: null, keys: [], ...target },
  ...changes,
});

let given: Claim | null;
let canSign: boolean;
let clockIsRight: boolean;
let now: Date;
/** The calls of the fakes, in order. */
let steps: unknown[][];
let lines: Record<string, unknown>[];
let deliver: DeliverEndpointService;
/** Gives a slot to the waiting turn. */
let giveSlot: () => void;
beforeEach(() => {
  [given, canSign, clockIsRight, now, steps, lines] = [null, true, true, new Date(0), [], []];
  const noted = <T>(answer: T, ...step: unknown[]): Promise<T> => {
    steps.push(step);
    return Promise.resolve(answer);
  };
  const opened = () => {
    if (!canSign) throw new Error('the key is sealed with version 99');
    return KEYS;
  };
  deliver = new DeliverEndpointService(
    {
      most: () => 1,
      take: () => new Promise<Slot[]>((resolve) => (giveSlot = () => resolve([{ giveBack: () => undefined } as Slot]))),
    } as unknown as EndpointSlots,
    { run: (attempt: SignedAttempt, slot: Slot) => noted(true, 'attempt', attempt, slot) } as unknown as MakeAttemptService,
    {
      run: (...question: unknown[]) => noted(given, 'claim', ...question),
      giveBack: ({ id }: ClaimedDelivery) => noted(undefined, 'give back', id),
    } as unknown as ClaimDeliveriesService,
    { run: (...work: unknown[]) => noted(undefined, 'drop', ...work) } as unknown as SkipWithoutUrlService,
    { opened } as unknown as ServiceKeys,
    { isRight: () => clockIsRight, now: () => now } as DatabaseClock,
    pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) }),
  );
});
const claim = () => deliver.claim('e65c7519', 3, STOP);
const CLAIMED = ['claim', 'e65c7519', 3];

describe('the turn of an endpoint', () => {
  it('has nothing to do where there is no such service', async () => {
    await expect(claim()).resolves.toEqual({ items: [], drained: true });
    expect(steps).toEqual([CLAIMED]);
  });

  it('is left to other workers while the clock of this one is wrong', async () => {
    clockIsRight = false;
    await expect(claim()).resolves.toEqual({ items: [], drained: true });
    expect(steps).toEqual([]);
  });

  it('is asked for again in a moment while somebody else has it', async () => {
    given = claimOf({ rest: 'busy' });
    await expect(claim()).resolves.toEqual({ items: [], drained: false, restMs: 20 });
    expect(steps).toEqual([CLAIMED]);
  });

  it('drops what is due where there is no address', async () => {
    given = claimOf({ deliveries: [delivery('1')], rest: 'more' }, { url: null });
    await expect(claim()).resolves.toEqual({ items: [], drained: true });
    expect(steps).toEqual([CLAIMED, ['drop', 'e65c7519', STOP]]);
  });

  it.each([
    ['the schedule of the service', [0, 7], [0, 7]],
    ['the default schedule', null, DEFAULT_RETRY_SCHEDULE],
  ])('makes an attempt of each delivery, with %s', async (_, retryScheduleSeconds, schedule) => {
    const deliveries = ['1', '2'].map(delivery);
    given = claimOf({ deliveries, rest: 'more' }, { retryScheduleSeconds });
    const { items, ...rest } = await claim();
    expect(rest).toEqual({ drained: false });
    expect(items).toEqual(deliveries.map((each) => ({ delivery: each, schedule, notification: signedNotification(each, TARGET, KEYS) })));
  });

  it('that brings nothing says whether anything is left, and needs no key', async () => {
    canSign = false;
    given = claimOf({ rest: 'drained' });
    await expect(claim()).resolves.toEqual({ items: [], drained: true });
    given = claimOf({ rest: 'more' });
    await expect(claim()).resolves.toEqual({ items: [], drained: false });
    expect(lines).toEqual([]);
  });

  it('gives back what cannot be signed here, tells so, and looks again in a minute', async () => {
    canSign = false;
    given = claimOf({ deliveries: ['1', '2'].map(delivery), rest: 'drained' });
    await expect(claim()).resolves.toEqual({ items: [], drained: false, restMs: 60_000 });
    expect(steps).toEqual([CLAIMED, ['give back', '1'], ['give back', '2']]);
    expect(lines).toMatchObject([
      {
        serviceId: 'e65c7519',
        msg: 'notifications cannot be signed here: no attempt is made or counted, and none for a minute',
        err: { message: 'the key is sealed with version 99' },
      },
    ]);
  });
});

describe('an attempt', () => {
  const attempt = { delivery: delivery('1') } as SignedAttempt;
  const slot = {} as Slot;

  it('is made in its slot until the lease ends, and says whether something became due', async () => {
    now = new Date(14_999);
    await expect(deliver.attempt(attempt, slot)).resolves.toBe(true);
    expect(steps).toEqual([['attempt', attempt, slot]]);
  });

  it('is not begun after its lease, which is told, and the next claim looks again', async () => {
    now = new Date(15_000);
    await expect(deliver.attempt(attempt, slot)).resolves.toBe(true);
    expect(steps).toEqual([['give back', '1']]);
    expect(lines).toMatchObject([{ deliveryId: '1', msg: 'a lease ended before the attempt began: none is made here' }]);
  });
});

it('an endpoint is awake from its wake-up on, until its work has ended, which the end of the process waits for', async () => {
  expect(deliver.isAwake('e65c7519')).toBe(false);
  deliver.wake('e65c7519');
  expect([deliver.isAwake('e65c7519'), deliver.isAwake('other')]).toEqual([true, false]);
  let isOver = false;
  const over = deliver.stop().then(() => (isOver = true));
  await new Promise(setImmediate);
  expect(isOver).toBe(false);
  giveSlot();
  await over;
  expect(deliver.isAwake('e65c7519')).toBe(false);
  expect(steps).toEqual([]); // nothing more is claimed
});
