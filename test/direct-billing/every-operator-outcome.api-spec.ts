import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { BusinessClock } from '../../src/common/time/clocks.js';
import { type OperatorConnector, OperatorConnectors } from '../../src/connectors/operators/operator.port.js';
import { StateHistory } from '../../src/platform/history/state-history.js';
import { ApplyChargeOutcomeService } from '../../src/products/direct-billing/charges/apply-charge-outcome.service.js';
import type { ChargeState } from '../../src/products/direct-billing/charges/charge-transitions.js';
import { ConflictingChargesQuery } from '../../src/products/direct-billing/charges/conflicting-charges.query.js';
import { HandleCallbackService } from '../../src/products/direct-billing/charges/handle-callback.service.js';
import { ReverseChargeService } from '../../src/products/direct-billing/charges/reverse-charge.service.js';
import { MAX_SENT_CODES, MAX_CODE_TRIES } from '../../src/products/direct-billing/limits.js';
import { type ChargeWorld, startChargeWorld } from './support/charge-world.js';

let here: ChargeWorld;
beforeAll(async () => {
  here = await startChargeWorld();
});
afterAll(() => here.stop());

type Word = 'accepted' | 'booked' | 'refused' | 'wrong_code' | 'not_sent' | 'not_found' | 'not_found, for long' | 'pending';

interface Case {
  reference: string;
  say(word: Word): Promise<string>;
  /** The operator was polled this many seconds from now. */
  books(word: 'booked' | 'refused', seconds?: number): Promise<string>;
  /** The operator's answer to the call that reverses the charge. */
  reverse(outcome: 'reversed' | 'pending'): Promise<void>;
  /** The charge's state and its transaction's. */
  ends(): Promise<string>;
  /** As if the payer had been sent so many codes, and had typed the last one so often. */
  count(codes: number, tries: number): Promise<unknown>;
  tries(): Promise<number | undefined>;
  /** Why the transaction was rejected. */
  rejection(): Promise<string | undefined>;
  /** Why the charge last changed, and all of its transaction's changes. */
  reasons(): Promise<string[]>;
}

/** A charge that is on record as sent, and that never reached its operator. */
async function sentCharge(): Promise<Case> {
  const order = await here.sale();
  const { charge, typed } = await here.onItsWay(order);
  charge.lose();
  await typed;
  const [{ reference } = { reference: '' }] = await order.charges();
  const { world } = here;
  const meant = async (word: Word): Promise<Parameters<ApplyChargeOutcomeService['run']>[1]> => {
    if (word === 'not_found, for long') await world.forward({ hours: 25 });
    if (word === 'not_found' || word === 'not_found, for long') return { outcome: 'not_found', polledAt: world.get(BusinessClock).now() };
    return word === 'refused' ? { outcome: 'refused', reason: 'blocked_by_operator' } : { outcome: word };
  };
  const row = async (): Promise<{ rejection: string; try_count: number } | undefined> =>
    (await world.database.query('SELECT rejection, try_count FROM direct_billing_transaction WHERE id = $1', [order.id]))[0];
  return {
    reference,
    say: async (word) => world.get(ApplyChargeOutcomeService).run({ reference }, await meant(word)),
    books: async (word, seconds = 1) => {
      const polledAt = new Date(world.get(BusinessClock).now().getTime() + seconds * 1_000);
      const said = word === 'refused' ? { outcome: word, reason: 'blocked_by_operator' as const } : { outcome: word };
      return world.get(ApplyChargeOutcomeService).run({ reference }, { ...said, polledAt });
    },
    reverse: (outcome) =>
      world.get(ReverseChargeService).run(reference, { reverse: () => Promise.resolve({ outcome }) } as unknown as OperatorConnector),
    ends: async () => `${(await order.states()).join()} ${await order.status()}`,
    count: (codes, tries) =>
      world.database.query('UPDATE direct_billing_transaction SET code_count = $2, try_count = $3 WHERE id = $1', [order.id, codes, tries]),
    tries: async () => (await row())?.try_count,
    rejection: async () => (await row())?.rejection,
    reasons: async () => {
      const [ofCharge, ofTransaction] = await Promise.all([reference, order.id].map((id) => world.get(StateHistory).of(id)));
      return [ofCharge?.at(-1)?.reason ?? '', (ofTransaction ?? []).map(({ reason }) => reason).join(' + ')];
    },
  };
}

/** The outcomes that bring a sent charge into the state. */
const WAYS = {
  sent: [],
  accepted: ['accepted'],
  booked: ['accepted', 'booked'],
  refused: ['refused'],
  wrong_code: ['wrong_code'],
  not_sent: ['not_sent'],
  not_found: ['not_found, for long'],
  in_doubt: ['not_found, for long', 'pending'],
  reversal_due: ['refused', 'booked'],
} as const satisfies Partial<Record<ChargeState, Word[]>>;
type Reached = keyof typeof WAYS;

async function chargeThatIs(state: Reached): Promise<Case> {
  const charge = await sentCharge();
  for (const word of WAYS[state]) await charge.say(word);
  expect((await charge.ends()).split(' ')[0]).toBe(state);
  return charge;
}

const ACCEPTED = 'applied, accepted confirmed: operator_accepted, operator_accepted';
const PAYED = 'applied, booked payed: operator_booked, operator_accepted + operator_booked';

/** What an outcome does to a charge in a state, the state after it, and the reasons; all others change nothing. */
const CHANGES: Record<Reached, Partial<Record<Word, string>>> = {
  sent: {
    accepted: ACCEPTED,
    booked: PAYED,
    refused: 'applied, refused rejected: operator_refused, operator_refused',
    wrong_code: 'applied, wrong_code new: wrong_code, ',
    not_sent: 'applied, not_sent new: operator_not_reached, ',
    'not_found, for long': 'applied, not_found new: operator_does_not_know_it, ',
  },
  accepted: { booked: PAYED, refused: 'applied, refused rejected: operator_refused, operator_accepted + operator_refused' },
  booked: {},
  refused: {
    accepted: 'in_doubt, in_doubt rejected: heard_of_too_late, operator_refused',
    booked: 'suspended, reversal_due rejected: booked_too_late, operator_refused',
  },
  wrong_code: { accepted: ACCEPTED, booked: PAYED },
  not_sent: { accepted: ACCEPTED, booked: PAYED },
  not_found: { accepted: ACCEPTED, booked: PAYED, pending: 'in_doubt, in_doubt new: heard_of_too_late, ' },
  in_doubt: {
    accepted: ACCEPTED,
    booked: PAYED,
    refused: 'applied, refused new: operator_refused, ',
    wrong_code: 'applied, wrong_code new: wrong_code, ',
    'not_found, for long': 'applied, not_found new: operator_does_not_know_it, ',
  },
  reversal_due: {},
};

/** The effect of an outcome that changes nothing. */
const OTHERWISE: Record<Word, Partial<Record<Reached, string>> & { else: string }> = {
  accepted: { else: 'duplicate' },
  booked: { else: 'duplicate' },
  refused: { refused: 'duplicate', booked: 'for_staff', reversal_due: 'for_staff', else: 'too_late' },
  wrong_code: { wrong_code: 'duplicate', booked: 'for_staff', reversal_due: 'for_staff', else: 'too_late' },
  not_sent: { else: 'no_news' },
  not_found: { sent: 'no_news', in_doubt: 'no_news', not_found: 'duplicate', else: 'too_late' },
  'not_found, for long': { not_found: 'duplicate', else: 'too_late' },
  pending: { else: 'no_news' },
};

describe.each(Object.keys(WAYS) as Reached[])('of a charge that is %s, the operator says', (state) => {
  it.each(Object.keys(OTHERWISE) as Word[])('%s', async (word) => {
    const charge = await chargeThatIs(state);
    const before = `${await charge.ends()}: ${(await charge.reasons()).join(', ')}`;
    const effect = await charge.say(word);
    const after = `${await charge.ends()}: ${(await charge.reasons()).join(', ')}`;
    expect(`${effect}, ${after}`).toBe(CHANGES[state][word] ?? `${OTHERWISE[word][state] ?? OTHERWISE[word].else}, ${before}`);
  });
});

describe('a charge that was booked too late', () => {
  it('is reversed when the operator has given the money back, and stays so', async () => {
    const charge = await chargeThatIs('reversal_due');
    await charge.reverse('pending');
    expect(await charge.ends()).toBe('reversal_due rejected');
    await charge.reverse('reversed');
    expect([await charge.ends(), await charge.reasons()]).toEqual(['reversed rejected', ['operator_reversed', 'operator_refused']]);
    await charge.reverse('reversed');
    for (const word of ['accepted', 'booked'] as const) expect(await charge.say(word)).toBe('duplicate');
    expect(await charge.ends()).toBe('reversed rejected');
  });
});

describe('a charge in doubt whose transaction has ended', () => {
  it('stays in doubt, however often the operator accepts it, and goes back when it is booked', async () => {
    const charge = await chargeThatIs('refused');
    expect([await charge.say('accepted'), await charge.say('accepted')]).toEqual(['in_doubt', 'duplicate']);
    expect([await charge.say('booked'), await charge.ends()]).toEqual(['suspended', 'reversal_due rejected']);
  });
});

describe('the last code that a payer may type', () => {
  it('being wrong ends the transaction', async () => {
    const charge = await sentCharge();
    await charge.count(MAX_SENT_CODES, MAX_CODE_TRIES);
    expect([await charge.say('wrong_code'), await charge.ends()]).toEqual(['applied', 'wrong_code rejected']);
    expect([await charge.rejection(), await charge.reasons()]).toEqual(['too_many_codes', ['wrong_code', 'too_many_codes']]);
  });

  it.each([
    [MAX_SENT_CODES - 1, MAX_CODE_TRIES],
    [MAX_SENT_CODES, MAX_CODE_TRIES - 1],
  ])('is not the %dth at the %dth try', async (codes, tries) => {
    const charge = await sentCharge();
    await charge.count(codes, tries);
    expect([await charge.say('wrong_code'), await charge.ends()]).toEqual(['applied', 'wrong_code new']);
  });

  it('being wrong ends nothing when the payer has gone on without that charge', async () => {
    const charge = await chargeThatIs('in_doubt');
    await charge.count(MAX_SENT_CODES, MAX_CODE_TRIES);
    expect([await charge.say('wrong_code'), await charge.ends()]).toEqual(['applied', 'wrong_code new']);
  });
});

describe('a charge that never left', () => {
  it('gives its try back, and no other', async () => {
    const charge = await sentCharge();
    await charge.count(1, 2);
    await charge.say('not_sent');
    expect(await charge.tries()).toBe(1);
  });
});

describe('a charge that its operator does not know', () => {
  it('is polled sooner when that settles it', async () => {
    const { reference, say } = await sentCharge();
    const { database } = here.world;
    await database.query("UPDATE direct_billing_charge SET next_poll_at = next_poll_at + interval '1 day' WHERE reference = $1", [
      reference,
    ]);
    await say('not_found');
    expect(
      await database.query(
        "SELECT next_poll_at = updated_at + interval '5 minutes' AS then FROM direct_billing_charge WHERE reference = $1",
        [reference],
      ),
    ).toEqual([{ then: true }]);
  });

  it('ends when it has been unknown for five minutes, and not a moment earlier', async () => {
    const charge = await sentCharge();
    const { world } = here;
    const [row] = await world.database.query<{ at: Date }[]>('SELECT updated_at AS at FROM direct_billing_charge WHERE reference = $1', [
      charge.reference,
    ]);
    const believed = (row?.at.getTime() ?? NaN) + 300_000;
    await world.forward({ minutes: 6 });
    const hear = (polledAt: number): Promise<string> =>
      world.get(ApplyChargeOutcomeService).run({ reference: charge.reference }, { outcome: 'not_found', polledAt: new Date(polledAt) });
    expect([await hear(believed - 1), await hear(believed)]).toEqual(['no_news', 'applied']);
  });
});

describe('a charge that does not exist', () => {
  it('has the effect "unknown_charge"', async () => {
    const run = here.world.get(ApplyChargeOutcomeService);
    expect(await run.run({ reference: '00000000-0000-7000-8000-000000000000' }, { outcome: 'booked' })).toBe('unknown_charge');
  });
});

describe('a report of a refusal', () => {
  it('that gives no reason rejects the transaction for another one', async () => {
    const { reference, ends, rejection } = await sentCharge();
    const orange = here.world.get(OperatorConnectors).of('orange') as OperatorConnector;
    const report = { reportId: 'for no reason', chargeReference: reference, outcome: 'refused', reason: null } as const;
    const read = jest.spyOn(orange, 'readCallback').mockReturnValue(report);
    const may = jest.spyOn(orange, 'mayBeCallback').mockReturnValue(true);
    const handled = here.world.get(HandleCallbackService).run('orange', { headers: {} }, () => Promise.resolve(Buffer.alloc(0)));
    expect(await handled).toBe('applied');
    may.mockRestore();
    read.mockRestore();
    expect([await ends(), await rejection()]).toEqual(['refused rejected', 'other']);
  });
});

describe('a charge that was booked, and then refused', () => {
  const contradicted = async (charge: Case) => {
    const [row] = (await here.world.get(ConflictingChargesQuery).run(1_000)).filter(({ reference }) => reference === charge.reference);
    return row && { state: row.state, contradiction: row.contradiction, isAsked: row.nextPollAt !== null };
  };

  it('stays booked, and is shown to staff; books that say booked settle it', async () => {
    const charge = await chargeThatIs('booked');
    expect(await charge.say('refused')).toBe('for_staff');
    expect(await contradicted(charge)).toEqual({ state: 'booked', contradiction: 'refused_after_booking', isAsked: true });
    await charge.books('booked');
    expect([await contradicted(charge), await charge.ends()]).toEqual([undefined, 'booked payed']);
  });

  it('is left to staff when the books say refused as well', async () => {
    const charge = await chargeThatIs('booked');
    await charge.say('wrong_code');
    expect(await contradicted(charge)).toMatchObject({ contradiction: 'wrong_code_after_booking' });
    await charge.books('refused');
    expect(await contradicted(charge)).toEqual({ state: 'booked', contradiction: 'refused_after_booking', isAsked: false });
    expect(await charge.ends()).toBe('booked payed');
  });

  it('is not settled by the answer to an earlier poll', async () => {
    const charge = await chargeThatIs('booked');
    await charge.say('refused');
    await charge.books('booked', -60);
    expect(await contradicted(charge)).toMatchObject({ isAsked: true });
    await charge.books('booked');
  });

  it('and is to go back is shown to staff, and still goes back', async () => {
    const charge = await chargeThatIs('reversal_due');
    await charge.say('refused');
    expect(await contradicted(charge)).toMatchObject({ state: 'reversal_due', contradiction: 'refused_after_booking' });
    await charge.reverse('reversed');
    expect(await charge.ends()).toBe('reversed rejected');
  });
});
