import { DataSource } from 'typeorm';
import type { AcquirerConnector } from '../../src/connectors/acquirers/port/acquirer-connector.js';
import { ApplyRefundOutcomeService } from '../../src/products/payments/refunds/apply-refund-outcome.service.js';
import type { LockedRefund } from '../../src/products/payments/refunds/lock-refund.js';
import { toPlnMinor, proportionalPart } from '../model/amounts.js';
import type { Bug } from './bug.js';
import { changeAcquirers } from './online-bugs.js';
import { changeEntries, changeSql, dropEntries, replaceMethod, withAmount } from './inject.js';

type Refund = AcquirerConnector['refund'];
type Apply = (locked: LockedRefund, report: { result: { outcome: string } }) => Promise<string>;

/** The refund and payment that an entry is about. */
const OF_REFUND = `
  SELECT r.amount_minor AS part, r.currency, t.amount_minor AS paid, t.pln_minor AS pln,
    (SELECT e.pln_rate FROM payment_exchange_rate e WHERE e.currency = r.currency ORDER BY e.effective_on DESC LIMIT 1) AS rate
  FROM payment_refund r JOIN payment_transaction t ON t.id = r.transaction_id WHERE r.id = $1`;

interface RefundRow {
  part: string;
  currency: string;
  paid: string;
  pln: string;
  /** Today's rate; null for PLN. */
  rate: string | null;
}

/** Changes the amount of each entry of a refund. */
const withValue = (name: string, description: string, valueOf: (row: RefundRow) => number): Bug => ({
  name,
  description,
  inject: (process) =>
    changeEntries(process, async (entry, tx) => {
      const [row] = entry.kind.startsWith('refund.') ? await tx.query<RefundRow[]>(OF_REFUND, [entry.reference.split(':')[1]]) : [];
      return row ? withAmount(entry, valueOf(row)) : entry;
    }),
});

const forgotten = (name: string, description: string, kind: string): Bug => ({
  name,
  description,
  inject: (process) => dropEntries(process, kind),
});

export const REFUND_BUGS: readonly Bug[] = [
  forgotten('refund-not-reserved', 'A refund is sent to the acquirer without a reservation', 'refund.reserved'),
  forgotten('refund-not-released', 'The reservation of a rejected refund is never released', 'refund.released'),
  forgotten(
    'reversed-refund-not-posted',
    'When an acquirer reverses a refund, the partner does not get the money back',
    'refund.taken_back',
  ),
  withValue(
    'refund-parts-rounded-separately',
    'Each partial refund is rounded separately, so that the parts do not add up to the payment',
    (row) => proportionalPart(Number(row.pln), Number(row.part), Number(row.paid)),
  ),
  withValue('refund-at-todays-rate', 'A refund is valued at today’s exchange rate instead of the payment’s', (row) =>
    row.rate === null ? Number(row.part) : toPlnMinor(Number(row.part), row.rate),
  ),
  {
    name: 'refund-released-twice',
    description: 'The reservation of a refund is released twice',
    inject: (process) =>
      changeEntries(process, (entry) =>
        entry.kind === 'refund.released' ? [entry, { ...entry, reference: `${entry.reference}:again` }] : entry,
      ),
  },
  {
    name: 'refund-completed-again',
    description: 'A repeated callback of a completed refund takes the money from the partner again',
    inject(process) {
      let times = 0;
      replaceMethod<Apply>(process.get(ApplyRefundOutcomeService), 'agree', (original) => async (locked, report) => {
        const { unit, refund } = locked;
        if (report.result.outcome === 'completed') {
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
        return original(locked, report);
      });
    },
  },
  {
    name: 'refund-resent-with-new-reference',
    description: 'A refund that timed out is sent again as a new refund',
    inject(process) {
      let times = 0;
      changeAcquirers(process, (connector) => {
        replaceMethod<Refund>(connector, 'refund', (original) => (request) => {
          times += 1;
          return original(request.reason === null ? { ...request, reference: `${request.reference.slice(0, 24)}-${times}` } : request);
        });
        replaceMethod<AcquirerConnector['pollRefund']>(
          connector,
          'pollRefund',
          (original) => (refund) =>
            'reason' in refund && refund.reason === null ? Promise.resolve({ outcome: 'not_found' }) : original(refund),
        );
      });
    },
  },
  {
    name: 'full-payment-refunded',
    description: 'A partial refund is sent to the acquirer as a full one',
    inject: (process) =>
      changeAcquirers(process, (connector) =>
        replaceMethod<Refund>(connector, 'refund', (original) => (request) => original({ ...request, money: request.attempt.money })),
      ),
  },
  {
    name: 'refund-of-another-attempt',
    description: 'A refund is sent for the latest attempt instead of the paid one',
    inject: (process) =>
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
    name: 'timeout-treated-as-failed-refund',
    description: 'A refund that timed out counts as failed, and its reservation is released',
    inject: (process) =>
      replaceMethod<ApplyRefundOutcomeService['run']>(
        process.get(ApplyRefundOutcomeService),
        'run',
        (original) => (name, report, also) =>
          original(
            name,
            report.result.outcome === 'unknown' ? { ...report, result: { ...report.result, outcome: 'failed' } } : report,
            also,
          ),
      ),
  },
  {
    name: 'partial-refund-counts-as-full',
    description: 'A partly refunded payment becomes refunded',
    inject: (process) =>
      replaceMethod<Apply>(process.get(ApplyRefundOutcomeService), 'complete', (original) => (locked, report) => {
        locked.row.refundedMinor = locked.row.amountMinor - locked.refund.amountMinor;
        return original(locked, report);
      }),
  },
  {
    name: 'refund-ignores-chargebacks',
    description: 'Money that was charged back can be refunded, too',
    inject: (process) =>
      changeSql(
        process,
        /SELECT coalesce\(sum\(amount_minor\), 0\) AS minor, .* FROM payment_chargeback/,
        'SELECT 0 AS minor, 0 AS pln FROM payment_transaction WHERE id = $1 UNION ALL SELECT 0, 0 FROM payment_chargeback',
      ),
  },
];
