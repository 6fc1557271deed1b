import { DataSource } from 'typeorm';
import type { ChannelConnector } from '../../src/connectors/channels/port/channel-connector.js';
import { ApplyRefundOutcomeService } from '../../src/products/payments/refunds/apply-refund-outcome.service.js';
import type { LockedRefund } from '../../src/products/payments/refunds/lock-refund.js';
import { inGrosz, partOf } from '../books/amounts.js';
import type { Bug } from './bug.js';
import { changeAcquirers } from './online-bugs.js';
import { changeEntries, changeText, dropEntries, replaceMethod, withSum } from './plant.js';

type Refund = ChannelConnector['refund'];
type Apply = (locked: LockedRefund, word: { result: { outcome: string } }) => Promise<string>;

/** What an entry of a refund is about. */
const OF_REFUND = `
  SELECT r.amount_minor AS part, r.currency, t.amount_minor AS paid, t.pln_minor AS pln,
    (SELECT e.pln_rate FROM payment_exchange_rate e WHERE e.currency = r.currency ORDER BY e.effective_on DESC LIMIT 1) AS rate
  FROM payment_refund r JOIN payment_transaction t ON t.id = r.transaction_id WHERE r.id = $1`;

interface RefundRow {
  part: string;
  currency: string;
  paid: string;
  pln: string;
  /** Today's; null for PLN. */
  rate: string | null;
}

/** Each entry of a refund says another sum. */
const withValue = (name: string, what: string, valueOf: (row: RefundRow) => number): Bug => ({
  name,
  what,
  plant: (process) =>
    changeEntries(process, async (entry, tx) => {
      const [row] = entry.kind.startsWith('refund.') ? await tx.query<RefundRow[]>(OF_REFUND, [entry.reference.split(':')[1]]) : [];
      return row ? withSum(entry, valueOf(row)) : entry;
    }),
});

const forgotten = (name: string, what: string, kind: string): Bug => ({ name, what, plant: (process) => dropEntries(process, kind) });

export const REFUND_BUGS: readonly Bug[] = [
  forgotten('refund-not-reserved', 'The channel is told of a refund for which nothing was reserved', 'refund.reserved'),
  forgotten('refund-not-released', 'What was reserved for a refund that the channel does not do stays reserved', 'refund.released'),
  forgotten('taken-back-not-entered', 'A refund that the channel takes back is gone for the partner', 'refund.taken_back'),
  withValue('refund-parts-rounded-apart', 'Each part of a payment is rounded by itself, and the parts do not come to the whole', (row) =>
    partOf(Number(row.pln), Number(row.part), Number(row.paid)),
  ),
  withValue('refund-at-todays-rate', 'A refund takes from the wallet what it is worth today, not what it was paid with', (row) =>
    row.rate === null ? Number(row.part) : inGrosz(Number(row.part), row.rate),
  ),
  {
    name: 'refund-released-twice',
    what: 'What was reserved for a refund is released twice',
    plant: (process) =>
      changeEntries(process, (entry) =>
        entry.kind === 'refund.released' ? [entry, { ...entry, reference: `${entry.reference}:again` }] : entry,
      ),
  },
  {
    name: 'refund-completed-again',
    what: 'A completion that the acquirer repeats takes the money from the partner once more',
    plant(process) {
      let times = 0;
      replaceMethod<Apply>(process.get(ApplyRefundOutcomeService), 'agree', (original) => async (locked, word) => {
        const { unit, refund } = locked;
        if (word.result.outcome === 'completed') {
          const [service] = await unit.tx.query<{ partner_id: string }[]>('SELECT partner_id FROM service WHERE id = $1', [
            refund.serviceId,
          ]);
          times += 1;
          unit.post({
            kind: 'refund.completed',
            reference: `${refund.transactionId}:${refund.id}:${times}`,
            test: refund.test,
            occurredAt: refund.updatedAt,
            postings: [
              { account: 'partner:available', partnerId: service?.partner_id ?? '', currency: 'PLN', amountMinor: refund.walletMinor },
              { account: `platform:clearing:${refund.channel}`, currency: 'PLN', amountMinor: -refund.walletMinor },
            ],
          });
        }
        return original(locked, word);
      });
    },
  },
  {
    name: 'refund-told-under-a-new-name',
    what: 'A refund without an answer is told to the channel again, as another refund',
    plant(process) {
      let times = 0;
      changeAcquirers(process, (connector) => {
        replaceMethod<Refund>(connector, 'refund', (original) => (request) => {
          times += 1;
          return original(request.reason === null ? { ...request, reference: `${request.reference.slice(0, 24)}-${times}` } : request);
        });
        replaceMethod<ChannelConnector['askRefund']>(
          connector,
          'askRefund',
          (original) => (refund) =>
            'reason' in refund && refund.reason === null ? Promise.resolve({ outcome: 'not_found' }) : original(refund),
        );
      });
    },
  },
  {
    name: 'whole-payment-given-back',
    what: 'The channel is told to give the whole payment back, whatever part of it is refunded',
    plant: (process) =>
      changeAcquirers(process, (connector) =>
        replaceMethod<Refund>(connector, 'refund', (original) => (request) => original({ ...request, money: request.attempt.money })),
      ),
  },
  {
    name: 'refund-of-another-attempt',
    what: 'A refund is told of the attempt that was begun last, not of the one that was paid',
    plant: (process) =>
      changeAcquirers(process, (connector) =>
        replaceMethod<Refund>(connector, 'refund', (original) => async (request) => {
          const [last] = await process
            .get(DataSource)
            .query<{ reference: string }[]>(
              `SELECT replace(reference::text, '-', '') AS reference FROM payment_attempt ORDER BY started_at DESC, reference LIMIT 1`,
            );
          return original({ ...request, attempt: { ...request.attempt, reference: last?.reference ?? request.attempt.reference } });
        }),
      ),
  },
  {
    name: 'silence-is-a-failed-refund',
    what: 'A refund that was not answered in time is taken to have failed, and its money is the partner’s again',
    plant: (process) =>
      replaceMethod<ApplyRefundOutcomeService['run']>(
        process.get(ApplyRefundOutcomeService),
        'run',
        (original) => (name, word, also) =>
          original(name, word.result.outcome === 'unknown' ? { ...word, result: { ...word.result, outcome: 'failed' } } : word, also),
      ),
  },
  {
    name: 'refunded-with-a-part',
    what: 'A payment of which a part was given back is refunded',
    plant: (process) =>
      replaceMethod<Apply>(process.get(ApplyRefundOutcomeService), 'complete', (original) => (locked, word) => {
        locked.row.refundedMinor = locked.row.amountMinor - locked.refund.amountMinor;
        return original(locked, word);
      }),
  },
  {
    name: 'charged-back-and-refunded',
    what: 'What the acquirer has taken back can be refunded as well',
    plant: (process) =>
      changeText(
        process,
        /SELECT coalesce\(sum\(amount_minor\), 0\) AS minor, .* FROM payment_chargeback/,
        'SELECT 0 AS minor, 0 AS pln FROM payment_transaction WHERE id = $1 UNION ALL SELECT 0, 0 FROM payment_chargeback',
      ),
  },
];
