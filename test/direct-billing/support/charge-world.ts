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
  asked: boolean;
}

interface Sale {
  id: string;
  payer: Payer;
  /** The payer's number, with 48. */
  phone: string;
  record(): Promise<unknown>;
  /** Without `transaction_db_`. */
  status(): Promise<string>;
  /** In the order in which they were sent. */
  charges(): Promise<Charge[]>;
  states(): Promise<string[]>;
}

type Line = Pick<HeldMessage, 'method' | 'path' | 'direction'>;
export const isChargeRequest = ({ method, path, direction }: Line): boolean =>
  method === 'POST' && path.endsWith('/charges') && direction === 'there';
export const isChargeResponse = ({ method, path, direction }: Line): boolean =>
  method === 'POST' && path.endsWith('/charges') && direction === 'back';
export const isStatusResponse = ({ method, direction }: Line): boolean => method === 'GET' && direction === 'back';

/** A charge that has left and not arrived, and the payer's browser that waits for it. */
interface UnderWay {
  charge: HeldMessage;
  typed: Promise<number>;
}

export interface ChargeWorld {
  world: World;
  /** A transaction whose payer has got a code from Orange; each payer has a number of his own. */
  sale(ending?: string, body?: Record<string, unknown>): Promise<Sale>;
  serviceId: string;
  /** What payers of each operator would pay so that the partner receives the amount. */
  prices(amount: number): Promise<Record<string, { gross: number } | null>>;
  /** Does something, and holds this many of its messages on the line. */
  holding<T>(which: (message: Line) => boolean, count: number, work: () => T): Promise<{ held: HeldMessage[]; work: T }>;
  /** The payer types the code, and the charge gets no further than the line. */
  onItsWay(sale: Sale): Promise<UnderWay>;
  ask(): Promise<unknown>;
  /** Operators refuse connections. @returns what ends that. */
  unreachable(): () => void;
  /** Lets the charge arrive, and its answer, and no report ever after. */
  arrive(underWay: UnderWay): Promise<void>;
  /** The operators' reports get lost: only a poll learns of an outcome. */
  loseReports(): Promise<unknown>;
  /** Time passes, and due charges are polled, until the condition holds. */
  inTheEnd<T>(read: () => Promise<T>, holds: (seen: T) => boolean): Promise<T>;
  /** How often the operators have the payer's money, by their own books. */
  taken(sale: Sale): Promise<number>;
  /** At the end of a suite: its rows agree with each other. */
  stop(): Promise<void>;
}

/**
 * The gateway and its simulated operators with a slow line between them. What the worker does as time passes, and what the operators report, happens
 * when a test asks for it. A call ends when the line lets it, however long the machine takes; that is a mock, which suites must not restore.
 */
export async function startChargeWorld(settings: NodeJS.ProcessEnv = {}): Promise<ChargeWorld> {
  const world = await startWorld(settings);
  const timeouts = replaceTimeouts(CONNECTOR_TIMEOUT_MS, () => new AbortController().signal);
  const shop = await world.partner({ silent: true });
  const line = await OperatorConnection.into(world);
  let payers = 0;
  const holding: ChargeWorld['holding'] = async (which, count, work) => {
    line.holds = which;
    const begun = work();
    await until(
      () => line.held.length,
      (length) => length === count,
    );
    line.holds = () => false;
    return { held: line.take(), work: begun };
  };
  const ask = (): Promise<unknown> =>
    Promise.all(OPERATORS.map((operator) => drainBatches(() => world.get(PollChargesService).batch(operator))));
  const loseReports = (): Promise<unknown> => world.database.query('UPDATE sandbox.operator_report SET announced = false');
  return {
    world,
    holding,
    ask,
    loseReports,
    serviceId: shop.serviceId,
    prices: async (amount) => (await shop.get(`/calculate?amount=${amount}`)).body.data as Record<string, { gross: number } | null>,
    async sale(ending = '700', body = {}) {
      const phone = `500${String((payers += 1)).padStart(3, '0')}${ending}`;
      await world.database.query('DELETE FROM rate_limit'); // all payers have one address
      const id = (await shop.create(body)).body.data.transactionId as string;
      const payer = payerOf(world, id);
      const chosen = await payer.choose('orange', phone);
      if (chosen !== 303) throw new Error(`No code was sent: ${chosen}`);
      const charges = (): Promise<Charge[]> =>
        world.database.query(
          'SELECT reference, state, next_poll_at IS NOT NULL AS asked FROM direct_billing_charge WHERE transaction_id = $1 ORDER BY sent_at, reference',
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
    unreachable() {
      const address = world.get(SandboxAddress);
      const before = address.current();
      address.set('http://127.0.0.1:1');
      return () => address.set(before ?? '');
    },
    async onItsWay({ payer }) {
      const { held, work } = await holding(isChargeRequest, 1, () => ({ typed: payer.code() }));
      const [charge] = held;
      if (!charge) throw new Error('Nothing is held');
      return { charge, typed: work.typed };
    },
    async arrive({ charge, typed }) {
      charge.go();
      await typed;
      await loseReports();
    },
    inTheEnd: (read, holds) =>
      until(async () => {
        await world.forward({ minutes: 5 });
        await ask();
        return read();
      }, holds),
    async taken({ charges }) {
      const references = (await charges()).map(({ reference }) => reference);
      const [row] = await world.database.query<{ taken: number }[]>(
        `SELECT count(*)::int AS taken FROM sandbox.operator_charge c
         WHERE charge_reference = ANY ($1) AND reversed_at IS NULL AND (answer = 'BOOKED' OR EXISTS (
           SELECT FROM sandbox.operator_report r WHERE r.charge_reference = c.charge_reference AND r.result = 'BOOKED'))`,
        [references],
      );
      return row?.taken ?? NaN;
    },
    async stop() {
      await line.close();
      await expectConsistent({ sql: (text, values) => world.database.query(text, values) });
      await world.stop();
      timeouts.mockRestore();
    },
  };
}
