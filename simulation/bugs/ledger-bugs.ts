import { DataSource } from 'typeorm';
import { Changes } from '../../src/platform/changes/changes.service.js';
import type { EntryDraft } from '../../src/platform/ledger/entry-draft.js';
import { Ledger } from '../../src/platform/ledger/ledger.service.js';
import { splitCommission } from '../model/amounts.js';
import type { Bug } from './bug.js';
import { changeEntries, movePosting, replaceMethod } from './inject.js';

/** Entries of sales in which the provider collects the gross price. */
const SALE_KINDS = ['directbilling.payed', 'sms.received'];

export const LEDGER_BUGS: readonly Bug[] = [
  {
    name: 'vat-missing',
    description: 'The VAT of a transaction is posted as commission',
    inject: (process) => changeEntries(process, (entry) => movePosting(entry, 'platform:vat', 'platform:commission')),
  },
  {
    name: 'odd-share-loses-one-grosz',
    description: 'Odd shares of partners lose one grosz to the gateway',
    inject: (process) =>
      changeEntries(process, (entry) => {
        const share = entry.postings.find(({ account }) => account === 'partner:pending')?.amountMinor ?? 0;
        return share % 2 === 0 ? entry : movePosting(entry, 'partner:pending', 'platform:commission', -1);
      }),
  },
  {
    name: 'posted-for-another-operator',
    description: 'Money that the operator play charged is posted to the account of plus',
    inject: (process) => changeEntries(process, (entry) => movePosting(entry, 'platform:clearing:play', 'platform:clearing:plus')),
  },
  {
    name: 'test-money-posted-as-real',
    description: 'Test money is posted to the real accounts',
    inject: (process) => changeEntries(process, (entry) => ({ ...entry, test: false })),
  },
  {
    name: 'net-price-posted-as-gross',
    description: 'A provider that collected the gross price owes only the net price',
    inject: (process) =>
      changeEntries(process, (entry) => {
        const vat = entry.postings.find(({ account }) => account === 'platform:vat');
        if (!vat || !SALE_KINDS.includes(entry.kind)) return entry;
        const postings = entry.postings
          .filter((posting) => posting !== vat)
          .map((posting) =>
            posting.account.startsWith('platform:clearing:') ? { ...posting, amountMinor: posting.amountMinor + vat.amountMinor } : posting,
          );
        return { ...entry, postings };
      }),
  },
  {
    name: 'commission-at-todays-terms',
    description: 'A payment’s commission is today’s, not that of the day on which the payment began',
    inject: (process) =>
      changeEntries(process, async (entry, tx) => {
        if (entry.kind !== 'payment.paid') return entry;
        const [row] = await tx.query<{ bp: number; fixed: string; pln: string }[]>(
          `SELECT c.commission_bp AS bp, c.commission_fixed_minor AS fixed, t.pln_minor AS pln
           FROM payment_transaction t JOIN payment_channel c ON c.service_id = t.service_id AND c.channel = t.channel WHERE t.id = $1`,
          [entry.reference],
        );
        if (!row) return entry;
        const { commission, partner } = splitCommission(Number(row.pln), { bp: row.bp, fixed: Number(row.fixed) });
        return {
          ...entry,
          postings: entry.postings
            .map((posting) => ({ ...posting, amountMinor: todaysAmount(posting, commission, partner) }))
            .filter(({ amountMinor }) => amountMinor !== 0),
        };
      }),
  },
  {
    name: 'rejected-money-kept',
    description: 'The money of a payment that staff rejected as fraud is posted as the gateway’s own',
    inject: (process) =>
      changeEntries(process, (entry) =>
        entry.kind === 'payment.refused' ? movePosting(entry, 'platform:suspense', 'platform:commission') : entry,
      ),
  },
  {
    name: 'entries-posted-after-commit',
    description: 'Entries are posted in a separate transaction, after that of the change',
    inject(process) {
      const pendingEntries: EntryDraft[] = [];
      const ledger = process.get(Ledger);
      const post = ledger.postAll.bind(ledger);
      replaceMethod<Ledger['postAll']>(ledger, 'postAll', () => (_, entries) => {
        pendingEntries.push(...entries);
        return Promise.resolve(entries.map(() => true));
      });
      replaceMethod<Changes['transaction']>(process.get(Changes), 'transaction', (original) => async (work) => {
        const result = await original(work);
        const entries = pendingEntries.splice(0);
        if (entries.length > 0) await process.get(DataSource).transaction((tx) => post(tx, entries));
        return result;
      });
    },
  },
];

/** The amount of the posting with today's commission. */
function todaysAmount({ account, amountMinor }: { account: string; amountMinor: number }, commission: number, partner: number): number {
  if (account === 'partner:available') return -partner;
  return account === 'platform:commission' ? -commission : amountMinor;
}
