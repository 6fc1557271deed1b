import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import type { AttemptResult } from '../../../src/connectors/acquirers/port/attempt.js';
import type { AcquirerConnector } from '../../../src/connectors/acquirers/port/acquirer-connector.js';
import { reasonOfBlikErrorCode } from '../../../src/connectors/acquirers/port/failure-reasons.js';
import type { CodeSubmission } from '../../../src/connectors/acquirers/port/submission.js';
import { CAUSE_OF_AMOUNT, CODE_SCENARIOS } from '../../../src/sandbox/acquirer/scenarios/code-scenarios.js';
import { scenarioTablesMarkdown } from '../../../src/sandbox/acquirer/scenarios/scenario-tables.js';
import { PAYMENT_SCENARIOS } from '../../../src/sandbox/acquirer/scenarios/payment-scenarios.js';
import { REFUND_SCENARIOS } from '../../../src/sandbox/acquirer/scenarios/refund-scenarios.js';
import { TEST_CARDS } from '../../../src/sandbox/acquirer/scenarios/test-cards.js';
import { checkGeneratedSection } from '../../support/generated-docs.js';
import { withConnectorTimeout } from '../../support/connector-timeout.js';
import {
  codeSubmission,
  refundRequest,
  type AcquirerWorld,
  attemptRequest,
  startedAttempt,
  startAcquirerWorld,
} from './support/acquirer-world.js';

const HOUR_SECONDS = 3_600;

const logLines: string[] = [];
let world: AcquirerWorld;
beforeAll(async () => {
  world = await startAcquirerWorld({ clockStopped: true, logger: pino({ level: 'info' }, { write: (line) => void logLines.push(line) }) });
});
afterAll(() => world.stop());

const money = (amountMinor: number) => ({ amountMinor, currency: 'PLN' });
/** One hour after the current business time, which other tests have moved. */
const inAnHour = async (): Promise<Date> => {
  const [row] = await world.database.query<{ offset_ms: string }[]>('SELECT offset_ms FROM business_clock');
  return new Date(new Date().getTime() + Number(row?.offset_ms) + HOUR_SECONDS * 1000);
};
const startPayment = async (changes: Parameters<typeof attemptRequest>[0], silent = false) => {
  const attempt = attemptRequest({ expiresAt: await inAnHour(), ...changes });
  const start = () => world.acquirer().start(attempt);
  const result = await (silent ? withConnectorTimeout(world.database, start, 'acquirer_payment') : start());
  return { result, started: startedAttempt(attempt, result) };
};
const deliverDueCallbacks = () => world.sandbox.deliverCallbacks('due');
/** Returns the outcomes in the callbacks about a payment, a refund or an alias, in the order of their arrival. */
async function reportedOutcomes(reference: string): Promise<string[]> {
  const callbacks = await Promise.all(world.rawCallbacksAbout(reference).map((raw) => world.acquirer().readCallback(raw)));
  return callbacks.flatMap((callback) =>
    callback.verdict === 'verified'
      ? callback.events.map((event) => ('result' in event ? event.result.outcome : event.kind))
      : [callback.verdict],
  );
}

interface Expected {
  /** The outcome of a poll right after the payer's confirmation. */
  now: string;
  /** The outcome of a poll after all steps of the scenario. */
  finally: string;
  /** Outcomes in the callbacks. */
  reports: string[];
  /** The request gets no response. */
  silent?: true;
  /** The callback arrives before the response. */
  beforeAnswer?: true;
}

/** Expected outcomes at the gateway for each amount. A new row of the table fails until its outcomes are added. */
const EXPECTED_PAYMENTS: Record<number, Expected> = {
  777_91: { now: 'failed', finally: 'failed', reports: ['failed'] },
  777_92: { now: 'pending', finally: 'paid', reports: ['paid'] },
  777_93: { now: 'pending', finally: 'paid', reports: [], silent: true },
  777_94: { now: 'paid', finally: 'paid', reports: ['paid', 'paid', 'paid'] },
  777_95: { now: 'paid', finally: 'failed', reports: ['paid', 'failed'] },
  777_96: { now: 'pending', finally: 'paid', reports: ['expired', 'paid'] },
  777_97: { now: 'paid', finally: 'paid', reports: ['paid'], beforeAnswer: true },
  777_98: { now: 'paid', finally: 'paid', reports: [] },
  777_99: { now: 'pending', finally: 'expired', reports: ['expired'] },
  100_00: { now: 'paid', finally: 'paid', reports: ['paid'] },
};

describe('payments on the acquirer’s pages', () => {
  it.each(PAYMENT_SCENARIOS.map((row) => [row.amountMinor ?? 100_00, row.outcome] as const))(
    'have this outcome at %d minor units: %s',
    async (amountMinor) => {
      const expected = EXPECTED_PAYMENTS[amountMinor];
      const { result, started } = await startPayment({ money: money(amountMinor) }, expected?.silent);
      expect(result.outcome).toBe(expected?.silent ? 'unknown' : expected?.beforeAnswer ? 'paid' : 'pending');
      expect(await reportedOutcomes(started.reference)).toEqual(expected?.beforeAnswer ? ['paid'] : []);
      const providerRef = started.providerRef ?? ((await world.acquirer().poll(started)) as AttemptResult).providerRef ?? '';
      if (!expected?.silent) expect((await world.decideOnPage(providerRef, 'confirm')).status).toBe(303);
      expect((await world.acquirer().poll(started)).outcome).toBe(expected?.now);
      await deliverDueCallbacks();
      await world.forward(2 * HOUR_SECONDS);
      await deliverDueCallbacks();
      expect((await world.acquirer().poll(started)).outcome).toBe(expected?.finally);
      expect(await reportedOutcomes(started.reference)).toEqual(expected?.reports);
    },
  );

  it.each(PAYMENT_SCENARIOS.flatMap(({ choice, amountMinor }) => (choice && amountMinor ? [[choice, amountMinor] as const] : [])))(
    'have the outcome "%s" at any amount when the payer chooses it on the page',
    async (choice, amountMinor) => {
      const expected = EXPECTED_PAYMENTS[amountMinor];
      const { started } = await startPayment({ money: money(49_99) });
      expect((await world.decideOnPage(started.providerRef ?? '', choice)).status).toBe(303);
      expect((await world.acquirer().poll(started)).outcome).toBe(expected?.now);
      await deliverDueCallbacks();
      await world.forward(2 * HOUR_SECONDS);
      await deliverDueCallbacks();
      expect(await reportedOutcomes(started.reference)).toEqual(expected?.reports);
    },
  );

  it('are explained on the acquirer’s page and in the log when the amount chose the outcome', async () => {
    const textOf = async (amountMinor: number): Promise<string> => {
      const { started } = await startPayment({ money: money(amountMinor) });
      return (await fetch(`${world.sandbox.url}/acquirer/pay/${started.providerRef}/confirm`)).text();
    };
    const explanation = 'the amount 777.99 means: abandoned: nothing happens, and it expires';
    expect(await textOf(777_99)).toContain(`In this sandbox ${explanation}.`);
    expect(await textOf(49_99)).not.toContain('In this sandbox the amount');
    expect(logLines.some((line) => line.includes(explanation))).toBe(true);
    expect(logLines.some((line) => line.includes('49.99'))).toBe(false);
  });

  it('have the same event id in repeated callbacks', async () => {
    const { started } = await startPayment({ money: money(777_94) });
    await world.decideOnPage(started.providerRef ?? '', 'confirm');
    await deliverDueCallbacks();
    const ids = world.rawCallbacksAbout(started.reference).map(({ body }) => (JSON.parse(body.toString()) as { eventId: string }).eventId);
    expect([ids.length, new Set(ids).size]).toEqual([3, 1]);
  });

  it('expire and are reported as expired when the payer does not pay', async () => {
    const { started } = await startPayment({});
    await world.forward(2 * HOUR_SECONDS);
    await deliverDueCallbacks();
    expect(await reportedOutcomes(started.reference)).toEqual(['expired']);
    expect((await world.decideOnPage(started.providerRef ?? '', 'confirm')).status).toBe(303);
    expect((await world.acquirer().poll(started)).outcome).toBe('expired');
  });
});

const EXPECTED_REFUNDS: Record<number, Expected> = {
  777_91: { now: 'rejected', finally: 'rejected', reports: ['rejected'] },
  777_92: { now: 'pending', finally: 'completed', reports: ['completed'] },
  777_93: { now: 'pending', finally: 'completed', reports: [], silent: true },
  777_94: { now: 'pending', finally: 'completed', reports: ['completed', 'completed', 'completed'] },
  777_95: { now: 'pending', finally: 'failed', reports: ['failed'] },
  777_96: { now: 'pending', finally: 'failed', reports: ['completed', 'failed'] },
  777_97: { now: 'completed', finally: 'completed', reports: ['completed'], beforeAnswer: true },
  777_98: { now: 'pending', finally: 'completed', reports: [] },
  777_99: { now: 'pending', finally: 'completed', reports: ['completed'] },
  100_00: { now: 'pending', finally: 'completed', reports: ['completed'] },
};

describe('refunds', () => {
  it.each(REFUND_SCENARIOS.map((row) => [row.amountMinor ?? 100_00, row.outcome] as const))(
    'have this outcome at %d minor units: %s',
    async (amountMinor) => {
      const expected = EXPECTED_REFUNDS[amountMinor];
      const { started } = await startPayment({ money: money(1_000_00) });
      await world.decideOnPage(started.providerRef ?? '', 'confirm');
      const refund = refundRequest(started, amountMinor);
      const send = () => world.acquirer().refund(refund);
      const { outcome } = await (expected?.silent ? withConnectorTimeout(world.database, send, 'acquirer_refund') : send());
      expect(outcome).toBe(expected?.silent ? 'unknown' : expected?.now);
      expect(await reportedOutcomes(refund.reference)).toEqual(expected?.beforeAnswer ? ['completed'] : []);
      expect((await world.acquirer().pollRefund({ ...refund, providerRef: null })).outcome).toBe(expected?.now);
      await deliverDueCallbacks();
      await world.forward(73 * HOUR_SECONDS);
      await deliverDueCallbacks();
      expect((await world.acquirer().pollRefund({ ...refund, providerRef: null })).outcome).toBe(expected?.finally);
      expect(await reportedOutcomes(refund.reference)).toEqual(expected?.reports);
    },
  );

  it('are rejected before the payment, above the rest of the payment and for cash, and a failed refund frees its amount', async () => {
    const { started } = await startPayment({ money: money(777_95) });
    const paid = await startPayment({ money: money(777_95) });
    await world.decideOnPage(paid.started.providerRef ?? '', 'confirm');
    expect((await world.acquirer().refund(refundRequest(started, 95))).outcome).toBe('rejected');
    await world.acquirer().refund(refundRequest(paid.started, 777_95));
    expect((await world.acquirer().refund(refundRequest(paid.started, 100))).outcome).toBe('rejected');
    await world.forward(2);
    expect((await world.acquirer().refund(refundRequest(paid.started, 100))).outcome).toBe('pending');
    const cash = await startPayment({ channel: 'paysafecash' });
    await world.decideOnPage(cash.started.providerRef ?? '', 'confirm');
    expect(await world.acquirer().refund(refundRequest(cash.started, 100))).toMatchObject({
      outcome: 'rejected',
      rawCode: 'NOT_REFUNDABLE',
    });
  });

  it('never exceed the payment when they are requested concurrently', async () => {
    const { started } = await startPayment({});
    await world.decideOnPage(started.providerRef ?? '', 'confirm');
    const results = await Promise.all(Array.from({ length: 10 }, () => world.acquirer().refund(refundRequest(started, 3_000))));
    expect(results.filter(({ outcome }) => outcome === 'pending')).toHaveLength(3);
  });
});

const WAITING_CODE = '654321'; // not a test value, so the payer has to confirm in the app
const PAID: Expected = { now: 'paid', finally: 'paid', reports: ['paid'] };
const EXPECTED_PAYMENTS_BY_CODE: Record<string, Expected> = {
  '777xxx': { now: 'paid', finally: 'paid', reports: ['paid'] },
  '000006': { now: 'pending', finally: 'failed', reports: ['failed'] },
  '000013': { now: 'pending', finally: 'paid', reports: [], silent: true },
  '000014': { now: 'pending', finally: 'paid', reports: ['paid'] },
  '000015': { now: 'paid', finally: 'paid', reports: ['paid', 'paid', 'paid'] },
  '000016': { now: 'paid', finally: 'failed', reports: ['paid', 'failed'] },
  '000017': { now: 'pending', finally: 'paid', reports: ['failed', 'paid'] },
  '000018': { now: 'paid', finally: 'paid', reports: ['paid'], beforeAnswer: true },
  '000019': PAID,
  '000020': PAID,
  '000021': PAID,
  '000022': PAID,
  [WAITING_CODE]: { now: 'pending', finally: 'failed', reports: ['failed'] },
};
/** Expected outcomes of an alias that is registered with the code, where they differ from those of the payment. */
const EXPECTED_ALIASES_BY_CODE: Record<string, Expected> = {
  '000019': { now: 'failed', finally: 'failed', reports: ['failed'] },
  '000020': { now: 'active', finally: 'unregistered', reports: ['active', 'unregistered'] },
  '000021': { now: 'active', finally: 'unregistered', reports: ['active', 'unregistered'] },
  '000022': { now: 'active', finally: 'expired', reports: ['active', 'expired'] },
};
const REFUSED: Expected = { now: 'failed', finally: 'failed', reports: ['failed'] };

describe('BLIK codes', () => {
  const submit = (started: Parameters<AcquirerConnector['submitCode']>[0], code: CodeSubmission, { silent }: Expected) => {
    const send = () => world.acquirer().submitCode(started, code);
    return silent ? withConnectorTimeout(world.database, send, 'acquirer_code') : send();
  };

  it.each(CODE_SCENARIOS.map(({ code, outcome }) => [code ?? WAITING_CODE, outcome] as const))(
    'have this outcome with the code %s: %s',
    async (code) => {
      const expected = EXPECTED_PAYMENTS_BY_CODE[code] ?? REFUSED;
      const { started } = await startPayment({ channel: 'blik' });
      const submission = codeSubmission(code.replace('xxx', '000'));
      const result = await submit(started, submission, expected);
      expect(result.outcome).toBe(expected.silent ? 'unknown' : expected.now);
      if (expected === REFUSED) {
        const [row] = CODE_SCENARIOS.filter((row) => row.code === code);
        const reason = reasonOfBlikErrorCode(row?.steps[0]?.cause ?? '');
        expect(result).toMatchObject({ reason, submission: submission.reference, next: { kind: 'needsCode' } });
      }
      expect(await reportedOutcomes(started.reference)).toEqual(expected.beforeAnswer ? ['paid'] : []);
      await deliverDueCallbacks();
      await world.forward(80);
      await deliverDueCallbacks();
      expect((await world.acquirer().poll(started)).outcome).toBe(expected.finally);
      expect(await reportedOutcomes(started.reference)).toEqual(expected.reports);
    },
  );

  it.each(CODE_SCENARIOS.map(({ code }) => code ?? WAITING_CODE))(
    'have the expected outcome of an alias that is registered with the code %s',
    async (code) => {
      const payment = EXPECTED_PAYMENTS_BY_CODE[code] ?? REFUSED;
      const expected = EXPECTED_ALIASES_BY_CODE[code] ?? payment;
      const ofAlias = (outcome: string): string => (outcome === 'paid' ? 'active' : outcome);
      const { started } = await startPayment({ channel: 'blik' });
      const reference = randomUUID().replaceAll('-', '');
      const alias = { reference, value: randomUUID(), providerRef: null, data: null };
      const submission = { ...codeSubmission(code.replace('xxx', '000')), register: { reference, value: alias.value, label: 'Shop' } };
      await submit(started, submission, payment);
      const pollOutcome = async () => (await world.acquirer().aliases.pollAlias(alias)).outcome;
      expect(await pollOutcome()).toBe(ofAlias(expected.now));
      await deliverDueCallbacks();
      await world.forward(2 * HOUR_SECONDS);
      await deliverDueCallbacks();
      expect(await pollOutcome()).toBe(ofAlias(expected.finally));
      expect(await reportedOutcomes(reference)).toEqual(expected.reports.map(ofAlias));
    },
  );

  it.each([...CAUSE_OF_AMOUNT])('fail with the code 777xxx at %d minor units: %s', async (amountMinor, cause) => {
    const { started } = await startPayment({ channel: 'blik-level0', money: money(amountMinor) });
    expect(await world.acquirer().submitCode(started, codeSubmission('777999'))).toMatchObject({
      outcome: 'failed',
      reason: reasonOfBlikErrorCode(cause),
      rawCode: cause,
    });
  });

  it('can be entered again after a refusal, but not after the payment is paid', async () => {
    const { started } = await startPayment({ channel: 'blik' });
    const outcomes: string[] = [];
    for (const code of ['000001', '000002', '777000', '000005']) {
      outcomes.push((await world.acquirer().submitCode(started, codeSubmission(code))).outcome);
    }
    expect(outcomes).toEqual(['failed', 'failed', 'paid', 'paid']);
  });

  it('pay once when the same submission is sent concurrently', async () => {
    const { started } = await startPayment({ channel: 'blik' });
    const code = codeSubmission('777000');
    const results = await Promise.all(Array.from({ length: 10 }, () => world.acquirer().submitCode(started, code)));
    expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['paid']));
    await deliverDueCallbacks();
    expect(await reportedOutcomes(started.reference)).toEqual(['paid']);
  });
});

describe('test cards', () => {
  it.each(TEST_CARDS.map(({ number, outcome, payerDecision }) => [number, outcome, payerDecision] as const))(
    'have this outcome with the number %s, and the number is not stored: %s',
    async (number, _, decides) => {
      const { started } = await startPayment({ channel: 'card' });
      const body = new URLSearchParams({ number, expiry: '12/40', cvc: '123' });
      const response = await fetch(`${world.sandbox.url}/acquirer/pay/${started.providerRef}`, {
        method: 'POST',
        redirect: 'manual',
        body,
      });
      expect(response.headers.get('location')).toMatch(decides === null ? /\/confirm$/ : /\/done$/);
      const { outcome } = await world.acquirer().poll(started);
      expect(outcome).toBe(decides === null ? 'pending' : decides === 'confirm' ? 'paid' : 'failed');
      const [stored] = await world.database.query<{ all: string }[]>(
        `SELECT (SELECT jsonb_agg(p) FROM sandbox.acquirer_payment p)::text || (SELECT jsonb_agg(s) FROM sandbox.acquirer_step s)::text AS all`,
      );
      expect(stored?.all).not.toContain(number);
    },
  );
});

describe('the test values of the acquirer', () => {
  it('are the same in the documentation and in the code', () =>
    checkGeneratedSection('docs/guides/test-values.md', 'acquirer-values', scenarioTablesMarkdown()));
});
