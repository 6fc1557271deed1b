import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MandateRequest } from '../../../src/connectors/acquirers/port/mandate.js';
import { reasonOfTicketCode } from '../../../src/connectors/acquirers/port/failure-reasons.js';
import { CAUSE_OF_AMOUNT, CODE_SCENARIOS } from '../../../src/sandbox/acquirer/scenarios/code-scenarios.js';
import { withUnansweredOperator } from '../../support/unanswered-operator.js';
import {
  mandateCharge,
  mandateRequest,
  type AcquirerWorld,
  codeSubmission,
  startAcquirerWorld,
  startedAttempt,
  startedMandate,
} from './support/acquirer-world.js';

let world: AcquirerWorld;
beforeAll(async () => {
  world = await startAcquirerWorld({ clockStopped: true });
});
afterAll(() => world.stop());

const WAITS = '654321';
const DAY = 86_400;
const recurring = () => world.acquirer().recurring;
const pln = (amountMinor: number) => ({ amountMinor, currency: 'PLN' });
const register = async (changes: Parameters<typeof mandateRequest>[0] = {}) => {
  const request = mandateRequest(changes);
  return { request, consent: startedMandate(request), result: await recurring().registerMandate(request) };
};
const ask = ({ request }: { request: MandateRequest }) => recurring().pollMandate(startedMandate(request));
const first = ({ request }: { request: MandateRequest }) => world.acquirer().poll(startedAttempt(request.attempt, { outcome: 'not_sent' }));
const reported = async (reference: string): Promise<string[]> => {
  const read = await Promise.all(world.rawReportsOn(reference).map((raw) => world.acquirer().readCallback(raw)));
  return read
    .flatMap((report) => (report.verdict === 'verified' ? report.events : []))
    .map((event) => ('result' in event ? event.result.outcome : event.kind));
};

interface Story {
  now: string;
  finally: string;
  reports: string[];
}

/** Outcomes of a mandate and of its first payment, for what differs from a refusal at once; a new row of the table fails until it is here. */
const STORIES: Record<string, Story & { silent?: true; beforeAnswer?: true; payment?: Story }> = {
  '777xxx': { now: 'active', finally: 'active', reports: ['active'] },
  '000006': { now: 'pending', finally: 'failed', reports: ['failed'] },
  '000013': { now: 'pending', finally: 'active', reports: [], silent: true },
  '000014': { now: 'pending', finally: 'active', reports: ['active'] },
  '000015': { now: 'active', finally: 'active', reports: ['active', 'active', 'active'] },
  '000016': { now: 'active', finally: 'failed', reports: ['active', 'failed'] },
  '000017': { now: 'pending', finally: 'active', reports: ['failed', 'active'] },
  '000018': { now: 'active', finally: 'active', reports: ['active'], beforeAnswer: true },
  '000019': { now: 'failed', finally: 'failed', reports: ['failed'], payment: { now: 'paid', finally: 'paid', reports: ['paid'] } },
  '000020': {
    now: 'active',
    finally: 'revoked',
    reports: ['active', 'revoked'],
    payment: { now: 'paid', finally: 'paid', reports: ['paid'] },
  },
  '000021': {
    now: 'active',
    finally: 'revoked',
    reports: ['active', 'revoked'],
    payment: { now: 'paid', finally: 'paid', reports: ['paid'] },
  },
  '000022': {
    now: 'active',
    finally: 'expired',
    reports: ['active', 'expired'],
    payment: { now: 'paid', finally: 'paid', reports: ['paid'] },
  },
  [WAITS]: { now: 'pending', finally: 'failed', reports: ['failed'] },
};
const REFUSED: Story = { now: 'failed', finally: 'failed', reports: ['failed'] };
const ofPayment = (words: string): string => (words === 'active' ? 'paid' : words);

describe('a mandate by its code', () => {
  it.each(CODE_SCENARIOS.map(({ code, outcome }) => [code ?? WAITS, outcome] as const))('%s: %s', async (code) => {
    const story = STORIES[code] ?? REFUSED;
    const { silent, beforeAnswer, payment } = { silent: false, beforeAnswer: false, payment: null, ...story };
    const request = mandateRequest({ code: code.replace('xxx', '000'), money: pln(1_000) });
    request.attempt.expiresAt = new Date((await world.now()).getTime() + 3_600_000);
    const send = () => recurring().registerMandate(request);
    const result = await (silent ? withUnansweredOperator(world.database, send, 'acquirer_payment') : send());
    expect(result.outcome).toBe(silent ? 'unknown' : story.now);
    if (story === REFUSED) {
      const [row] = CODE_SCENARIOS.filter((one) => one.code === code);
      expect(result).toMatchObject({ reason: reasonOfTicketCode(row?.steps[0]?.cause ?? ''), next: { kind: 'none' }, appKey: null });
    }
    const expected = payment ?? { now: ofPayment(story.now), finally: ofPayment(story.finally), reports: story.reports.map(ofPayment) };
    expect(await reported(request.reference)).toEqual(beforeAnswer ? ['active'] : []);
    expect((await first({ request })).outcome).toBe(expected.now);
    await world.sandbox.deliverReports('due');
    await world.forward(2 * 3_600);
    await world.sandbox.deliverReports('due');
    expect((await ask({ request })).outcome).toBe(story.finally);
    expect((await first({ request })).outcome).toBe(expected.finally);
    expect(await reported(request.reference)).toEqual(story.reports);
    expect(await reported(request.attempt.reference)).toEqual(expected.reports);
  });

  it.each([...CAUSE_OF_AMOUNT])('whose first payment is of %d minor units fails with it: %s', async (amountMinor, cause) => {
    const known = await register({ money: pln(amountMinor) });
    expect(known.result).toMatchObject({ outcome: 'failed', reason: reasonOfTicketCode(cause), rawCode: cause });
    expect(await first(known)).toMatchObject({ outcome: 'failed', reason: reasonOfTicketCode(cause), next: { kind: 'none' } });
  });

  it('needs no payment: none is made', async () => {
    const known = await register();
    expect(known.result).toMatchObject({ outcome: 'active', appKey: 'debowy' });
    expect(await first(known)).toEqual({ outcome: 'not_found' });
  });

  it('says who ended it', async () => {
    const [byPayer, byScheme] = [await register({ code: '000020' }), await register({ code: '000021' })];
    await world.forward(60);
    expect(await ask(byPayer)).toMatchObject({ outcome: 'revoked', by: 'payer', appKey: 'debowy' });
    expect(await ask(byScheme)).toMatchObject({ outcome: 'revoked', by: 'scheme' });
  });

  it('tells of repeated reports that they are one event', async () => {
    const { request } = await register({ code: '000015' });
    await world.sandbox.deliverReports('due');
    const ids = world.rawReportsOn(request.reference).map(({ body }) => (JSON.parse(body.toString()) as { eventId: string }).eventId);
    expect([ids.length, new Set(ids).size]).toEqual([3, 1]);
  });
});

describe('a mandate in the bank’s app', () => {
  const waiting = (changes: Parameters<typeof mandateRequest>[0] = {}) => register({ code: WAITS, ...changes });
  const answer = ({ request }: { request: MandateRequest }, word: string, bank = 'debowy') =>
    world.inApp(`${bank}/consents/${request.reference}`, word);

  it('is answered by the form that the app shows', async () => {
    const known = await waiting();
    const page = await (await fetch(`${world.sandbox.url}/bank-app/debowy`)).text();
    const [, action = ''] = new RegExp(`action="([^"]+/${known.request.reference})"`).exec(page) ?? [];
    const body = new URLSearchParams({ answer: 'accept' });
    const { status } = await fetch(new URL(action, world.sandbox.url), { method: 'POST', redirect: 'manual', body });
    expect(status).toBe(303);
    expect(await ask(known)).toMatchObject({ outcome: 'active' });
  });

  it('waits for a minute, with its payment, and both follow from the payer’s one word', async () => {
    const [known, refused] = [await waiting({ money: pln(1_000) }), await waiting({ money: pln(1_000) })];
    expect(known.result).toMatchObject({ outcome: 'pending', appKey: null, next: { kind: 'waitPayer' } });
    expect(await first(known)).toMatchObject({ outcome: 'pending', next: { kind: 'waitPayer' } });
    expect((await answer(known, 'accept')).status).toBe(303);
    await answer(known, 'refuse'); // too late
    await answer(refused, 'refuse');
    await answer(refused, 'accept');
    expect(await ask(known)).toMatchObject({ outcome: 'active', appKey: 'debowy', next: { kind: 'none' } });
    expect((await first(known)).outcome).toBe('paid');
    await world.forward(60); // when it would have run out
    expect([(await ask(known)).outcome, (await first(known)).outcome]).toEqual(['active', 'paid']);
    expect(await ask(refused)).toMatchObject({ outcome: 'failed', reason: 'payer_declined' });
    expect(await first(refused)).toMatchObject({ outcome: 'failed', reason: 'payer_declined' });
  });

  it('runs out', async () => {
    const known = await waiting();
    await world.forward(60);
    await answer(known, 'accept');
    expect(await ask(known)).toMatchObject({ outcome: 'failed', reason: 'payer_timeout' });
  });

  it('is not asked for by the app when a magic code decides', async () => {
    const known = await register({ code: '000006' });
    expect(known.result).toMatchObject({ outcome: 'pending', next: { kind: 'waitPayer' } });
    expect((await answer(known, 'accept')).status).toBe(404);
    expect(await (await fetch(`${world.sandbox.url}/bank-app/debowy`)).text()).not.toContain(known.request.reference);
  });

  it('is nobody else’s', async () => {
    const known = await waiting();
    expect((await answer(known, 'accept', 'morski')).status).toBe(404);
    expect((await answer(known, 'cancel')).status).toBe(404);
    expect((await world.inApp('debowy/consents/nothing', 'accept')).status).toBe(404);
    expect((await answer(known, 'accept', 'nobank')).status).toBe(404);
    expect((await ask(known)).outcome).toBe('pending');
  });

  it('is ended by the payer or by the bank, and charges that wait end with it', async () => {
    for (const [word, by] of [
      ['cancel', 'payer'],
      ['close', 'scheme'],
    ] as const) {
      const known = await register({ model: 'M' });
      const charge = mandateCharge(known.consent, 500);
      expect(await recurring().chargeMandate(charge)).toMatchObject({ outcome: 'pending' });
      await world.inApp(`debowy/agreements/${known.request.reference}`, word);
      await world.inApp(`debowy/agreements/${known.request.reference}`, word);
      expect(await ask(known)).toMatchObject({ outcome: 'revoked', by });
      expect(await world.acquirer().poll({ ...charge.attempt, providerRef: null, data: null })).toMatchObject({ reason: 'alias_declined' });
      await world.sandbox.deliverReports('due');
      expect(await reported(known.request.reference)).toEqual(['active', 'revoked']);
    }
  });

  it.each(['merchant', 'payer'] as const)('is revoked as the %s wishes, waiting or active, and again is the same', async (wish) => {
    const [asked, active] = [await waiting({ money: pln(1_000) }), await register()];
    for (const known of [asked, active, active]) {
      expect(await recurring().revokeMandate(known.consent, wish)).toMatchObject({ outcome: 'revoked', by: wish });
    }
    expect((await first(asked)).outcome).toBe('failed');
    await answer(asked, 'accept');
    expect((await ask(asked)).outcome).toBe('revoked');
  });

  it('stays when everything that waits is let run out', async () => {
    const known = await register({ terms: { ...mandateRequest().terms, expiresAt: new Date((await world.now()).getTime() + DAY * 1000) } });
    await world.sandbox.deliverReports('all');
    expect((await ask(known)).outcome).toBe('active');
  });

  it('expires when it was agreed to', async () => {
    const expiresAt = new Date((await world.now()).getTime() + 30 * DAY * 1000);
    const known = await register({ terms: { ...mandateRequest().terms, expiresAt } });
    await world.forward(30 * DAY - 1);
    expect((await ask(known)).outcome).toBe('active');
    await world.forward(1);
    expect((await ask(known)).outcome).toBe('expired');
    await world.inApp(`debowy/agreements/${known.request.reference}`, 'cancel');
    expect((await ask(known)).outcome).toBe('expired');
  });
});

describe('the same mandate', () => {
  it('sent many times at once is one, and takes the app’s code once', async () => {
    const { code } = (await (await fetch(`${world.sandbox.url}/bank-app/polarny/code.json`, { method: 'POST' })).json()) as {
      code: string;
    };
    const request = mandateRequest({ code });
    const answers = await Promise.all(Array.from({ length: 10 }, () => recurring().registerMandate(request)));
    expect(new Set(answers.map((one) => ('providerRef' in one ? `${one.providerRef} ${one.outcome}` : one.outcome))).size).toBe(1);
    expect(answers[0]).toMatchObject({ outcome: 'pending' });
    expect(await recurring().registerMandate(mandateRequest({ code }))).toMatchObject({ outcome: 'failed', reason: 'code_used' });
  });

  it('is not another one, nor another’s payment', async () => {
    const { request } = await register({ money: pln(1_000) });
    expect(await recurring().registerMandate({ ...request, model: 'M' })).toMatchObject({ outcome: 'unknown' });
    const { attempt } = request;
    expect(await recurring().registerMandate({ ...mandateRequest(), attempt })).toMatchObject({ outcome: 'unknown' });
  });

  it('takes no second code', async () => {
    const { request } = await register({ code: WAITS, money: pln(1_000) });
    const { providerRef } = { providerRef: null, ...(await first({ request })) };
    await world.acquirer().submitCode({ ...request.attempt, providerRef, data: null }, codeSubmission('777000'));
    expect((await first({ request })).outcome).toBe('pending');
  });
});
