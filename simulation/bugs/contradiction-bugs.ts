import { ReturnMoneyService } from '../../src/products/payments/attempts/outcome/return-money.service.js';
import { TakeMoneyService } from '../../src/products/payments/attempts/outcome/take-money.service.js';
import { WeighWordService } from '../../src/products/payments/attempts/outcome/weigh-word.service.js';
import type { LockedAttempt } from '../../src/products/payments/attempts/lock-attempt.js';
import type { RefundResult } from '../../src/connectors/channels/port/refund.js';
import type { GatewayProcess } from '../world/gateway-process.js';
import type { Bug } from './bug.js';
import { dropEntries, replaceMethod } from './plant.js';

type ApplyReturn = (locked: LockedAttempt, word: RefundResult) => Promise<string>;

/** What an acquirer says of money that is to go back, after it has said something else, changes nothing. */
function deafTo(state: string, outcomes: readonly string[]): (process: GatewayProcess) => void {
  return (process) =>
    replaceMethod<ApplyReturn>(process.get(ReturnMoneyService), 'applyTo', (original) => (locked, word) => {
      const isDropped = locked.attempt.state === state && outcomes.includes(word.outcome);
      return isDropped ? Promise.resolve('duplicate') : original(locked, word);
    });
}

export const CONTRADICTION_BUGS: readonly Bug[] = [
  {
    name: 'other-sum-after-the-money',
    what: 'Another sum that is reported of an attempt whose money is on record is a repetition',
    plant: (process) =>
      replaceMethod<WeighWordService['paid']>(process.get(WeighWordService), 'paid', () => () => Promise.resolve('duplicate')),
  },
  {
    name: 'failure-after-the-money-dropped',
    what: 'A failure that is reported of a paid attempt comes too late, and nobody is told',
    plant: (process) =>
      replaceMethod<WeighWordService['unpaid']>(process.get(WeighWordService), 'unpaid', () => () => Promise.resolve('too_late')),
  },
  {
    name: 'sum-never-corrected',
    what: 'Another sum stays in suspense although the acquirer’s books say the one that was asked for',
    plant: (process) =>
      replaceMethod<TakeMoneyService['correct']>(process.get(TakeMoneyService), 'correct', () => () => Promise.resolve(null)),
  },
  {
    name: 'correction-enters-both-sums',
    what: 'A sum that was corrected is the payment’s, and the wrong one stays in suspense',
    plant: (process) => dropEntries(process, 'payment.suspense_corrected'),
  },
  {
    name: 'return-that-failed-later',
    what: 'Money that is back and that the acquirer takes again is a repetition',
    plant: deafTo('returned', ['failed', 'rejected']),
  },
  {
    name: 'return-that-came-later',
    what: 'Money that goes back after the acquirer had refused it comes too late',
    plant: deafTo('suspense', ['completed']),
  },
  {
    name: 'return-of-another-sum',
    what: 'A return clears what was to go back, whatever sum it names',
    plant: (process) =>
      replaceMethod<ApplyReturn>(
        process.get(ReturnMoneyService),
        'applyTo',
        (original) => (locked, word) => original(locked, { ...word, money: null }),
      ),
  },
  {
    name: 'taken-back-and-not-owed',
    what: 'Money that the acquirer takes again after it was back is in no account',
    plant: (process) => dropEntries(process, 'payment.suspense_taken_back'),
  },
];
