import { CreatePayoutService } from '../../src/platform/ledger/manual/create-payout.service.js';
import { CreateAdjustmentService } from '../../src/platform/ledger/manual/create-adjustment.service.js';
import { WalletQuery } from '../../src/platform/ledger/wallet.query.js';
import type { Bug } from './bug.js';
import { changeEntries, changeStatement, changeSql, movePosting, replaceMethod } from './inject.js';

export const MANUAL_ENTRY_BUGS: readonly Bug[] = [
  {
    name: 'payout-repeated',
    description: 'A payout that is ordered twice under one reference is posted twice',
    inject(process) {
      let times = 0;
      replaceMethod<CreatePayoutService['run']>(process.get(CreatePayoutService), 'run', (original) => (payout) => {
        times += 1;
        return original({ ...payout, reference: `${payout.reference}-${times}` });
      });
    },
  },
  {
    name: 'payout-of-pending-money',
    description: 'A payout is taken from money that no operator has paid yet',
    inject: (process) =>
      changeEntries(process, (entry) =>
        entry.kind === 'payout.paid' ? movePosting(entry, 'partner:available', 'partner:pending') : entry,
      ),
  },
  {
    name: 'payout-of-owed-money',
    description: 'A payout ignores what the partner owes',
    inject: (process) =>
      replaceMethod<WalletQuery['lock']>(process.get(WalletQuery), 'lock', (original) => async (...args) => ({
        ...(await original(...args)),
        receivableMinor: 0,
      })),
  },
  {
    name: 'adjustment-sides-swapped',
    description: 'An adjustment swaps debit and credit',
    inject: (process) =>
      replaceMethod<CreateAdjustmentService['run']>(
        process.get(CreateAdjustmentService),
        'run',
        (original) => (adjustment) => original({ ...adjustment, debit: adjustment.credit, credit: adjustment.debit }),
      ),
  },
  {
    name: 'entries-settled-twice',
    description: 'Entries that were settled are settled again by the next settlement',
    inject: (process) => changeSql(process, 'SELECT e.id, s.provider, $2::bigint', "SELECT e.id, s.provider || '+' || $2, $2::bigint"),
  },
  {
    name: 'settlement-period-too-long',
    description: 'A settlement covers five minutes too many',
    inject: (process) => changeSql(process, 'occurred_at < s.to_at', "occurred_at < s.to_at + interval '5 minutes'"),
  },
  {
    name: 'settlement-stops-after-first-batch',
    description: 'A settlement stops after its first batch',
    inject: (process) =>
      changeStatement(process, /UPDATE settlement SET done_at/, (statement) => ({
        ...statement,
        values: statement.values.map((value) => (value === 'open' ? 'done' : value)),
      })),
  },
  {
    name: 'settled-and-still-pending',
    description: 'Settled money stays pending in the partners’ wallets',
    inject: (process) =>
      changeEntries(process, (entry) => {
        const postings = entry.postings.filter(({ account }) => !account.startsWith('partner:'));
        if (entry.kind !== 'settlement.settled') return entry;
        return postings.length === 0 ? [] : { ...entry, postings };
      }),
  },
  {
    name: 'settled-as-test-money',
    description: 'Settled money is posted as test money',
    inject: (process) => changeEntries(process, (entry) => (entry.kind === 'settlement.settled' ? { ...entry, test: !entry.test } : entry)),
  },
  {
    name: 'file-duplicate-unnoticed',
    description: 'A repeated line in a provider’s file counts as correct',
    inject: (process) => changeSql(process, 'ORDER BY w.line', 'WHERE u.thing IS NOT NULL OR any_known.thing IS NULL ORDER BY w.line'),
  },
  {
    name: 'file-amounts-not-compared',
    description: 'Amounts in a provider’s file are not compared',
    inject: (process) => changeSql(process, 'ORDER BY w.line', 'WHERE u.thing IS NULL ORDER BY w.line'),
  },
  {
    name: 'file-part-missing-unnoticed',
    description: 'One line in a provider’s file covers all partial chargebacks of a payment',
    inject: (process) => changeSql(process, /nth > said\.lines/g, 'nth > sign(said.lines) * k.nth'),
  },
  {
    name: 'batch-claimed-and-not-posted',
    description: 'A settlement claims the last entries of each batch without moving their money',
    inject: (process) =>
      changeSql(
        process,
        'FROM claimed c JOIN ledger_posting p ON',
        'FROM (SELECT * FROM claimed ORDER BY 1 LIMIT 4) c JOIN ledger_posting p ON',
      ),
  },
];
