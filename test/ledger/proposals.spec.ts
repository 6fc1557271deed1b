import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { StaffMember, Proposal, Proposed, ProposedPayout, ProposedSettlement } from '../../src/platform/ledger/approvals/proposal.js';
import { actingAs } from '../../src/platform/audit/actor.js';
import { ProposalRejectedError, TotalsChangedError } from '../../src/platform/ledger/approvals/proposal-rejected.js';
import { PayoutTooHighError, PartnerBlockedError, ReferenceTakenError } from '../../src/platform/ledger/manual/manual-entry-rejected.js';
import { times } from '../support/times.js';
import { balancedEntry, LedgerWorld, entryOfSale } from './ledger-world.js';

const MARCH = { provider: 'orange', from: new Date('2026-03-01T00:00:00Z'), to: new Date('2026-04-01T00:00:00Z'), test: false };

let world: LedgerWorld;
let partner: string;
let anna: StaffMember;
let jan: StaffMember;
let references = 0;
beforeAll(async () => {
  world = await LedgerWorld.open();
});
beforeEach(async () => {
  world = await world.withoutRows();
  world.verifyManualEntries();
  partner = await world.partner();
  [anna, jan] = [await world.createStaffMember('Anna'), await world.createStaffMember('Jan')];
});
afterAll(() => world.close());

const newReference = (): string => `R-${(references += 1)}`;
const payout = (amountMinor: number, changes: Partial<ProposedPayout> = {}): ProposedPayout => ({
  kind: 'payout',
  reference: newReference(),
  partnerId: partner,
  currency: 'PLN',
  amountMinor,
  test: false,
  ...changes,
});
const settlementOf = async (reference: string): Promise<ProposedSettlement> => ({
  kind: 'settle',
  reference,
  ...MARCH,
  sums: await world.settlements.sumsToSettle(MARCH),
});
/** Adds money to the partner's available part, so that it can be paid out. */
const addAvailable = (minor: number): Promise<boolean> =>
  world.post(
    balancedEntry([
      { account: 'platform:liquidity', currency: 'PLN', amountMinor: minor },
      { account: 'partner:available', partnerId: partner, currency: 'PLN', amountMinor: -minor },
    ]),
  );
const available = async (): Promise<number> => (await world.wallets.readBalance(partner)).availableMinor;
const stateOf = async (id: string): Promise<Proposal['state'] | undefined> => (await world.proposals.readProposal(id))?.state;
const expectConsistent = async (): Promise<void> => expect((await world.verify.run()).firstInconsistentRow).toBeNull();
const fulfilled = (results: readonly PromiseSettledResult<unknown>[]): number =>
  results.filter(({ status }) => status === 'fulfilled').length;

describe('a proposal', () => {
  it('moves money when a second person approves it, but not when its author does', async () => {
    await addAvailable(500);
    const { id, isEntered } = await world.propose.run(anna, payout(300, { reference: 'TR-1' }));
    expect([isEntered, await available(), await world.count('payout')]).toEqual([false, 500, 0]);
    await expect(world.decide.approve(id, anna)).rejects.toEqual(new ProposalRejectedError('own'));
    await expect(world.decide.refuse(id, anna, 'Wrong')).rejects.toEqual(new ProposalRejectedError('own'));
    await expect(world.decide.withdraw(id, jan)).rejects.toEqual(new ProposalRejectedError('notOwn'));
    await world.decide.approve(id, jan);
    expect([await stateOf(id), await available()]).toEqual(['approved', 200]);
    expect(await world.dataSource.query('SELECT reference, amount_minor, author FROM payout')).toEqual([
      { reference: 'TR-1', amount_minor: '300', author: 'Anna' },
    ]);
    await expect(world.decide.approve(id, jan)).rejects.toEqual(new ProposalRejectedError('decided'));
    await expectConsistent();
  });

  it('is decided once when it is approved, refused and withdrawn concurrently', async () => {
    await addAvailable(3_000);
    for (let round = 0; round < 5; round += 1) {
      const before = await available();
      const { id } = await world.propose.run(anna, payout(100));
      const results = await Promise.allSettled([
        ...times(8, () => world.decide.approve(id, jan)),
        ...times(4, () => world.decide.refuse(id, jan, 'Wrong')),
        ...times(4, () => world.decide.withdraw(id, anna)),
      ]);
      expect(fulfilled(results)).toBe(1);
      expect(before - (await available())).toBe((await stateOf(id)) === 'approved' ? 100 : 0);
    }
    await expectConsistent();
  });

  it('is stored once when the form is sent repeatedly, and can be repeated after it was refused', async () => {
    await addAvailable(500);
    const proposed = payout(100);
    const proposals = await Promise.all(times(10, () => world.propose.run(anna, proposed)));
    expect(new Set(proposals.map(({ id }) => id)).size).toBe(1);
    expect(await world.count('ledger_proposal')).toBe(1);
    await expect(world.propose.run(jan, proposed)).rejects.toBeInstanceOf(ReferenceTakenError);
    await expect(world.propose.run(anna, { ...proposed, amountMinor: 99 })).rejects.toBeInstanceOf(ReferenceTakenError);
    await world.decide.refuse(proposals[0]!.id, jan, 'Too early');
    world.now = new Date(world.now.getTime() + 1);
    const repeated = await world.propose.run(anna, proposed);
    await world.decide.withdraw(repeated.id, anna);
    expect((await world.proposals.listDecided(10, null)).map(({ state }) => state)).toEqual(['withdrawn', 'refused']);
    expect(await available()).toBe(500);
    await expectConsistent();
  });

  it('stays undecided when its approval fails', async () => {
    await addAvailable(500);
    const [first, second] = [await world.propose.run(anna, payout(400)), await world.propose.run(anna, payout(300))];
    await expect(world.propose.run(anna, payout(501))).rejects.toBeInstanceOf(PayoutTooHighError);
    await world.decide.approve(first.id, jan);
    await expect(world.decide.approve(second.id, jan)).rejects.toBeInstanceOf(PayoutTooHighError);
    await addAvailable(500);
    await world.dataSource.query("UPDATE partner SET blocked_at = now(), blocked_reason = 'Fraud' WHERE id = $1", [partner]);
    await expect(world.decide.approve(second.id, jan)).rejects.toBeInstanceOf(PartnerBlockedError);
    await world.dataSource.query('UPDATE partner SET blocked_at = NULL, blocked_reason = NULL WHERE id = $1', [partner]);
    expect([await stateOf(second.id), await available()]).toEqual(['proposed', 600]);
    await world.decide.approve(second.id, jan);
    expect(await available()).toBe(300);
    await expectConsistent();
  });

  it('is rejected when its reference was used by the command line', async () => {
    await addAvailable(500);
    const proposed = payout(100);
    const { id } = await world.propose.run(anna, proposed);
    await world.payOut.run({ ...proposed, author: 'root' });
    await expect(world.decide.approve(id, jan)).rejects.toBeInstanceOf(ReferenceTakenError);
    await expect(world.propose.run(anna, payout(5, { reference: (await settleMarch()).reference }))).resolves.toBeDefined();
    await world.decide.refuse(id, jan, 'Entered before');
    await expect(world.propose.run(anna, proposed)).rejects.toBeInstanceOf(ReferenceTakenError);
    expect(await available()).toBe(400);
    await expectConsistent();
  });

  it('is in the audit of the manual entry that it becomes, and a repeated entry is not recorded again', async () => {
    await addAvailable(500);
    await world.post(entryOfSale(partner));
    const paid = payout(300);
    const correction = { debit: 'platform:rounding', credit: 'partner:available', amountMinor: 7, reason: 'Agreed' } as const;
    const adjusted = { ...payout(0), ...correction, kind: 'adjust' } as const;
    const settled = await settlementOf(newReference());
    const proposals: string[] = [];
    for (const proposed of [paid, adjusted, settled]) proposals.push((await world.propose.run(anna, proposed)).id);
    await actingAs({ author: 'Jan', door: 'panel', reason: null, requestId: null }, async () => {
      for (const id of proposals) await world.decide.approve(id, jan);
      await world.payOut.run({ ...paid, author: 'Anna' });
      await world.adjust.run({ ...adjusted, author: 'Anna' });
      await world.settle.run({ ...settled, author: 'Anna' });
    });
    const idOf = (table: string) => world.dataSource.query<{ id: string }[]>(`SELECT id FROM ${table}`);
    const [[adjustment], [settlement]] = [await idOf('ledger_adjustment'), await idOf('settlement')];
    const after = [paid, adjusted, settled].map(({ reference }, index) => ({ reference, author: 'Anna', proposal: proposals[index] }));
    expect(await world.dataSource.query('SELECT action, subject, subject_id, after FROM audit_entry ORDER BY at')).toMatchObject([
      { action: 'wallet.payout', subject: 'partner', subject_id: partner, after: { ...after[0], amount_minor: 300 } },
      { action: 'ledger.adjust', subject: 'adjustment', subject_id: adjustment?.id, after: { ...after[1], reason: 'Agreed' } },
      { action: 'settlement.settle', subject: 'settlement', subject_id: settlement?.id, after: { ...after[2], provider: 'orange' } },
    ]);
  });

  const settleMarch = async (): Promise<{ reference: string }> => {
    const reference = newReference();
    await world.settle.run({ ...MARCH, reference, author: 'root' });
    return { reference };
  };
});

describe('a proposed settlement', () => {
  it('moves the proposed sums in the background after its approval', async () => {
    for (let sale = 0; sale < 3; sale += 1) await world.post(entryOfSale(partner));
    const proposed = await settlementOf('ORA-1');
    expect(proposed.sums).toEqual([{ currency: 'PLN', clearedMinor: 1_845, availableMinor: 750 }]);
    const { id } = await world.propose.run(anna, proposed);
    expect(await world.continueSettlements.batch()).toBe(false);
    await world.decide.approve(id, jan);
    while (await world.continueSettlements.batch());
    expect((await world.settle.run({ ...MARCH, reference: 'ORA-1', author: 'Anna' })).sums).toEqual(proposed.sums);
    expect([await available(), await world.settlements.sumsToSettle(MARCH)]).toEqual([750, []]);
    await expect(world.propose.run(anna, await settlementOf('ORA-2'))).rejects.toEqual(new ProposalRejectedError('nothing'));
    await expectConsistent();
  });

  it('is rejected with the proposed and the current sums when another settlement has covered a part of it', async () => {
    await world.post(entryOfSale(partner, { occurredAt: new Date('2026-03-02T12:00:00Z') }));
    await world.post(entryOfSale(partner, { occurredAt: new Date('2026-03-20T12:00:00Z') }));
    const proposed = await settlementOf('ORA-1');
    const { id } = await world.propose.run(anna, proposed);
    await world.settle.run({ ...MARCH, to: new Date('2026-03-10T00:00:00Z'), reference: 'EARLY', author: 'root' });
    const currentSums = [{ currency: 'PLN', clearedMinor: 615, availableMinor: 250 }];
    await expect(world.decide.approve(id, jan)).rejects.toEqual(new TotalsChangedError(proposed.sums, currentSums));
    await expect(world.propose.run(jan, { ...proposed, reference: 'ORA-2' })).rejects.toBeInstanceOf(TotalsChangedError);
    expect([await stateOf(id), await world.count('settlement')]).toEqual(['proposed', 1]);
    await expectConsistent();
  });

  it('is rejected before its period is over', async () => {
    await world.post(entryOfSale(partner));
    world.now = new Date('2026-04-01T00:09:00Z');
    await expect(world.propose.run(anna, await settlementOf('ORA-1'))).rejects.toMatchObject({ name: 'PeriodNotOverError' });
  });
});

describe('the limit up to which one person acts alone', () => {
  it('counts all that the person has moved alone within a day', async () => {
    world.fourEyesAbove = 100;
    await addAvailable(100_000);
    const results = await Promise.all(times(10, () => world.propose.run(anna, payout(30_00))));
    expect(results.filter(({ isEntered }) => isEntered)).toHaveLength(3);
    expect((await world.propose.run(anna, payout(10_01))).isEntered).toBe(false);
    expect((await world.propose.run(anna, payout(10_00))).isEntered).toBe(true);
    expect((await world.propose.run(jan, payout(100_00))).isEntered).toBe(true);
    expect((await world.proposals.listUndecided()).length).toBe(8);
    expect(await available()).toBe(100_000 - 200_00);
    world.now = new Date(world.now.getTime() + 25 * 3_600_000);
    expect((await world.propose.run(anna, payout(100_00))).isEntered).toBe(true);
    await expectConsistent();
  });

  it('lets nobody act alone when it is zero, even for a settlement that sums to zero', async () => {
    const [sale, other] = [entryOfSale(partner), entryOfSale(partner)];
    await world.post(sale);
    await world.post({ ...other, postings: other.postings.map((posting) => ({ ...posting, amountMinor: -posting.amountMinor })) });
    const proposed = await settlementOf('ORA-1');
    expect(proposed.sums).toEqual([{ currency: 'PLN', clearedMinor: 0, availableMinor: 0 }]);
    const { id, isEntered } = await world.propose.run(anna, proposed);
    expect([isEntered, await stateOf(id)]).toEqual([false, 'proposed']);
  });

  it('does not apply to other currencies', async () => {
    world.fourEyesAbove = 100;
    const accounts = { debit: 'platform:rounding', credit: 'platform:liquidity' } as const;
    const correction = { kind: 'adjust', ...accounts, partnerId: null, amountMinor: 1, test: false, reason: 'A cent less' } as const;
    expect((await world.propose.run(anna, { ...correction, currency: 'EUR', reference: newReference() })).isEntered).toBe(false);
    expect((await world.propose.run(anna, { ...correction, currency: 'PLN', reference: newReference() })).isEntered).toBe(true);
    await expectConsistent();
  });
});

describe('the database', () => {
  it('refuses to change a proposal, and to approve a person’s own proposal above the limit', async () => {
    await addAvailable(500);
    const { id } = await world.propose.run(anna, payout(100));
    const app = await world.login('app');
    const superuser = await world.login('superuser');
    const decision = `decided_by = proposed_by, decider = 'Anna', decided_at = now()`;
    await expect(app.query(`UPDATE ledger_proposal SET state = 'approved', ${decision}`)).rejects.toMatchObject({
      constraint: 'ledger_proposal_four_eyes',
    });
    for (const set of ['amount_minor = 1', `author = 'Nobody'`, 'limit_minor = 1000000'])
      await expect(superuser.query(`UPDATE ledger_proposal SET ${set}`)).rejects.toMatchObject({ code: '23001' });
    await expect(app.query('UPDATE ledger_proposal SET limit_minor = 1000000')).rejects.toMatchObject({ code: '42501' });
    await expect(superuser.query('DELETE FROM ledger_proposal')).rejects.toMatchObject({ code: '23001' });
    await world.decide.approve(id, jan);
    await expect(app.query(`UPDATE ledger_proposal SET decider = 'Nobody'`)).rejects.toMatchObject({ code: '23001' });
  });
});

describe('any sequence of proposals, decisions and entries', () => {
  it('pays out no money that a partner owes, and keeps the ledger consistent', async () => {
    const sum = fc.integer({ min: 1, max: 400 });
    const anyStep = fc.oneof(
      fc.record({ do: fc.constant('payout' as const), sum, by: fc.nat(1) }),
      fc.record({ do: fc.constantFrom('owe' as const, 'take' as const), sum, by: fc.nat(1) }),
      fc.record({ do: fc.constantFrom('sell' as const, 'settle' as const), sum, by: fc.nat(1) }),
      fc.record({ do: fc.constantFrom('approve' as const, 'refuse' as const, 'withdraw' as const), sum, by: fc.nat(1) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { maxLength: 14 }), fc.constantFrom(0, 2), async (steps, limit) => {
        partner = await world.partner();
        world.fourEyesAbove = limit;
        await addAvailable(600);
        for (const step of steps) {
          const person = [anna, jan][step.by] ?? anna;
          const before = await world.wallets.readBalance(partner);
          const movedKind = await tryStep(step, person);
          const { availableMinor, receivableMinor } = await world.wallets.readBalance(partner);
          if (movedKind === 'payout' && before.availableMinor !== availableMinor)
            expect(availableMinor).toBeGreaterThanOrEqual(receivableMinor);
          expect(availableMinor).toBeGreaterThanOrEqual(0);
        }
        await expectConsistent();
      }),
      { numRuns: 15 },
    );
    const [selfApproved] = await world.dataSource.query<{ n: number }[]>(
      "SELECT count(*)::int AS n FROM ledger_proposal WHERE state = 'approved' AND decided_by = proposed_by AND worth_minor > limit_minor",
    );
    expect(selfApproved?.n).toBe(0);
  });

  async function tryStep(step: { do: string; sum: number }, person: StaffMember): Promise<Proposed['kind'] | null> {
    const openProposal = (await world.proposals.listUndecided()).at(-1);
    const ignoreExpectedErrors = async (work: () => Promise<unknown>): Promise<void> => {
      try {
        await work();
      } catch (error) {
        if (!EXPECTED_ERRORS.includes((error as Error).name)) throw error;
      }
    };
    const proposeCorrection = (debit: 'partner:available' | 'partner:receivable') =>
      world.propose.run(person, { ...payout(step.sum), kind: 'adjust', debit, credit: 'platform:suspense', reason: 'Agreed' });
    const work: Record<string, () => Promise<unknown>> = {
      payout: () => world.propose.run(person, payout(step.sum)),
      owe: () => proposeCorrection('partner:receivable'),
      take: () => proposeCorrection('partner:available'),
      sell: () => world.post(entryOfSale(partner)),
      settle: async () => {
        await world.propose.run(person, await settlementOf(newReference()));
        while (await world.continueSettlements.batch());
      },
      approve: async () => {
        if (openProposal) await world.decide.approve(openProposal.id, person);
        while (await world.continueSettlements.batch());
      },
      refuse: async () => openProposal && (await world.decide.refuse(openProposal.id, person, 'Wrong')),
      withdraw: async () => openProposal && (await world.decide.withdraw(openProposal.id, person)),
    };
    await ignoreExpectedErrors(work[step.do]!);
    if (step.do === 'payout') return 'payout';
    return step.do === 'approve' ? (openProposal?.kind ?? null) : null;
  }

  const EXPECTED_ERRORS = [
    'ProposalRejectedError',
    'TotalsChangedError',
    'PayoutTooHighError',
    'WalletBalanceTooLowError',
    'ReferenceTakenError',
  ];
});
