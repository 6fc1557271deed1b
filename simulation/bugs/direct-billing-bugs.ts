import { DataSource } from 'typeorm';
import { type Operator, type OperatorConnector, OperatorConnectors } from '../../src/connectors/operators/operator.port.js';
import { Ledger } from '../../src/platform/ledger/ledger.service.js';
import { ApplyChargeOutcomeService } from '../../src/products/direct-billing/charges/apply-charge-outcome.service.js';
import { chargeSuspenseEntry } from '../../src/products/direct-billing/ledger-entries.js';
import { DirectBillingCharge } from '../../src/products/direct-billing/charges/direct-billing-charge.entity.js';
import type { LockedCharge } from '../../src/products/direct-billing/charges/lock-charge.js';
import type { UnitOfWork } from '../../src/platform/changes/unit-of-work.js';
import type { GatewayProcess } from '../world/gateway-process.js';
import type { Bug } from './bug.js';
import { changeStatement, changeSql, replaceMethod } from './inject.js';

/** Index of the parameter with the times between polls, in the statement that claims due charges. */
const AGAIN_AFTER_MS_INDEX = 3;
/** Instead of five minutes or a day. A constraint of the database refuses an end within two minutes, so the bug waits a second longer. */
const NOT_FOUND_FINAL_AFTER_MS = 121_000;
/** Longer than an episode. */
const NEVER_MS = 1e12;

type Locked = LockedCharge & { unit: UnitOfWork };
type ApplyOutcome = (locked: Locked, ...more: unknown[]) => Promise<string>;

function changeOperatorConnectors(process: GatewayProcess, change: (connector: OperatorConnector) => void): void {
  const connectors = process.get(OperatorConnectors);
  for (const operator of connectors.available()) {
    const connector = connectors.of(operator);
    if (connector) change(connector);
  }
}

export const DIRECT_BILLING_BUGS: readonly Bug[] = [
  {
    name: 'refusal-after-booking-dropped',
    description: 'A callback that a booked charge was refused is dropped without being shown to staff',
    inject: (process) =>
      replaceMethod<() => Promise<string>>(
        process.get(ApplyChargeOutcomeService),
        'storeConflict',
        () => () => Promise.resolve('too_late'),
      ),
  },
  {
    name: 'duplicate-callback-posted-twice',
    description: 'A repeated callback of an operator is posted twice',
    inject(process) {
      type Run = ApplyChargeOutcomeService['run'];
      let times = 0;
      replaceMethod<Run>(process.get(ApplyChargeOutcomeService), 'run', (original) => async (key, update, also) => {
        const effect = await original(key, update, also);
        if (effect !== 'duplicate' || update.outcome !== 'booked') return effect;
        const source = process.get(DataSource);
        const charge = await source.manager.findOneByOrFail(DirectBillingCharge, { reference: key.reference });
        const entry = chargeSuspenseEntry(charge, charge.updatedAt);
        times += 1;
        await source.transaction((tx) =>
          process.get(Ledger).post(tx, { ...entry, kind: 'directbilling.payed', reference: `${charge.transactionId}:${times}` }),
        );
        return effect;
      });
    },
  },
  {
    name: 'late-booking-ignored',
    description: 'A booking that is reported after the transaction was rejected is ignored',
    inject: (process) =>
      replaceMethod<ApplyOutcome>(
        process.get(ApplyChargeOutcomeService),
        'book',
        (original) => (locked) => (locked.row.status === 'transaction_db_rejected' ? Promise.resolve('too_late') : original(locked)),
      ),
  },
  {
    name: 'conflicting-refusal-accepted',
    description: 'A refusal that is reported after the booking takes the money back from the partner',
    inject: (process) =>
      replaceMethod<ApplyOutcome>(process.get(ApplyChargeOutcomeService), 'storeConflict', (original) => (locked, conflict, ...more) => {
        const { unit, charge } = locked;
        if (charge.state !== 'booked' || conflict !== 'refused_after_booking') return original(locked, conflict, ...more);
        const { postings, ...entry } = chargeSuspenseEntry(charge, charge.updatedAt);
        unit.post({
          ...entry,
          kind: 'directbilling.taken_back',
          postings: postings.map((posting) => ({ ...posting, amountMinor: -posting.amountMinor })),
        });
        return Promise.resolve('applied');
      }),
  },
  {
    name: 'callback-of-other-operator-accepted',
    description: 'A callback of one operator is accepted for a charge of another',
    inject: (process) =>
      replaceMethod<ApplyChargeOutcomeService['run']>(
        process.get(ApplyChargeOutcomeService),
        'run',
        (original) =>
          ({ reference }, update, also) =>
            original({ reference }, update, also),
      ),
  },
  {
    name: 'not-found-accepted-early',
    description: 'An operator’s `not_found` is final after two minutes',
    inject: (process) =>
      replaceMethod<(charge: DirectBillingCharge) => Date>(
        process.get(ApplyChargeOutcomeService),
        'notFoundBelievedFrom',
        () =>
          ({ updatedAt }) =>
            new Date(updatedAt.getTime() + NOT_FOUND_FINAL_AFTER_MS),
      ),
  },
  {
    name: 'timeout-treated-as-refusal',
    description: 'A charge that timed out counts as refused',
    inject: (process) =>
      changeOperatorConnectors(process, (connector) =>
        replaceMethod<OperatorConnector['charge']>(connector, 'charge', (original) => async (request) => {
          const result = await original(request);
          return result.outcome === 'pending' ? { outcome: 'refused', reason: 'other' } : result;
        }),
      ),
  },
  {
    name: 'reversal-completed-when-requested',
    description: 'A reversal counts as completed when it is requested',
    inject: (process) =>
      changeOperatorConnectors(process, (connector) =>
        replaceMethod<OperatorConnector['reverse']>(connector, 'reverse', (original) => async (reference) => {
          await original(reference);
          return { outcome: 'reversed' };
        }),
      ),
  },
  {
    name: 'expiry-without-lock',
    description: 'Expiry does not lock the transactions that it ends',
    inject: (process) => changeSql(process, /FOR NO KEY UPDATE OF t SKIP LOCKED$/, ''),
  },
  {
    name: 'charge-polled-once',
    description: 'A charge without a definite outcome is polled only once',
    inject: (process) =>
      changeStatement(process, /UPDATE direct_billing_charge t SET poll_count/, (statement) => ({
        ...statement,
        values: statement.values.map((value, index) => (index === AGAIN_AFTER_MS_INDEX ? [NEVER_MS] : value)),
      })),
  },
  {
    name: 'charge-posted-for-later-operator',
    description: 'A charge is posted for the operator that the payer chose later',
    inject: (process) =>
      replaceMethod<ApplyOutcome>(process.get(ApplyChargeOutcomeService), 'book', (original) => (locked) => {
        const { row, charge } = locked;
        if (row.operator !== null && row.operator !== charge.operator) charge.operator = row.operator satisfies Operator;
        return original(locked);
      }),
  },
];
