import { randomUUID } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PATIENCE_MS } from '../support/patience.js';
import { withoutInvalidHosts } from '../support/unknown-hosts.js';
import { until } from '../support/until.js';
import type { ChargeRequest, OperatorConnector, RawOperatorCallback, RefusalReason } from '../../src/connectors/operators/operator.port.js';

/** The time-out for an operator that misbehaves. What is over before it answers is as unknown as what it answers. */
const SHORT_MS = 300;

/** What an adapter's tests must offer so that the contract can be checked against its operator (or the operator's test system). */
export interface OperatorHarness {
  connector: OperatorConnector;
  /** The same adapter with a short time-out. */
  impatient: OperatorConnector;
  /** The same adapter pointed at another address, with another time-out. */
  connectorAt(url: string, timeoutMs: number): OperatorConnector;
  /** The same adapter with credentials that the operator does not accept. */
  stranger: OperatorConnector;
  numbers: {
    accepted: string;
    refused: { number: string; reason: RefusalReason };
    silent: string;
    noCode: { number: string; reason: RefusalReason };
  };
  /** Has a code sent to the number and finds out what it is. */
  order(phoneNumber: string): Promise<ChargeRequest>;
  /** Lets the operator book what it accepted. */
  letBook(): Promise<void>;
  /** The latest report of a charge, as it came over the wire. */
  lastReport(chargeReference: string): RawOperatorCallback;
  stop(): Promise<void>;
}

/** What every connector to an operator must do, with any protocol. */
export function describeOperatorConnector(name: string, start: () => Promise<OperatorHarness>): void {
  describe(`the operator connector ${name}`, () => {
    let harness: OperatorHarness;
    beforeAll(async () => {
      harness = await start();
    });
    afterAll(() => harness.stop());

    it('charges with the code that was sent, and learns of the booking', async () => {
      const order = await harness.order(harness.numbers.accepted);
      expect(await harness.connector.charge(order)).toEqual({ outcome: 'accepted' });
      await harness.letBook();
      expect(await harness.connector.chargeStatus(order.chargeReference)).toEqual({ outcome: 'booked' });
    });

    it('makes one charge of the same reference sent many times', async () => {
      const order = await harness.order(harness.numbers.accepted);
      const answers = await Promise.all(Array.from({ length: 10 }, () => harness.connector.charge(order)));
      expect(new Set(answers.map((answer) => answer.outcome))).toEqual(new Set(['accepted']));
    });

    it('tells a wrong code from a refusal', async () => {
      const order = await harness.order(harness.numbers.accepted);
      const wrong = order.code === '000000' ? '000001' : '000000';
      expect(await harness.connector.charge({ ...order, code: wrong })).toEqual({ outcome: 'wrong_code' });
      const { number, reason } = harness.numbers.refused;
      expect(await harness.connector.charge(await harness.order(number))).toEqual({ outcome: 'refused', reason });
    });

    it('says why no code is sent', async () => {
      const { number, reason } = harness.numbers.noCode;
      const request = { codeReference: randomUUID(), phoneNumber: number, grossMinor: 100, seller: 'Shop', description: null };
      expect(await harness.connector.sendCode(request)).toEqual({ outcome: 'refused', reason });
    });

    it('knows when the operator never saw a charge', async () => {
      expect(await harness.connector.chargeStatus(randomUUID())).toEqual({ outcome: 'not_found' });
    });

    it('leaves a charge open that is not answered in time', async () => {
      const order = await harness.order(harness.numbers.silent);
      // The same charge again, should the time have been over before the operator even had it.
      const ask = async () => {
        expect(await harness.impatient.charge(order)).toEqual({ outcome: 'pending' });
        return harness.connector.chargeStatus(order.chargeReference);
      };
      expect(await until(ask, ({ outcome }) => outcome !== 'not_found')).toEqual({ outcome: 'pending' });
    });

    it('gives a booked charge back, once or many times, and nothing else', async () => {
      const order = await harness.order(harness.numbers.accepted);
      await harness.connector.charge(order);
      expect(await harness.connector.reverse(order.chargeReference)).toEqual({ outcome: 'pending' });
      await harness.letBook();
      expect(await harness.connector.reverse(order.chargeReference)).toEqual({ outcome: 'reversed' });
      expect(await harness.connector.reverse(order.chargeReference)).toEqual({ outcome: 'reversed' });
      expect(await harness.connector.reverse(randomUUID())).toEqual({ outcome: 'pending' });
    });

    it('takes nothing for a refusal when the operator does not accept its credentials', async () => {
      await expectNothingKnown(harness.stranger, await harness.order(harness.numbers.accepted));
    });

    describe('reading reports', () => {
      let raw: RawOperatorCallback;
      let order: ChargeRequest;
      beforeAll(async () => {
        order = await harness.order(harness.numbers.accepted);
        await harness.connector.charge(order);
        await harness.letBook();
        raw = harness.lastReport(order.chargeReference);
      });

      it('reads a genuine one', () => {
        expect(harness.connector.mayBeCallback(raw)).toBe(true);
        const report = harness.connector.readCallback(raw);
        expect(report).toEqual({ reportId: expect.any(String), chargeReference: order.chargeReference, outcome: 'booked', reason: null });
      });

      it('refuses one that was changed, signed by a stranger or not signed at all', () => {
        const changed = Buffer.from(raw.body.toString().replace(order.chargeReference, randomUUID()));
        expect(harness.connector.readCallback({ ...raw, body: changed })).toBeNull();
        expect(harness.stranger.readCallback(raw)).toBeNull();
        expect(harness.connector.readCallback({ ...raw, headers: {} })).toBeNull();
        expect(harness.connector.readCallback({ ...raw, body: Buffer.alloc(0) })).toBeNull();
        const twice = Object.fromEntries(Object.entries(raw.headers).map(([key, value]) => [key, [String(value), String(value)]]));
        expect(harness.connector.readCallback({ ...raw, headers: twice })).toBeNull();
      });
    });

    describe('an operator that misbehaves', () => {
      const misbehaviour: Record<string, (response: ServerResponse) => void> = {
        'answers 500': (response) => response.writeHead(500).end('{"error":"oops"}'),
        'answers 503 with words that look like a refusal': (response) =>
          response.writeHead(503, { 'content-type': 'application/json' }).end('{"result":"REFUSED","status":"REFUSED"}'),
        'answers 200 with something else': (response) => response.writeHead(200).end('<html>maintenance</html>'),
        'answers 200 with an unknown word': (response) => response.writeHead(200).end('{"result":"MAYBE","status":"MAYBE"}'),
        'answers 200 with null': (response) => response.writeHead(200).end('null'),
        'answers 404 from a proxy': (response) => response.writeHead(404).end('not here'),
        'redirects elsewhere': (response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
        'breaks off': (response) => response.socket?.destroy(),
        'never answers': () => undefined,
        'never ends its answer': (response) => void response.writeHead(200).write('{"result":'),
        'answers without end': (response) => {
          response.writeHead(200);
          const more = (): void => {
            while (response.write('x'.repeat(65_536)));
          };
          response.on('drain', more);
          more();
        },
      };

      it.each(Object.entries(misbehaviour))('that %s leaves everything open', async (_, misbehave) => {
        const server = createServer((_request, response) => misbehave(response));
        await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
        try {
          const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
          await expectNothingKnown(harness.connectorAt(url, SHORT_MS), await harness.order(harness.numbers.accepted));
        } finally {
          server.closeAllConnections();
          await new Promise((resolve) => server.close(resolve));
        }
      });

      it.each([
        ['refuses connections', 'http://127.0.0.1:1'],
        ['has no address', 'http://operator.invalid'],
      ])('that %s has not been sent the charge, and leaves everything else open', async (_, url) => {
        withoutInvalidHosts();
        const order = await harness.order(harness.numbers.accepted);
        expect(await outcomesOf(harness.connectorAt(url, PATIENCE_MS), order)).toEqual(['unavailable', 'not_sent', 'pending', 'pending']);
      });

      it('that speaks no TLS has not been sent the charge', async () => {
        const server = createTcpServer((socket) => socket.on('error', () => undefined).on('data', () => socket.destroy()));
        await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
        const order = await harness.order(harness.numbers.accepted);
        const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
        const outcomes = await outcomesOf(harness.connectorAt(url, PATIENCE_MS), order);
        await new Promise((resolve) => server.close(resolve));
        expect(outcomes).toEqual(['unavailable', 'not_sent', 'pending', 'pending']);
      });
    });
  });
}

async function expectNothingKnown(connector: OperatorConnector, order: ChargeRequest): Promise<void> {
  expect(await outcomesOf(connector, order)).toEqual(['unavailable', 'pending', 'pending', 'pending']);
}

/** Of a code, a charge, a question and a reversal. */
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
