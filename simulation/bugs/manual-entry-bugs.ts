import { PayOutService } from '../../src/platform/ledger/manual-entries/pay-out.service.js';
import { AdjustService } from '../../src/platform/ledger/manual-entries/adjust.service.js';
import { WalletQuery } from '../../src/platform/ledger/wallet.query.js';
import type { Bug } from './bug.js';
import { changeEntries, changeStatement, changeText, moveLine, replaceMethod } from './plant.js';

export const MANUAL_ENTRY_BUGS: readonly Bug[] = [
  {
    name: 'payout-again',
    what: 'A payout that is ordered twice under one reference is entered twice',
    plant(process) {
      let times = 0;
      replaceMethod<PayOutService['run']>(process.get(PayOutService), 'run', (original) => (payout) => {
        times += 1;
        return original({ ...payout, reference: `${payout.reference}-${times}` });
      });
    },
  },
  {
    name: 'payout-of-pending-money',
    what: 'A payout is taken from money that no operator has paid yet',
    plant: (process) =>
      changeEntries(process, (entry) => (entry.kind === 'payout.paid' ? moveLine(entry, 'partner:available', 'partner:pending') : entry)),
  },
  {
    name: 'payout-of-owed-money',
    what: 'A payout ignores what the partner owes',
    plant: (process) =>
      replaceMethod<WalletQuery['lock']>(process.get(WalletQuery), 'lock', (original) => async (...given) => ({
        ...(await original(...given)),
        receivableMinor: 0,
      })),
  },
  {
    name: 'adjustment-turned-round',
    what: 'A correction swaps debit and credit',
    plant: (process) =>
      replaceMethod<AdjustService['run']>(
        process.get(AdjustService),
        'run',
        (original) => (adjustment) => original({ ...adjustment, debit: adjustment.credit, credit: adjustment.debit }),
      ),
  },
  {
    name: 'settled-again',
    what: 'Entries that were settled are settled again by the next settlement',
    plant: (process) => changeText(process, 'SELECT e.id, s.party, $2::bigint', "SELECT e.id, s.party || '+' || $2, $2::bigint"),
  },
  {
    name: 'settled-past-its-end',
    what: 'A settlement covers five minutes too many',
    plant: (process) => changeText(process, 'occurred_at < s.to_at', "occurred_at < s.to_at + interval '5 minutes'"),
  },
  {
    name: 'settled-but-for-the-rest',
    what: 'A settlement stops after its first batch',
    plant: (process) =>
      changeStatement(process, /UPDATE settlement SET done_at/, (statement) => ({
        ...statement,
        values: statement.values.map((value) => (value === 'open' ? 'done' : value)),
      })),
  },
  {
    name: 'settled-and-still-pending',
    what: 'Settled money stays pending in the partners’ wallets',
    plant: (process) =>
      changeEntries(process, (entry) => {
        const postings = entry.postings.filter(({ account }) => !account.startsWith('partner:'));
        if (entry.kind !== 'settlement.settled') return entry;
        return postings.length === 0 ? [] : { ...entry, postings };
      }),
  },
  {
    name: 'settled-as-test-money',
    what: 'Settled money is entered as test money',
    plant: (process) => changeEntries(process, (entry) => (entry.kind === 'settlement.settled' ? { ...entry, test: !entry.test } : entry)),
  },
  {
    name: 'file-line-twice-unnoticed',
    what: 'A repeated line in a party’s file counts as correct',
    plant: (process) => changeText(process, 'ORDER BY w.line', 'WHERE u.thing IS NOT NULL OR any_known.thing IS NULL ORDER BY w.line'),
  },
  {
    name: 'file-amounts-not-compared',
    what: 'Amounts in a party’s file are not compared',
    plant: (process) => changeText(process, 'ORDER BY w.line', 'WHERE u.thing IS NULL ORDER BY w.line'),
  },
  {
    name: 'file-part-missing-unnoticed',
    what: 'One line in a party’s file covers all partial chargebacks of a payment',
    plant: (process) => changeText(process, /nth > said\.lines/g, 'nth > sign(said.lines) * k.nth'),
  },
  {
    name: 'batch-claimed-and-not-entered',
    what: 'A settlement claims the last entries of each batch without moving their money',
    plant: (process) =>
      changeText(
        process,
        'FROM claimed c JOIN ledger_posting p ON',
        'FROM (SELECT * FROM claimed ORDER BY 1 LIMIT 4) c JOIN ledger_posting p ON',
      ),
  },
];
