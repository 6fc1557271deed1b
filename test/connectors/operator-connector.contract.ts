import { randomUUID } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PATIENCE_MS } from '../support/patience.js';
import { failInvalidHosts } from '../support/invalid-hosts.js';
import { until } from '../support/until.js';
import type { ChargeRequest, OperatorConnector, RawOperatorCallback, RefusalReason } from '../../src/connectors/operators/operator.port.js';

/** Time-out for a misbehaving operator. It may be short, because a time-out and an unreadable response both leave the outcome open. */
const SHORT_MS = 300;

/** What the tests of one connector provide. The connector may call the operator, the operator's test system or a simulator. */
export interface OperatorHarness {
  connector: OperatorConnector;
  /** The same connector with a short time-out. */
  impatient: OperatorConnector;
  /** The same connector with another base URL and another time-out. */
  connectorAt(url: string, timeoutMs: number): OperatorConnector;
  /** The same connector with credentials that the operator does not accept. */
  withRejectedCredentials: OperatorConnector;
  /** Phone numbers, by the behaviour that they trigger. */
  numbers: {
    accepted: string;
    /** The operator refuses the charge. */
    refused: { number: string; reason: RefusalReason };
    /** The charge gets no response in time. */
    silent: string;
    /** The operator refuses to send a code. */
    noCode: { number: string; reason: RefusalReason };
  };
  /** Requests a code for the number and returns a charge with the sent code. */
  orderCharge(phoneNumber: string): Promise<ChargeRequest>;
  /** Lets the operator book its accepted charges and send the callbacks. */
  bookCharges(): Promise<void>;
  /** The latest callback about a charge, as received. */
  latestOperatorCallback(chargeReference: string): RawOperatorCallback;
  stop(): Promise<void>;
}

/** Tests that every operator connector must pass, whatever the protocol. */
export function describeOperatorConnector(name: string, start: () => Promise<OperatorHarness>): void {
  describe(`the operator connector ${name}`, () => {
    let harness: OperatorHarness;
    beforeAll(async () => {
      harness = await start();
    });
    afterAll(() => harness.stop());

    it('charges with the sent code, and polls that the charge is booked', async () => {
      const order = await harness.orderCharge(harness.numbers.accepted);
      expect(await harness.connector.charge(order)).toEqual({ outcome: 'accepted' });
      await harness.bookCharges();
      expect(await harness.connector.chargeStatus(order.chargeReference)).toEqual({ outcome: 'booked' });
    });

    it('accepts concurrent requests for one charge with the same reference', async () => {
      const order = await harness.orderCharge(harness.numbers.accepted);
      const results = await Promise.all(Array.from({ length: 10 }, () => harness.connector.charge(order)));
      expect(new Set(results.map((result) => result.outcome))).toEqual(new Set(['accepted']));
    });

    it('distinguishes a wrong code from a refusal', async () => {
      const order = await harness.orderCharge(harness.numbers.accepted);
      const wrong = order.code === '000000' ? '000001' : '000000';
      expect(await harness.connector.charge({ ...order, code: wrong })).toEqual({ outcome: 'wrong_code' });
      const { number, reason } = harness.numbers.refused;
      expect(await harness.connector.charge(await harness.orderCharge(number))).toEqual({ outcome: 'refused', reason });
    });

    it('returns the reason when the operator refuses to send a code', async () => {
      const { number, reason } = harness.numbers.noCode;
      const request = { codeReference: randomUUID(), phoneNumber: number, grossMinor: 100, seller: 'Shop', description: null };
      expect(await harness.connector.sendCode(request)).toEqual({ outcome: 'refused', reason });
    });

    it('returns not_found for a charge that the operator never received', async () => {
      expect(await harness.connector.chargeStatus(randomUUID())).toEqual({ outcome: 'not_found' });
    });

    it('leaves a charge pending when there is no response in time', async () => {
      const order = await harness.orderCharge(harness.numbers.silent);
      // The time-out may end before the request reaches the operator, so the charge is sent before each poll.
      const sendAndPoll = async () => {
        expect(await harness.impatient.charge(order)).toEqual({ outcome: 'pending' });
        return harness.connector.chargeStatus(order.chargeReference);
      };
      expect(await until(sendAndPoll, ({ outcome }) => outcome !== 'not_found')).toEqual({ outcome: 'pending' });
    });

    it('reverses a charge, also when the request is repeated, and leaves the reversal of an unknown charge pending', async () => {
      const order = await harness.orderCharge(harness.numbers.accepted);
      await harness.connector.charge(order);
      expect(await harness.connector.reverse(order.chargeReference)).toEqual({ outcome: 'pending' });
      await harness.bookCharges();
      expect(await harness.connector.reverse(order.chargeReference)).toEqual({ outcome: 'reversed' });
      expect(await harness.connector.reverse(order.chargeReference)).toEqual({ outcome: 'reversed' });
      expect(await harness.connector.reverse(randomUUID())).toEqual({ outcome: 'pending' });
    });

    it('leaves every outcome open when the operator does not accept its credentials', async () => {
      await expectOpenOutcomes(harness.withRejectedCredentials, await harness.orderCharge(harness.numbers.accepted));
    });

    describe('reading callbacks', () => {
      let raw: RawOperatorCallback;
      let order: ChargeRequest;
      beforeAll(async () => {
        order = await harness.orderCharge(harness.numbers.accepted);
        await harness.connector.charge(order);
        await harness.bookCharges();
        raw = harness.latestOperatorCallback(order.chargeReference);
      });

      it('returns the result of a genuine callback', () => {
        expect(harness.connector.mayBeCallback(raw)).toBe(true);
        const callback = harness.connector.readCallback(raw);
        expect(callback).toEqual({ reportId: expect.any(String), chargeReference: order.chargeReference, outcome: 'booked', reason: null });
      });

      it('rejects a callback with a changed or empty body, or with a foreign, missing or duplicated signature', () => {
        const changedBody = Buffer.from(raw.body.toString().replace(order.chargeReference, randomUUID()));
        expect(harness.connector.readCallback({ ...raw, body: changedBody })).toBeNull();
        expect(harness.withRejectedCredentials.readCallback(raw)).toBeNull();
        expect(harness.connector.readCallback({ ...raw, headers: {} })).toBeNull();
        expect(harness.connector.readCallback({ ...raw, body: Buffer.alloc(0) })).toBeNull();
        const duplicatedHeaders = Object.fromEntries(
          Object.entries(raw.headers).map(([key, value]) => [key, [String(value), String(value)]]),
        );
        expect(harness.connector.readCallback({ ...raw, headers: duplicatedHeaders })).toBeNull();
      });
    });

    describe('an operator', () => {
      const misbehaviours: Record<string, (response: ServerResponse) => void> = {
        'sends 500': (response) => response.writeHead(500).end('{"error":"oops"}'),
        'sends 503 with a body that looks like a refusal': (response) =>
          response.writeHead(503, { 'content-type': 'application/json' }).end('{"result":"REFUSED","status":"REFUSED"}'),
        'sends 200 with HTML': (response) => response.writeHead(200).end('<html>maintenance</html>'),
        'sends 200 with an unknown result': (response) => response.writeHead(200).end('{"result":"MAYBE","status":"MAYBE"}'),
        'sends 200 with null': (response) => response.writeHead(200).end('null'),
        'sends the 404 of a proxy': (response) => response.writeHead(404).end('not here'),
        'redirects to another server': (response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
        'closes the connection': (response) => response.socket?.destroy(),
        'sends no response': () => undefined,
        'sends an unfinished response': (response) => void response.writeHead(200).write('{"result":'),
        'sends an endless response': (response) => {
          response.writeHead(200);
          const writeMore = (): void => {
            while (response.write('x'.repeat(65_536)));
          };
          response.on('drain', writeMore);
          writeMore();
        },
      };

      it.each(Object.entries(misbehaviours))('that %s leaves every outcome open', async (_, misbehave) => {
        const server = createServer((_request, response) => misbehave(response));
        await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
        try {
          const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
          await expectOpenOutcomes(harness.connectorAt(url, SHORT_MS), await harness.orderCharge(harness.numbers.accepted));
        } finally {
          server.closeAllConnections();
          await new Promise((resolve) => server.close(resolve));
        }
      });

      it.each([
        ['refuses connections', 'http://127.0.0.1:1'],
        ['has an unknown host name', 'http://operator.invalid'],
      ])('that %s does not receive the charge, and leaves all other outcomes open', async (_, url) => {
        failInvalidHosts();
        const order = await harness.orderCharge(harness.numbers.accepted);
        expect(await outcomesOf(harness.connectorAt(url, PATIENCE_MS), order)).toEqual(['unavailable', 'not_sent', 'pending', 'pending']);
      });

      it('that does not support TLS does not receive the charge', async () => {
        const server = createTcpServer((socket) => socket.on('error', () => undefined).on('data', () => socket.destroy()));
        await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
        const order = await harness.orderCharge(harness.numbers.accepted);
        const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
        const outcomes = await outcomesOf(harness.connectorAt(url, PATIENCE_MS), order);
        await new Promise((resolve) => server.close(resolve));
        expect(outcomes).toEqual(['unavailable', 'not_sent', 'pending', 'pending']);
      });
    });
  });
}

async function expectOpenOutcomes(connector: OperatorConnector, order: ChargeRequest): Promise<void> {
  expect(await outcomesOf(connector, order)).toEqual(['unavailable', 'pending', 'pending', 'pending']);
}

/** The outcomes of a code, a charge, a poll and a reversal. */
async function outcomesOf(connector: OperatorConnector, order: ChargeRequest): Promise<string[]> {
  const { codeReference, phoneNumber, grossMinor, seller, description } = order;
  const results = await Promise.all([
    connector.sendCode({ codeReference, phoneNumber, grossMinor, seller, description }),
    connector.charge(order),
    connector.chargeStatus(order.chargeReference),
    connector.reverse(order.chargeReference),
  ]);
  return results.map(({ outcome }) => outcome);
}
