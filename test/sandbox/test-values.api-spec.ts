import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TEST_VALUES } from '../../src/sandbox/operators/test-values.js';
import { testValuesTable } from '../../src/sandbox/operators/test-values.js';
import { times } from '../support/times.js';
import { withConnectorTimeout } from '../support/connector-timeout.js';
import { checkGeneratedSection } from '../support/generated-docs.js';
import { type SandboxWorld, startSandboxWorld } from './support/sandbox-world.js';

let world: SandboxWorld;
beforeAll(async () => {
  world = await startSandboxWorld({ clockStopped: true });
});
afterAll(() => world.stop());

const BOOKED = { outcome: 'booked', reason: null };
const refused = (reason: string) => ({ outcome: 'refused', reason });

interface Expected {
  sendCode?: object;
  charge?: object;
  /** The charge gets no response. */
  silent?: boolean;
  /** All callbacks, in the order of their arrival. */
  reports?: object[];
  finally?: object;
}

/** Expected results at the gateway for each ending. A new row of the table fails until its results are added. */
const EXPECTED: Record<string, Expected> = {
  '001': { charge: refused('insufficient_funds'), reports: [], finally: refused('insufficient_funds') },
  '002': { charge: refused('blocked_by_operator'), reports: [], finally: refused('blocked_by_operator') },
  '003': { silent: true, charge: { outcome: 'pending' }, reports: [], finally: refused('other') },
  '004': { charge: { outcome: 'accepted' }, reports: [BOOKED, BOOKED, BOOKED], finally: { outcome: 'booked' } },
  '005': { charge: { outcome: 'accepted' }, reports: [BOOKED, refused('other')], finally: refused('other') },
  '006': { charge: { outcome: 'accepted' }, reports: [refused('other'), BOOKED], finally: { outcome: 'booked' } },
  '007': { charge: { outcome: 'accepted' }, reports: [BOOKED], finally: { outcome: 'booked' } },
  '008': { charge: { outcome: 'accepted' }, reports: [refused('insufficient_funds')], finally: refused('insufficient_funds') },
  '009': { sendCode: refused('number_not_served') },
  '010': { sendCode: { outcome: 'unavailable' } },
  '011': {
    silent: true,
    charge: { outcome: 'pending' },
    reports: [{ outcome: 'accepted', reason: null }, BOOKED],
    finally: { outcome: 'booked' },
  },
  '012': { charge: { outcome: 'booked' }, reports: [], finally: { outcome: 'booked' } },
  '013': { charge: refused('limit_exceeded'), reports: [], finally: refused('limit_exceeded') },
  '014': { charge: refused('code_expired'), reports: [], finally: refused('code_expired') },
  '700': { charge: { outcome: 'accepted' }, reports: [BOOKED], finally: { outcome: 'booked' } },
};

describe('the test values of the operators', () => {
  it.each(TEST_VALUES.map(({ ending, outcome }) => [ending ?? '700', outcome] as const))(
    'have this result for the ending %s: %s',
    async (ending) => {
      const expected = EXPECTED[ending] ?? {};
      const number = `48600123${ending}`;
      const connector = world.connector('orange');
      if (expected.sendCode) {
        const request = { codeReference: `code-${ending}`, phoneNumber: number, grossMinor: 100, seller: 'Shop', description: null };
        expect(await connector.sendCode(request)).toEqual(expected.sendCode);
        expect(await world.codesOf(number)).toEqual([]);
        return;
      }
      const chargeRequest = await world.orderCode(number, 'orange');
      const charge = () => connector.charge(chargeRequest);
      expect(await (expected.silent ? withConnectorTimeout(world.database, charge) : charge())).toEqual(expected.charge);
      await world.forward(700);
      await world.sandbox.deliverCallbacks('due');
      expect(world.callbacksAbout(chargeRequest.chargeReference, 'orange').map(({ outcome, reason }) => ({ outcome, reason }))).toEqual(
        expected.reports,
      );
      expect(await connector.chargeStatus(chargeRequest.chargeReference)).toEqual(expected.finally);
    },
  );

  it('send repeated callbacks with the same id', async () => {
    const chargeRequest = await world.orderCode('48600123004');
    await world.connector().charge(chargeRequest);
    await world.sandbox.deliverCallbacks('all');
    expect(new Set(world.callbacksAbout(chargeRequest.chargeReference).map(({ reportId }) => reportId)).size).toBe(1);
  });

  it('are pending for ten minutes of business time with the ending 003', async () => {
    const chargeRequest = await world.orderCode('48600123003');
    await withConnectorTimeout(world.database, () => world.connector().charge(chargeRequest));
    await world.forward(599);
    expect(await world.connector().chargeStatus(chargeRequest.chargeReference)).toEqual({ outcome: 'pending' });
    await world.forward(1);
    expect(await world.connector().chargeStatus(chargeRequest.chargeReference)).toEqual({ outcome: 'refused', reason: 'other' });
  });

  it('are reported before the response to the charge with the ending 007', async () => {
    const chargeRequest = await world.orderCode('48600123007');
    const callbacksBeforeResponse = world
      .connector()
      .charge(chargeRequest)
      .then(() => world.callbacksAbout(chargeRequest.chargeReference).length);
    expect(await callbacksBeforeResponse).toBe(1);
  });

  it('are accepted and after two seconds booked with any other ending', async () => {
    const chargeRequest = await world.orderCode('48600123700');
    await world.connector().charge(chargeRequest);
    await world.forward(1);
    expect(await world.connector().chargeStatus(chargeRequest.chargeReference)).toEqual({ outcome: 'accepted' });
    await world.forward(1);
    expect(await world.connector().chargeStatus(chargeRequest.chargeReference)).toEqual({ outcome: 'booked' });
  });

  it('are the same at every operator', async () => {
    for (const operator of ['orange', 'play', 't-mobile', 'plus'] as const) {
      const chargeRequest = await world.orderCode('48600123001', operator);
      expect(await world.connector(operator).charge(chargeRequest)).toEqual(refused('insufficient_funds'));
    }
  });

  it('are the same in the documentation and in the code', () =>
    checkGeneratedSection('docs/guides/test-values.md', 'magic-values', testValuesTable()));
});

describe('codes by SMS', () => {
  it('are always 123456 for numbers that start with 48500, and differ otherwise', async () => {
    await world.orderCode('48500111222');
    expect(await world.codesOf('48500111222')).toEqual(['123456']);
    await Promise.all(times(3, () => world.orderCode('48601111222')));
    const codes = await world.codesOf('48601111222');
    expect(codes.every((code) => /^\d{6}$/.test(code))).toBe(true);
    expect(new Set(codes).size).toBeGreaterThan(1);
  });

  it('are sent once for the same reference', async () => {
    const request = { codeReference: 'same', phoneNumber: '48602111222', grossMinor: 100, seller: 'Shop', description: null };
    await Promise.all([1, 2, 3, 4].map(() => world.connector().sendCode(request)));
    expect(await world.codesOf('48602111222')).toHaveLength(1);
  });

  it('are valid for one charge of one amount on one number', async () => {
    const chargeRequest = await world.orderCode('48603111222');
    const chargeWith = (changes: object) =>
      world.connector().charge({ ...chargeRequest, chargeReference: crypto.randomUUID(), ...changes });
    expect(await chargeWith({ grossMinor: 9999 })).toEqual({ outcome: 'wrong_code' });
    expect(await chargeWith({ phoneNumber: '48603111333' })).toEqual({ outcome: 'wrong_code' });
    expect(await world.connector('plus').charge(chargeRequest)).toEqual({ outcome: 'wrong_code' });
    expect(await chargeWith({})).toEqual({ outcome: 'accepted' });
    expect(await chargeWith({})).toEqual({ outcome: 'wrong_code' });
  });
});
