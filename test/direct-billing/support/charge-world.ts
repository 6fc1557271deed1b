import { SandboxAddress } from '../../../src/connectors/sandbox-address.js';
import { OPERATORS } from '../../../src/connectors/operators/operator.port.js';
import { PollChargesService } from '../../../src/products/direct-billing/charges/poll-charges.service.js';
import { expectConsistent } from '../../faults/support/expect-consistent.js';
import { CONNECTOR_TIMEOUT_MS } from '../../support/patience.js';
import { type Payer, payerOf } from '../../support/payer.js';
import { replaceTimeouts } from '../../support/timeouts.js';
import { until } from '../../support/until.js';
import { startWorld, type World } from '../../support/world.js';
import { type HeldMessage, OperatorConnection } from './operator-connection.js';
import { drainBatches } from '../../support/drain-batches.js';

interface Charge {
  reference: string;
  state: string;
  isPolled: boolean;
}

interface TestTransaction {
  id: string;
  payer: Payer;
  /** The payer's phone number, with the country code 48. */
  phone: string;
  record(): Promise<unknown>;
  /** The status without `transaction_db_`. */
  status(): Promise<string>;
  /** Charges in the order in which they were sent. */
  charges(): Promise<Charge[]>;
  states(): Promise<string[]>;
}

type MessageHead = Pick<HeldMessage, 'method' | 'path' | 'direction'>;
export const isChargeRequest = ({ method, path, direction }: MessageHead): boolean =>
  method === 'POST' && path.endsWith('/charges') && direction === 'to operator';
export const isChargeResponse = ({ method, path, direction }: MessageHead): boolean =>
  method === 'POST' && path.endsWith('/charges') && direction === 'to gateway';
export const isStatusResponse = ({ method, direction }: MessageHead): boolean => method === 'GET' && direction === 'to gateway';

/** A charge request that the connection holds, and the payer's form request that waits for the response to the charge. */
interface DelayedCharge {
  charge: HeldMessage;
  submission: Promise<number>;
}

export interface ChargeWorld {
  world: World;
  /** Creates a transaction whose payer has received a code from Orange. Each payer has another phone number. */
  createWithCodeSent(ending?: string, body?: Record<string, unknown>): Promise<TestTransaction>;
  serviceId: string;
  /** For each operator the price that leaves the partner this amount. */
  prices(amount: number): Promise<Record<string, { gross: number } | null>>;
  /** Runs `work` and waits until the connection holds `count` messages that `isHeld` selects. */
  holdMessages<T>(isHeld: (message: MessageHead) => boolean, count: number, work: () => T): Promise<{ held: HeldMessage[]; work: T }>;
  /** The payer submits the code, and the connection holds the charge request before it reaches the operator. */
  holdNewCharge(sale: TestTransaction): Promise<DelayedCharge>;
  /** Polls all due charges at all operators. */
  pollAllDueCharges(): Promise<unknown>;
  /** Makes the operators refuse connections. @returns a function that makes them reachable again. */
  disconnectOperators(): () => void;
  /** Lets the charge and its response arrive, and then marks all callbacks as lost. */
  deliverHeldCharge(delayed: DelayedCharge): Promise<void>;
  /** Marks the operators' callbacks so that they are not sent. Then only a poll shows an outcome. */
  loseCallbacks(): Promise<unknown>;
  /** Moves the time forward and polls due charges, until the condition holds. */
  advanceUntil<T>(read: () => Promise<T>, holds: (seen: T) => boolean): Promise<T>;
  /** The number of charges that the simulated operators booked and did not reverse. */
  countBookedCharges(sale: TestTransaction): Promise<number>;
  /** Verifies that all rows are consistent and stops the world. */
  stop(): Promise<void>;
}

/**
 * The gateway and its simulated operators, with a connection between them that can delay messages. Scheduled tasks and callbacks run only when a test
 * calls them. Timeouts of connectors are mocked, so that a call ends only when the connection ends it. Suites must not restore that mock.
 */
export async function startChargeWorld(settings: NodeJS.ProcessEnv = {}): Promise<ChargeWorld> {
  const world = await startWorld(settings);
  const timeoutMock = replaceTimeouts(CONNECTOR_TIMEOUT_MS, () => new AbortController().signal);
  const shop = await world.createPartnerShop({ silent: true });
  const connection = await OperatorConnection.startFor(world);
  let payerCount = 0;
  const holdMessages: ChargeWorld['holdMessages'] = async (isHeld, count, work) => {
    connection.shouldHold = isHeld;
    const started = work();
    await until(
      () => connection.heldMessages.length,
      (length) => length === count,
    );
    connection.shouldHold = () => false;
    return { held: connection.takeHeldMessages(), work: started };
  };
  const pollAllDueCharges = (): Promise<unknown> =>
    Promise.all(OPERATORS.map((operator) => drainBatches(() => world.get(PollChargesService).batch(operator))));
  const loseCallbacks = (): Promise<unknown> => world.database.query('UPDATE sandbox.operator_callback SET announced = false');
  return {
    world,
    holdMessages,
    pollAllDueCharges,
    loseCallbacks,
    serviceId: shop.serviceId,
    prices: async (amount) => (await shop.get(`/calculate?amount=${amount}`)).body.data as Record<string, { gross: number } | null>,
    async createWithCodeSent(ending = '700', body = {}) {
      const phone = `500${String((payerCount += 1)).padStart(3, '0')}${ending}`;
      await world.database.query('DELETE FROM rate_limit'); // all payers have the same IP address
      const id = (await shop.create(body)).body.data.transactionId as string;
      const payer = payerOf(world, id);
      const status = await payer.chooseOperator('orange', phone);
      if (status !== 303) throw new Error(`No code was sent: ${status}`);
      const charges = (): Promise<Charge[]> =>
        world.database.query(
          'SELECT reference, state, next_poll_at IS NOT NULL AS "isPolled" FROM direct_billing_charge WHERE transaction_id = $1 ORDER BY sent_at, reference',
          [id],
        );
      return {
        id,
        payer,
        phone: `48${phone}`,
        record: async () => (await shop.get(`/transactions/${id}`)).body.data as unknown,
        status: async () => ((await shop.get(`/transactions/${id}`)).body.data.status as string).replace('transaction_db_', ''),
        charges,
        states: async () => (await charges()).map(({ state }) => state),
      };
    },
    disconnectOperators() {
      const address = world.get(SandboxAddress);
      const realAddress = address.current();
      address.set('http://127.0.0.1:1');
      return () => address.set(realAddress ?? '');
    },
    async holdNewCharge({ payer }) {
      const { held, work } = await holdMessages(isChargeRequest, 1, () => ({ submission: payer.enterCode() }));
      const [charge] = held;
      if (!charge) throw new Error('The charge is not held by the connection');
      return { charge, submission: work.submission };
    },
    async deliverHeldCharge({ charge, submission: typed }) {
      charge.letArrive();
      await typed;
      await loseCallbacks();
    },
    advanceUntil: (read, holds) =>
      until(async () => {
        await world.moveTimeForward({ minutes: 5 });
        await pollAllDueCharges();
        return read();
      }, holds),
    async countBookedCharges({ charges }) {
      const references = (await charges()).map(({ reference }) => reference);
      const [row] = await world.database.query<{ taken: number }[]>(
        `SELECT count(*)::int AS taken FROM sandbox.operator_charge c
         WHERE charge_reference = ANY ($1) AND reversed_at IS NULL AND (answer = 'BOOKED' OR EXISTS (
           SELECT FROM sandbox.operator_callback r WHERE r.charge_reference = c.charge_reference AND r.result = 'BOOKED'))`,
        [references],
      );
      return row?.taken ?? NaN;
    },
    async stop() {
      await connection.close();
      await expectConsistent({ sql: (text, values) => world.database.query(text, values) });
      await world.stop();
      timeoutMock.mockRestore();
    },
  };
}
