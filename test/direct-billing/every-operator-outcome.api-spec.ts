import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { BusinessClock } from '../../src/common/time/clocks.js';
import { type OperatorConnector, OperatorConnectors } from '../../src/connectors/operators/operator.port.js';
import { StateHistory } from '../../src/platform/history/state-history.js';
import { SLOW_POLL_COUNT } from '../../src/platform/remote-operations/poll-schedule.js';
import { ApplyChargeOutcomeService } from '../../src/products/direct-billing/charges/apply-charge-outcome.service.js';
import type { ChargeState } from '../../src/products/direct-billing/charges/states.js';
import { ChargeQueries } from '../../src/products/direct-billing/charges/charge.queries.js';
import { HandleOperatorCallbackService } from '../../src/products/direct-billing/charges/handle-callback.service.js';
import { PollChargesService } from '../../src/products/direct-billing/charges/poll-charges.service.js';
import { ReverseChargeService } from '../../src/products/direct-billing/charges/reverse-charge.service.js';
import { MAX_SENT_CODES, MAX_CODE_TRIES } from '../../src/products/direct-billing/limits.js';
import { type ChargeWorld, startChargeWorld } from './support/charge-world.js';

let suite: ChargeWorld;
beforeAll(async () => {
  suite = await startChargeWorld();
});
afterAll(() => suite.stop());

/** A status update of the operator. `not_found, for long` is `not_found` 25 hours later, when it is definite in every state. */
type Update = 'accepted' | 'booked' | 'refused' | 'wrong_code' | 'not_sent' | 'not_found' | 'not_found, for long' | 'pending';

interface ChargeCase {
  reference: string;
  /** Applies a status update of the operator. @returns the effect, explained at `ChargeEffect`. */
  report(update: Update): Promise<string>;
  /** Applies the response to a poll that was made this many seconds from now. @returns the effect. */
  reportByPoll(update: 'booked' | 'refused', seconds?: number): Promise<string>;
  /** Runs the reversal of the charge. The operator responds with this outcome. */
  reverse(outcome: 'reversed' | 'pending'): Promise<void>;
  /** The state of the charge and the status of its transaction. */
  ends(): Promise<string>;
  /** Stores the number of sent codes, and the number of tries of the last code. */
  count(codes: number, tries: number): Promise<unknown>;
  tries(): Promise<number | undefined>;
  /** The decline reason of the rejected transaction, such as `blocked_by_operator`. */
  rejection(): Promise<string | undefined>;
  /** The reason of the charge's last change, and the reasons of all changes of its transaction. */
  reasons(): Promise<string[]>;
}

/** Creates a charge that is stored as sent and never reached its operator. */
async function sentCharge(): Promise<ChargeCase> {
  const order = await suite.createWithCodeSent();
  const { charge, submission } = await suite.holdNewCharge(order);
  charge.dropMessage();
  await submission;
  const [{ reference } = { reference: '' }] = await order.charges();
  const { world } = suite;
  const inputOf = async (update: Update): Promise<Parameters<ApplyChargeOutcomeService['run']>[1]> => {
    if (update === 'not_found, for long') await world.moveTimeForward({ hours: 25 });
    if (update === 'not_found' || update === 'not_found, for long')
      return { outcome: 'not_found', polledAt: world.get(BusinessClock).now() };
    return update === 'refused' ? { outcome: 'refused', reason: 'blocked_by_operator' } : { outcome: update };
  };
  const row = async (): Promise<{ rejection: string; try_count: number } | undefined> =>
    (await world.database.query('SELECT rejection, try_count FROM direct_billing_transaction WHERE id = $1', [order.id]))[0];
  return {
    reference,
    report: async (update) => world.get(ApplyChargeOutcomeService).run({ reference }, await inputOf(update)),
    reportByPoll: async (update, seconds = 1) => {
      const polledAt = new Date(world.get(BusinessClock).now().getTime() + seconds * 1_000);
      const result = update === 'refused' ? { outcome: update, reason: 'blocked_by_operator' as const } : { outcome: update };
      return world.get(ApplyChargeOutcomeService).run({ reference }, { ...result, polledAt });
    },
    reverse: (outcome) =>
      world.get(ReverseChargeService).run(reference, { reverse: () => Promise.resolve({ outcome }) } as unknown as OperatorConnector),
    ends: async () => `${(await order.states()).join()} ${await order.status()}`,
    count: (codes, tries) =>
      world.database.query('UPDATE direct_billing_transaction SET code_count = $2, try_count = $3 WHERE id = $1', [order.id, codes, tries]),
    tries: async () => (await row())?.try_count,
    rejection: async () => (await row())?.rejection,
    reasons: async () => {
      const [ofCharge, ofTransaction] = await Promise.all([reference, order.id].map((id) => world.get(StateHistory).changesOfSubject(id)));
      return [ofCharge?.at(-1)?.reason ?? '', (ofTransaction ?? []).map(({ reason }) => reason).join(' + ')];
    },
  };
}

/** For each state, the status updates that bring a sent charge into this state. */
const UPDATES_TO_REACH = {
  sent: [],
  accepted: ['accepted'],
  booked: ['accepted', 'booked'],
  refused: ['refused'],
  wrong_code: ['wrong_code'],
  not_sent: ['not_sent'],
  not_found: ['not_found, for long'],
  in_doubt: ['not_found, for long', 'pending'],
  reversal_due: ['refused', 'booked'],
} as const satisfies Partial<Record<ChargeState, Update[]>>;
type ReachedState = keyof typeof UPDATES_TO_REACH;

async function chargeInState(state: ReachedState): Promise<ChargeCase> {
  const charge = await sentCharge();
  for (const update of UPDATES_TO_REACH[state]) await charge.report(update);
  expect((await charge.ends()).split(' ')[0]).toBe(state);
  return charge;
}

const ACCEPTED = 'applied, accepted confirmed: operator_accepted, operator_accepted';
const PAYED = 'applied, booked payed: operator_booked, operator_accepted + operator_booked';

/**
 * The status updates that change a charge, by its state. The text is
 * `effect, state of the charge status of the transaction: reason of the charge's last change, reasons of all changes of the transaction`.
 * The effects are explained at `ChargeEffect`.
 */
const EXPECTED_CHANGES: Record<ReachedState, Partial<Record<Update, string>>> = {
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

/** The effects of status updates that change nothing, by state of the charge. `else` is for all other states. */
const EFFECTS_WITHOUT_CHANGE: Record<Update, Partial<Record<ReachedState, string>> & { else: string }> = {
  accepted: { else: 'duplicate' },
  booked: { else: 'duplicate' },
  refused: { refused: 'duplicate', booked: 'for_staff', reversal_due: 'for_staff', else: 'too_late' },
  wrong_code: { wrong_code: 'duplicate', booked: 'for_staff', reversal_due: 'for_staff', else: 'too_late' },
  not_sent: { else: 'no_news' },
  not_found: { sent: 'no_news', in_doubt: 'no_news', not_found: 'duplicate', else: 'too_late' },
  'not_found, for long': { not_found: 'duplicate', else: 'too_late' },
  pending: { else: 'no_news' },
};

describe.each(Object.keys(UPDATES_TO_REACH) as ReachedState[])('a charge in state %s', (state) => {
  it.each(Object.keys(EFFECTS_WITHOUT_CHANGE) as Update[])('has the expected state and effect after the outcome %s', async (update) => {
    const charge = await chargeInState(state);
    const before = `${await charge.ends()}: ${(await charge.reasons()).join(', ')}`;
    const effect = await charge.report(update);
    const after = `${await charge.ends()}: ${(await charge.reasons()).join(', ')}`;
    expect(`${effect}, ${after}`).toBe(
      EXPECTED_CHANGES[state][update] ?? `${EFFECTS_WITHOUT_CHANGE[update][state] ?? EFFECTS_WITHOUT_CHANGE[update].else}, ${before}`,
    );
  });
});

describe('a charge that was booked too late', () => {
  it('is reversed when the operator confirms the reversal, and stays reversed', async () => {
    const charge = await chargeInState('reversal_due');
    await charge.reverse('pending');
    expect(await charge.ends()).toBe('reversal_due rejected');
    await charge.reverse('reversed');
    expect([await charge.ends(), await charge.reasons()]).toEqual(['reversed rejected', ['operator_reversed', 'operator_refused']]);
    await charge.reverse('reversed');
    for (const update of ['accepted', 'booked'] as const) expect(await charge.report(update)).toBe('duplicate');
    expect(await charge.ends()).toBe('reversed rejected');
  });
});

describe('a charge in doubt whose transaction has ended', () => {
  it('stays in doubt when the operator accepts it again, and is reversed when it is booked', async () => {
    const charge = await chargeInState('refused');
    expect([await charge.report('accepted'), await charge.report('accepted')]).toEqual(['in_doubt', 'duplicate']);
    expect([await charge.report('booked'), await charge.ends()]).toEqual(['suspended', 'reversal_due rejected']);
  });
});

describe('a wrong code', () => {
  it('rejects the transaction at the last try of the last code', async () => {
    const charge = await sentCharge();
    await charge.count(MAX_SENT_CODES, MAX_CODE_TRIES);
    expect([await charge.report('wrong_code'), await charge.ends()]).toEqual(['applied', 'wrong_code rejected']);
    expect([await charge.rejection(), await charge.reasons()]).toEqual(['too_many_codes', ['wrong_code', 'too_many_codes']]);
  });

  it.each([
    [MAX_SENT_CODES - 1, MAX_CODE_TRIES],
    [MAX_SENT_CODES, MAX_CODE_TRIES - 1],
  ])('does not reject the transaction for code number %d at try number %d', async (codes, tries) => {
    const charge = await sentCharge();
    await charge.count(codes, tries);
    expect([await charge.report('wrong_code'), await charge.ends()]).toEqual(['applied', 'wrong_code new']);
  });

  it('does not reject the transaction when the charge is in doubt', async () => {
    const charge = await chargeInState('in_doubt');
    await charge.count(MAX_SENT_CODES, MAX_CODE_TRIES);
    expect([await charge.report('wrong_code'), await charge.ends()]).toEqual(['applied', 'wrong_code new']);
  });
});

describe('a charge that was not sent', () => {
  it('does not count as a try', async () => {
    const charge = await sentCharge();
    await charge.count(1, 2);
    await charge.report('not_sent');
    expect(await charge.tries()).toBe(1);
  });
});

describe('a charge that its operator does not know', () => {
  it('is polled at the time when not_found becomes definite, if the next poll would be later', async () => {
    const { reference, report } = await sentCharge();
    const { database } = suite.world;
    await database.query("UPDATE direct_billing_charge SET next_poll_at = next_poll_at + interval '1 day' WHERE reference = $1", [
      reference,
    ]);
    await report('not_found');
    expect(
      await database.query(
        "SELECT next_poll_at = updated_at + interval '5 minutes' AS then FROM direct_billing_charge WHERE reference = $1",
        [reference],
      ),
    ).toEqual([{ then: true }]);
  });

  it('becomes not_found after five minutes, and not one millisecond earlier', async () => {
    const charge = await sentCharge();
    const { world } = suite;
    const [row] = await world.database.query<{ at: Date }[]>('SELECT updated_at AS at FROM direct_billing_charge WHERE reference = $1', [
      charge.reference,
    ]);
    const definiteFrom = (row?.at.getTime() ?? NaN) + 300_000;
    await world.moveTimeForward({ minutes: 6 });
    const notFound = (polledAt: number): Promise<string> =>
      world.get(ApplyChargeOutcomeService).run({ reference: charge.reference }, { outcome: 'not_found', polledAt: new Date(polledAt) });
    expect([await notFound(definiteFrom - 1), await notFound(definiteFrom)]).toEqual(['no_news', 'applied']);
  });
});

describe('a charge that does not exist', () => {
  it('has the effect "unknown_charge"', async () => {
    const service = suite.world.get(ApplyChargeOutcomeService);
    expect(await service.run({ reference: '00000000-0000-7000-8000-000000000000' }, { outcome: 'booked' })).toBe('unknown_charge');
  });
});

describe('a callback about a refusal', () => {
  it('rejects the transaction with the reason other when it has no reason', async () => {
    const { reference, ends, rejection } = await sentCharge();
    const orange = suite.world.get(OperatorConnectors).of('orange') as OperatorConnector;
    const callback = { reportId: 'for no reason', chargeReference: reference, outcome: 'refused', reason: null } as const;
    const readCallbackSpy = jest.spyOn(orange, 'readCallback').mockReturnValue(callback);
    const mayBeCallbackSpy = jest.spyOn(orange, 'mayBeCallback').mockReturnValue(true);
    const handled = suite.world.get(HandleOperatorCallbackService).run('orange', { headers: {} }, () => Promise.resolve(Buffer.alloc(0)));
    expect(await handled).toBe('applied');
    mayBeCallbackSpy.mockRestore();
    readCallbackSpy.mockRestore();
    expect([await ends(), await rejection()]).toEqual(['refused rejected', 'other']);
  });
});

describe('a charge that was refused after its booking', () => {
  const conflictOf = async (charge: ChargeCase) => {
    const [row] = (await suite.world.get(ChargeQueries).conflicting(1_000)).filter(({ reference }) => reference === charge.reference);
    return row && { state: row.state, conflict: row.conflict, isPolled: row.nextPollAt !== null };
  };

  /** A booked charge that was refused later. No other charge is due for a poll. */
  const chargeWithConflict = async (): Promise<ChargeCase> => {
    const charge = await chargeInState('booked');
    await charge.report('refused');
    const putOffOthers = `UPDATE direct_billing_charge SET next_poll_at = 'infinity' WHERE next_poll_at IS NOT NULL AND reference <> $1`;
    await suite.world.database.query(putOffOthers, [charge.reference]);
    return charge;
  };

  it('stays booked and is shown to staff, until a poll confirms the booking', async () => {
    const charge = await chargeInState('booked');
    expect(await charge.report('refused')).toBe('for_staff');
    expect(await conflictOf(charge)).toEqual({ state: 'booked', conflict: 'refused_after_booking', isPolled: true });
    await charge.reportByPoll('booked');
    expect([await conflictOf(charge), await charge.ends()]).toEqual([undefined, 'booked payed']);
  });

  it('is left to staff when a poll confirms the refusal', async () => {
    const charge = await chargeInState('booked');
    await charge.report('wrong_code');
    expect(await conflictOf(charge)).toMatchObject({ conflict: 'wrong_code_after_booking' });
    await charge.reportByPoll('refused');
    expect(await conflictOf(charge)).toEqual({ state: 'booked', conflict: 'refused_after_booking', isPolled: false });
    expect(await charge.ends()).toBe('booked payed');
  });

  it('keeps the conflict after the response to an earlier poll', async () => {
    const charge = await chargeInState('booked');
    await charge.report('refused');
    await charge.reportByPoll('booked', -60);
    expect(await conflictOf(charge)).toMatchObject({ isPolled: true });
    await charge.reportByPoll('booked');
  });

  it('is left to staff after an hour of polls that resolve nothing', async () => {
    const charge = await chargeWithConflict();
    const operator = suite.world.get(OperatorConnectors).of('orange');
    if (!operator) throw new Error('The operator has no connector');
    const pollSpy = jest.spyOn(operator, 'chargeStatus').mockResolvedValue({ outcome: 'pending' });
    const pollLater = async (): Promise<void> => {
      await suite.world.moveTimeForward({ hours: 1 });
      await suite.world.get(PollChargesService).batch('orange');
    };
    const conflict = { state: 'booked', conflict: 'refused_after_booking' };
    for (let polls = 1; polls <= SLOW_POLL_COUNT; polls += 1) await pollLater();
    expect(await conflictOf(charge)).toEqual({ ...conflict, isPolled: true });
    await pollLater();
    await pollLater();
    expect([pollSpy.mock.calls.length, await conflictOf(charge)]).toEqual([SLOW_POLL_COUNT + 1, { ...conflict, isPolled: false }]);
    pollSpy.mockRestore();
  });

  it('is polled about a conflict that is stored while an earlier conflict is left to staff', async () => {
    const charge = await chargeWithConflict();
    const { database } = suite.world;
    // The conflict was polled for more than an hour.
    await database.query('UPDATE direct_billing_charge SET poll_count = 1000 WHERE reference = $1', [charge.reference]);
    const updateSpy = jest.spyOn(database.manager, 'update').mockImplementationOnce(async (...update) => {
      await charge.report('wrong_code');
      return database.manager.update(...update);
    });
    await suite.world.get(PollChargesService).batch('orange');
    updateSpy.mockRestore();
    expect(await conflictOf(charge)).toEqual({ state: 'booked', conflict: 'wrong_code_after_booking', isPolled: true });
    await charge.reportByPoll('booked');
    expect(await conflictOf(charge)).toBeUndefined();
  });

  it('is shown to staff and still reversed when it was booked too late', async () => {
    const charge = await chargeInState('reversal_due');
    await charge.report('refused');
    expect(await conflictOf(charge)).toMatchObject({ state: 'reversal_due', conflict: 'refused_after_booking' });
    await charge.reverse('reversed');
    expect(await charge.ends()).toBe('reversed rejected');
  });
});
