import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import type { AttemptResult } from '../../../src/connectors/acquirers/port/attempt.js';
import type { AcquirerConnector } from '../../../src/connectors/acquirers/port/acquirer-connector.js';
import { reasonOfTicketCode } from '../../../src/connectors/acquirers/port/failure-reasons.js';
import type { CodeSubmission } from '../../../src/connectors/acquirers/port/submission.js';
import { CAUSE_OF_AMOUNT, CODE_SCENARIOS } from '../../../src/sandbox/acquirer/scenarios/code-scenarios.js';
import { scenarioTablesMarkdown } from '../../../src/sandbox/acquirer/scenarios/scenario-tables.js';
import { PAYMENT_SCENARIOS } from '../../../src/sandbox/acquirer/scenarios/payment-scenarios.js';
import { REFUND_SCENARIOS } from '../../../src/sandbox/acquirer/scenarios/refund-scenarios.js';
import { TEST_CARDS } from '../../../src/sandbox/acquirer/scenarios/test-cards.js';
import { checkGeneratedSection } from '../../support/generated-docs.js';
import { withUnansweredOperator } from '../../support/unanswered-operator.js';
import {
  codeSubmission,
  refundRequest,
  type AcquirerWorld,
  attemptRequest,
  startedAttempt,
  startAcquirerWorld,
} from './support/acquirer-world.js';

const HOUR = 3_600;

const logged: string[] = [];
let world: AcquirerWorld;
beforeAll(async () => {
  world = await startAcquirerWorld({ clockStopped: true, logger: pino({ level: 'info' }, { write: (line) => void logged.push(line) }) });
});
afterAll(() => world.stop());

const money = (amountMinor: number) => ({ amountMinor, currency: 'PLN' });
/** By business time, which other tests have moved. */
const inAnHour = async (): Promise<Date> => {
  const [row] = await world.database.query<{ offset_ms: string }[]>('SELECT offset_ms FROM business_clock');
  return new Date(new Date().getTime() + Number(row?.offset_ms) + HOUR * 1000);
};
const begin = async (changes: Parameters<typeof attemptRequest>[0], silent = false) => {
  const attempt = attemptRequest({ expiresAt: await inAnHour(), ...changes });
  const start = () => world.acquirer().start(attempt);
  const result = await (silent ? withUnansweredOperator(world.database, start, 'acquirer_payment') : start());
  return { result, known: startedAttempt(attempt, result) };
};
const deliver = () => world.sandbox.deliverReports('due');
/** Outcomes of what was reported of a payment or refund, in the order in which it came. */
async function reported(reference: string): Promise<string[]> {
  const read = await Promise.all(world.rawReportsOn(reference).map((raw) => world.acquirer().readCallback(raw)));
  return read.flatMap((report) =>
    report.verdict === 'verified'
      ? report.events.map((event) => ('result' in event ? event.result.outcome : event.kind))
      : [report.verdict],
  );
}

interface Story {
  /** Outcomes of a poll right after the payer's confirmation, and once all time has passed. */
  now: string;
  finally: string;
  reports: string[];
  silent?: true;
  beforeAnswer?: true;
}

/** What the gateway must see for each amount; a new row in a table fails here until it is described. */
const PAYMENTS: Record<number, Story> = {
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

describe('payments by amount', () => {
  it.each(PAYMENT_SCENARIOS.map((row) => [row.amountMinor ?? 100_00, row.outcome] as const))('%d minor units: %s', async (amountMinor) => {
    const story = PAYMENTS[amountMinor];
    const { result, known } = await begin({ money: money(amountMinor) }, story?.silent);
    expect(result.outcome).toBe(story?.silent ? 'unknown' : story?.beforeAnswer ? 'paid' : 'pending');
    expect(await reported(known.reference)).toEqual(story?.beforeAnswer ? ['paid'] : []);
    const providerRef = known.providerRef ?? ((await world.acquirer().poll(known)) as AttemptResult).providerRef ?? '';
    if (!story?.silent) expect((await world.decide(providerRef, 'confirm')).status).toBe(303);
    expect((await world.acquirer().poll(known)).outcome).toBe(story?.now);
    await deliver();
    await world.forward(2 * HOUR);
    await deliver();
    expect((await world.acquirer().poll(known)).outcome).toBe(story?.finally);
    expect(await reported(known.reference)).toEqual(story?.reports);
  });

  it.each(PAYMENT_SCENARIOS.flatMap(({ choice, amountMinor }) => (choice && amountMinor ? [[choice, amountMinor] as const] : [])))(
    'and at any other amount by "%s" on the acquirer’s page',
    async (choice, amountMinor) => {
      const story = PAYMENTS[amountMinor];
      const { known } = await begin({ money: money(49_99) });
      expect((await world.decide(known.providerRef ?? '', choice)).status).toBe(303);
      expect((await world.acquirer().poll(known)).outcome).toBe(story?.now);
      await deliver();
      await world.forward(2 * HOUR);
      await deliver();
      expect(await reported(known.reference)).toEqual(story?.reports);
    },
  );

  it('are explained on the acquirer’s page and in the log, where an amount chose', async () => {
    const textOf = async (amountMinor: number): Promise<string> => {
      const { known } = await begin({ money: money(amountMinor) });
      return (await fetch(`${world.sandbox.url}/acquirer/pay/${known.providerRef}/confirm`)).text();
    };
    const words = 'the amount 777.99 means: abandoned: nothing happens, and it expires';
    expect(await textOf(777_99)).toContain(`In this sandbox ${words}.`);
    expect(await textOf(49_99)).not.toContain('In this sandbox the amount');
    expect(logged.some((line) => line.includes(words))).toBe(true);
    expect(logged.some((line) => line.includes('49.99'))).toBe(false);
  });

  it('repeated reports are one event', async () => {
    const { known } = await begin({ money: money(777_94) });
    await world.decide(known.providerRef ?? '', 'confirm');
    await deliver();
    const ids = world.rawReportsOn(known.reference).map(({ body }) => (JSON.parse(body.toString()) as { eventId: string }).eventId);
    expect([ids.length, new Set(ids).size]).toEqual([3, 1]);
  });

  it('one that nobody pays expires, and is reported as that', async () => {
    const { known } = await begin({});
    await world.forward(2 * HOUR);
    await deliver();
    expect(await reported(known.reference)).toEqual(['expired']);
    expect((await world.decide(known.providerRef ?? '', 'confirm')).status).toBe(303);
    expect((await world.acquirer().poll(known)).outcome).toBe('expired');
  });
});

const REFUNDS: Record<number, Story> = {
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

describe('refunds by amount', () => {
  it.each(REFUND_SCENARIOS.map((row) => [row.amountMinor ?? 100_00, row.outcome] as const))('%d minor units: %s', async (amountMinor) => {
    const story = REFUNDS[amountMinor];
    const { known } = await begin({ money: money(1_000_00) });
    await world.decide(known.providerRef ?? '', 'confirm');
    const refund = refundRequest(known, amountMinor);
    const tell = () => world.acquirer().refund(refund);
    const { outcome } = await (story?.silent ? withUnansweredOperator(world.database, tell, 'acquirer_refund') : tell());
    expect(outcome).toBe(story?.silent ? 'unknown' : story?.now);
    expect(await reported(refund.reference)).toEqual(story?.beforeAnswer ? ['completed'] : []);
    expect((await world.acquirer().pollRefund({ ...refund, providerRef: null })).outcome).toBe(story?.now);
    await deliver();
    await world.forward(73 * HOUR);
    await deliver();
    expect((await world.acquirer().pollRefund({ ...refund, providerRef: null })).outcome).toBe(story?.finally);
    expect(await reported(refund.reference)).toEqual(story?.reports);
  });

  it('a failed one leaves its money to be refunded again, and cash does not come back', async () => {
    const { known } = await begin({ money: money(777_95) });
    const paid = await begin({ money: money(777_95) });
    await world.decide(paid.known.providerRef ?? '', 'confirm');
    expect((await world.acquirer().refund(refundRequest(known, 95))).outcome).toBe('rejected');
    await world.acquirer().refund(refundRequest(paid.known, 777_95));
    expect((await world.acquirer().refund(refundRequest(paid.known, 100))).outcome).toBe('rejected');
    await world.forward(2);
    expect((await world.acquirer().refund(refundRequest(paid.known, 100))).outcome).toBe('pending');
    const cash = await begin({ channel: 'paysafecash' });
    await world.decide(cash.known.providerRef ?? '', 'confirm');
    expect(await world.acquirer().refund(refundRequest(cash.known, 100))).toMatchObject({ outcome: 'rejected', rawCode: 'NOT_REFUNDABLE' });
  });

  it('never give back more than was paid, also when all are asked for at once', async () => {
    const { known } = await begin({});
    await world.decide(known.providerRef ?? '', 'confirm');
    const answers = await Promise.all(Array.from({ length: 10 }, () => world.acquirer().refund(refundRequest(known, 3_000))));
    expect(answers.filter(({ outcome }) => outcome === 'pending')).toHaveLength(3);
  });
});

const PAID: Story = { now: 'paid', finally: 'paid', reports: ['paid'] };
const CODES: Record<string, Story> = {
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
  '654321': { now: 'pending', finally: 'failed', reports: ['failed'] },
};
/** Outcome of an alias that is registered with the code, where it differs from that of the payment. */
const ALIASES: Record<string, Story> = {
  '000019': { now: 'failed', finally: 'failed', reports: ['failed'] },
  '000020': { now: 'active', finally: 'unregistered', reports: ['active', 'unregistered'] },
  '000021': { now: 'active', finally: 'unregistered', reports: ['active', 'unregistered'] },
  '000022': { now: 'active', finally: 'expired', reports: ['active', 'expired'] },
};
const REFUSED: Story = { now: 'failed', finally: 'failed', reports: ['failed'] };

describe('BLIK codes', () => {
  const submit = (known: Parameters<AcquirerConnector['submitCode']>[0], code: CodeSubmission, { silent }: Story) => {
    const send = () => world.acquirer().submitCode(known, code);
    return silent ? withUnansweredOperator(world.database, send, 'acquirer_code') : send();
  };

  it.each(CODE_SCENARIOS.map(({ code, outcome }) => [code ?? '654321', outcome] as const))('%s: %s', async (code) => {
    const story = CODES[code] ?? REFUSED;
    const { known } = await begin({ channel: 'blik' });
    const submission = codeSubmission(code.replace('xxx', '000'));
    const result = await submit(known, submission, story);
    expect(result.outcome).toBe(story.silent ? 'unknown' : story.now);
    if (story === REFUSED) {
      const [row] = CODE_SCENARIOS.filter((one) => one.code === code);
      const reason = reasonOfTicketCode(row?.steps[0]?.cause ?? '');
      expect(result).toMatchObject({ reason, submission: submission.reference, next: { kind: 'needsCode' } });
    }
    expect(await reported(known.reference)).toEqual(story.beforeAnswer ? ['paid'] : []);
    await deliver();
    await world.forward(80);
    await deliver();
    expect((await world.acquirer().poll(known)).outcome).toBe(story.finally);
    expect(await reported(known.reference)).toEqual(story.reports);
  });

  it.each(CODE_SCENARIOS.map(({ code }) => code ?? '654321'))('%s, and the alias that comes with it', async (code) => {
    const payment = CODES[code] ?? REFUSED;
    const story = ALIASES[code] ?? payment;
    const word = (outcome: string): string => (outcome === 'paid' ? 'active' : outcome);
    const { known } = await begin({ channel: 'blik' });
    const reference = randomUUID().replaceAll('-', '');
    const alias = { reference, value: randomUUID(), providerRef: null, data: null };
    const submission = { ...codeSubmission(code.replace('xxx', '000')), register: { reference, value: alias.value, label: 'Shop' } };
    await submit(known, submission, payment);
    const ask = async () => (await world.acquirer().aliases.pollAlias(alias)).outcome;
    expect(await ask()).toBe(word(story.now));
    await deliver();
    await world.forward(2 * HOUR);
    await deliver();
    expect(await ask()).toBe(word(story.finally));
    expect(await reported(reference)).toEqual(story.reports.map(word));
  });

  it.each([...CAUSE_OF_AMOUNT])('777xxx at %d minor units is %s', async (amountMinor, cause) => {
    const { known } = await begin({ channel: 'blik-level0', money: money(amountMinor) });
    expect(await world.acquirer().submitCode(known, codeSubmission('777999'))).toMatchObject({
      outcome: 'failed',
      reason: reasonOfTicketCode(cause),
      rawCode: cause,
    });
  });

  it('a payment takes the next code after one was refused, and no second once it is paid', async () => {
    const { known } = await begin({ channel: 'blik' });
    const outcomes: string[] = [];
    for (const code of ['000001', '000002', '777000', '000005']) {
      outcomes.push((await world.acquirer().submitCode(known, codeSubmission(code))).outcome);
    }
    expect(outcomes).toEqual(['failed', 'failed', 'paid', 'paid']);
  });

  it('the same try again is the same try, and of several at once only one pays', async () => {
    const { known } = await begin({ channel: 'blik' });
    const code = codeSubmission('777000');
    const answers = await Promise.all(Array.from({ length: 10 }, () => world.acquirer().submitCode(known, code)));
    expect(new Set(answers.map(({ outcome }) => outcome))).toEqual(new Set(['paid']));
    await deliver();
    expect(await reported(known.reference)).toEqual(['paid']);
  });
});

describe('test cards', () => {
  it.each(TEST_CARDS.map(({ number, outcome, decides }) => [number, outcome, decides] as const))('%s: %s', async (number, _, decides) => {
    const { known } = await begin({ channel: 'card' });
    const body = new URLSearchParams({ number, expiry: '12/40', cvc: '123' });
    const response = await fetch(`${world.sandbox.url}/acquirer/pay/${known.providerRef}`, { method: 'POST', redirect: 'manual', body });
    expect(response.headers.get('location')).toMatch(decides === null ? /\/confirm$/ : /\/done$/);
    const { outcome } = await world.acquirer().poll(known);
    expect(outcome).toBe(decides === null ? 'pending' : decides === 'confirm' ? 'paid' : 'failed');
    const [kept] = await world.database.query<{ all: string }[]>(
      `SELECT (SELECT jsonb_agg(p) FROM sandbox.acquirer_payment p)::text || (SELECT jsonb_agg(s) FROM sandbox.acquirer_step s)::text AS all`,
    );
    expect(kept?.all).not.toContain(number);
  });
});

describe('the magic values of the acquirer', () => {
  it('are in the document as they are in the code', () =>
    checkGeneratedSection('docs/guides/test-values.md', 'acquirer-values', scenarioTablesMarkdown()));
});
