import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { VerifyLedgerService } from '../../src/platform/ledger/verification/verify-ledger.service.js';
import { CreateServiceForPayments } from '../../src/products/payments/services/create-service-for-payments.js';
import { freePort } from '../support/free-port.js';
import { type Buyer, createAndPay } from '../support/paid-payment.js';
import { until } from '../support/until.js';
import { expectConsistent } from './support/expect-consistent.js';
import { type FaultWorld, startFaultWorld } from './support/fault-world.js';
import type { GatewayProcess } from './support/gateway-process.js';

/**
 * Key of an advisory lock. The trigger of `createGate` makes the worker wait for this lock at a change of a refund. The test holds the lock
 * until it has killed the worker at that point.
 */
const GATE = 7_300_211;

/** Processes are started many times, which takes long on a busy machine. */
jest.setTimeout(300_000);

let world: FaultWorld;
let worker: GatewayProcess;
let buyer: Buyer;
/** The payment that a test refunds. An earlier payment has filled the wallet, because a refund does not return the commission. */
let payment: string;
beforeAll(async () => {
  world = await startFaultWorld();
  const port = await freePort();
  const api = await world.gateway('api', { SANDBOX_PORT: String(port), PAYMENT_HOLD_PER_ADDRESS: '0' });
  worker = await world.gateway('worker', { SANDBOX: 'on', SANDBOX_CONNECTOR_URL: `http://127.0.0.1:${port}` });
  const shop = await world.shop(api);
  const { id: serviceId } = await world.withServices((get) =>
    get(CreateServiceForPayments).run({ partnerId: shop.partnerId, name: 'Books', notifyUrl: `${shop.receiver.url}/notify` }),
  );
  buyer = { http: api.http, token: shop.token, serviceId };
  await createAndPay(buyer, 9_000);
  await world.sql(`CREATE FUNCTION test_wait() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_advisory_xact_lock_shared(${GATE}); RETURN NEW; END $$`);
});
afterAll(() => world.stop());
beforeEach(async () => {
  payment = await createAndPay(buyer, 800);
});
afterEach(async () => {
  await world.sql('DROP TRIGGER IF EXISTS test_gate ON payment_refund');
  await expectConsistent(world);
  expect(await world.withServices((get) => get(VerifyLedgerService).run())).toMatchObject({ firstInconsistentRow: null });
});

const path = (): string => `/payment/${buyer.serviceId}/transactions/${payment}`;
const refund = async (amount: number): Promise<string> => {
  const response = await buyer.http.post(`${path()}/refunds`, { token: buyer.token, body: { amount } });
  if (response.status !== 200) throw new Error(`The refund was not created: ${response.text}`);
  return response.body.data.refund_id as string;
};
const statusOf = async (id: string): Promise<string> =>
  (await buyer.http.get(`${path()}/refunds/${id}`, { token: buyer.token })).body.data.status;
/** The sessions that wait for this kind of lock. */
const findWaitingSessions = (event: string): Promise<{ pid: number }[]> =>
  world.sql('SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event = $1', [event]);
const waitUntilBlocked = (event: string): Promise<unknown> =>
  until(
    () => findWaitingSessions(event),
    ({ length }) => length > 0,
  );
const createGate = (when: 'BEFORE' | 'COMMIT', status: string): Promise<unknown> =>
  world.sql(
    `CREATE ${when === 'COMMIT' ? 'CONSTRAINT TRIGGER test_gate AFTER' : 'TRIGGER test_gate BEFORE'} UPDATE ON payment_refund
     ${when === 'COMMIT' ? 'DEFERRABLE INITIALLY DEFERRED' : ''} FOR EACH ROW WHEN (NEW.status = '${status}' AND OLD.status <> '${status}')
     EXECUTE FUNCTION test_wait()`,
  );
const closeGate = (): Promise<{ end(): Promise<void> }> => world.holdOpen(`SELECT pg_advisory_xact_lock(${GATE})`);
/** Makes refunds due, as if the time until their next poll had passed. */
const makeDue = (): Promise<unknown> => world.sql('UPDATE payment_refund SET next_poll_at = now() WHERE next_poll_at > now()');
const waitUntilCompleted = (id: string): Promise<unknown> =>
  until(
    async () => {
      await makeDue();
      return statusOf(id);
    },
    (status) => status === 'refund_completed',
  );

/** Fails unless the sandbox acquirer received the refund once, under its reference, and completed it once with this amount. */
const expectRefundedOnce = async (id: string, amountMinor: number): Promise<void> => {
  const sandboxRefunds = await world.sql<{ reference: string; amount: string; done: number }>(
    `SELECT r.reference, r.amount_minor AS amount,
       (SELECT count(DISTINCT s.event_id)::int FROM sandbox.acquirer_step s WHERE s.refund = r.reference AND s.state = 'DONE') AS done
     FROM sandbox.acquirer_refund r JOIN sandbox.acquirer_payment p ON p.id = r.payment_id
       JOIN payment_attempt a ON replace(a.reference::text, '-', '') = p.reference WHERE a.transaction_id = $1`,
    [payment],
  );
  expect(sandboxRefunds).toEqual([{ reference: id.replaceAll('-', ''), amount: String(amountMinor), done: 1 }]);
  const entries = await world.sql<{ kind: string }>(`SELECT kind FROM ledger_entry WHERE reference = $1 ORDER BY kind`, [
    `${payment}:${id}`,
  ]);
  expect(entries.map(({ kind }) => kind)).toEqual(['refund.completed', 'refund.reserved']);
};

describe('a worker that is killed with SIGKILL', () => {
  it('after it claimed a refund, but before it stored that the acquirer may be called, leaves the refund to the next worker', async () => {
    await createGate('BEFORE', 'refund_pending');
    const gate = await closeGate();
    const id = await refund(5);
    await waitUntilBlocked('advisory');
    await worker.kill();
    for (const { pid } of await findWaitingSessions('advisory')) await world.sql('SELECT pg_terminate_backend($1, 10000)', [pid]);
    await gate.end();
    expect(await statusOf(id)).toBe('refund_new');
    await worker.startAgain();
    await waitUntilCompleted(id);
    await expectRefundedOnce(id, 500);
  });

  it('while it commits that the acquirer may be called, leads to one completed refund', async () => {
    await createGate('COMMIT', 'refund_pending');
    const gate = await closeGate();
    const id = await refund(5);
    await waitUntilBlocked('advisory');
    await worker.kill();
    await gate.end(); // The database finishes the commit.
    await until(
      () => findWaitingSessions('advisory'),
      ({ length }) => length === 0,
    );
    expect(await statusOf(id)).toBe('refund_pending');
    await worker.startAgain();
    await waitUntilCompleted(id);
    await expectRefundedOnce(id, 500);
  });

  it('while the acquirer handles its call, leads to one completed refund', async () => {
    const slow = await world.holdOpen('LOCK TABLE sandbox.acquirer_refund IN EXCLUSIVE MODE');
    const id = await refund(5);
    await waitUntilBlocked('relation');
    await worker.kill();
    await slow.end();
    expect(await statusOf(id)).toBe('refund_pending');
    await worker.startAgain();
    await waitUntilCompleted(id);
    await expectRefundedOnce(id, 500);
  });

  it('after the acquirer accepted the refund, but before it received the response, leads to one completed refund', async () => {
    const id = await refund(777.93);
    await until(
      () => world.sql('SELECT FROM sandbox.acquirer_refund WHERE reference = $1', [id.replaceAll('-', '')]),
      ({ length }) => length === 1,
    );
    await worker.kill();
    expect(await statusOf(id)).toBe('refund_pending');
    await worker.startAgain();
    await waitUntilCompleted(id);
    await expectRefundedOnce(id, 777_93);
  });

  it('before it stored the response of the acquirer, leads to one completed refund', async () => {
    await createGate('BEFORE', 'refund_completed');
    const gate = await closeGate();
    const id = await refund(777.98);
    await until(
      async () => {
        await makeDue();
        return findWaitingSessions('advisory');
      },
      ({ length }) => length > 0,
    );
    await worker.kill();
    for (const { pid } of await findWaitingSessions('advisory')) await world.sql('SELECT pg_terminate_backend($1, 10000)', [pid]);
    await gate.end();
    expect(await statusOf(id)).toBe('refund_pending');
    await worker.startAgain();
    await waitUntilCompleted(id);
    await expectRefundedOnce(id, 777_98);
  });

  it('while it commits the response of the acquirer, leads to one completed refund', async () => {
    await createGate('COMMIT', 'refund_completed');
    const gate = await closeGate();
    const id = await refund(777.98);
    await until(
      async () => {
        await makeDue();
        return findWaitingSessions('advisory');
      },
      ({ length }) => length > 0,
    );
    await worker.kill();
    await gate.end();
    await until(
      () => statusOf(id),
      (status) => status === 'refund_completed',
    );
    await worker.startAgain();
    await expectRefundedOnce(id, 777_98);
  });

  it('many times during fifty partial refunds sends each of them once, and the payment is refunded', async () => {
    const ids: string[] = [];
    for (let part = 0; part < 50; part += 1) ids.push(await refund(16));
    for (let round = 1; round <= 3; round += 1) {
      await until(
        () => world.sql(`SELECT FROM payment_refund WHERE transaction_id = $1 AND status <> 'refund_new'`, [payment]),
        ({ length }) => length >= 12 * round,
      );
      await worker.kill();
      await makeDue();
      await worker.startAgain();
    }
    for (const id of ids) await waitUntilCompleted(id);
    const sandboxRefunds = await world.sql<{ n: number; minor: string }>(
      `SELECT count(*)::int AS n, sum(r.amount_minor) AS minor FROM sandbox.acquirer_refund r JOIN sandbox.acquirer_payment p ON p.id = r.payment_id
       JOIN payment_attempt a ON replace(a.reference::text, '-', '') = p.reference WHERE a.transaction_id = $1`,
      [payment],
    );
    expect(sandboxRefunds).toEqual([{ n: 50, minor: '80000' }]);
    expect((await buyer.http.get(path(), { token: buyer.token })).body.data.status).toBe('transaction_refunded');
  });
});
