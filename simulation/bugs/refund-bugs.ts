import { DataSource } from 'typeorm';
import type { AcquirerConnector } from '../../src/connectors/acquirers/port/acquirer-connector.js';
import { ApplyRefundOutcomeService } from '../../src/products/payments/refunds/apply-refund-outcome.service.js';
import type { LockedRefund } from '../../src/products/payments/refunds/lock-refund.js';
import { toPlnMinor, proportionalPart } from '../model/amounts.js';
import type { Bug } from './bug.js';
import { changeAcquirerConnectors } from './online-bugs.js';
import { changeEntries, changeSql, dropEntries, replaceMethod, withAmount } from './inject.js';

type SendRefund = AcquirerConnector['refund'];
type ApplyOutcome = (locked: LockedRefund, update: { outcome: string }) => Promise<string>;

/** Amounts of the refund with this id, and of its payment. */
const REFUND_SQL = `
  SELECT r.amount_minor AS refund_minor, r.currency, t.amount_minor AS payment_minor, t.pln_minor AS payment_pln_minor,
    (SELECT e.pln_rate FROM payment_exchange_rate e WHERE e.currency = r.currency ORDER BY e.effective_on DESC LIMIT 1) AS current_rate
  FROM payment_refund r JOIN payment_transaction t ON t.id = r.transaction_id WHERE r.id = $1`;

interface RefundRow {
  refund_minor: string;
  currency: string;
  payment_minor: string;
  payment_pln_minor: string;
  /** PLN for one unit; null for PLN. */
  current_rate: string | null;
}

/** A bug by which entries of refunds are posted with another amount, in grosz. */
const withChangedAmount = (name: string, description: string, amountOf: (row: RefundRow) => number): Bug => ({
  name,
  description,
  inject: (process) =>
    changeEntries(process, async (entry, tx) => {
      const [row] = entry.kind.startsWith('refund.') ? await tx.query<RefundRow[]>(REFUND_SQL, [entry.reference.split(':')[1]]) : [];
      return row ? withAmount(entry, amountOf(row)) : entry;
    }),
});

/** A bug by which entries of this kind are not posted. */
const withoutEntry = (name: string, description: string, kind: string): Bug => ({
  name,
  description,
  inject: (process) => dropEntries(process, kind),
});

export const REFUND_BUGS: readonly Bug[] = [
  withoutEntry('refund-not-reserved', 'A refund is sent to the acquirer without a reservation', 'refund.reserved'),
  withoutEntry('refund-not-released', 'The reservation of a rejected refund is never released', 'refund.released'),
  withoutEntry(
    'reversed-refund-not-posted',
    'When an acquirer reverses a refund, the partner does not get the money back',
    'refund.taken_back',
  ),
  withChangedAmount(
    'refund-parts-rounded-separately',
    'Each partial refund is rounded separately, so that the parts do not add up to the payment',
    (row) => proportionalPart(Number(row.payment_pln_minor), Number(row.refund_minor), Number(row.payment_minor)),
  ),
  withChangedAmount('refund-at-todays-rate', 'A refund is valued at today’s exchange rate instead of the payment’s', (row) =>
    row.current_rate === null ? Number(row.refund_minor) : toPlnMinor(Number(row.refund_minor), row.current_rate),
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
      replaceMethod<ApplyOutcome>(process.get(ApplyRefundOutcomeService), 'confirm', (original) => async (locked, update) => {
        const { unit, refund } = locked;
        if (update.outcome === 'completed') {
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
        return original(locked, update);
      });
    },
  },
  {
    name: 'refund-resent-with-new-reference',
    description: 'A refund that timed out is sent again as a new refund',
    inject(process) {
      let times = 0;
      changeAcquirerConnectors(process, (connector) => {
        replaceMethod<SendRefund>(connector, 'refund', (original) => (request) => {
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
      changeAcquirerConnectors(process, (connector) =>
        replaceMethod<SendRefund>(connector, 'refund', (original) => (request) => original({ ...request, money: request.attempt.money })),
      ),
  },
  {
    name: 'refund-of-another-attempt',
    description: 'A refund is sent for the latest attempt instead of the paid one',
    inject: (process) =>
      changeAcquirerConnectors(process, (connector) =>
        replaceMethod<SendRefund>(connector, 'refund', (original) => async (request) => {
          const [latest] = await process
            .get(DataSource)
            .query<{ reference: string }[]>(
              `SELECT replace(reference::text, '-', '') AS reference FROM payment_attempt ORDER BY started_at DESC, reference LIMIT 1`,
            );
          return original({ ...request, attempt: { ...request.attempt, reference: latest?.reference ?? request.attempt.reference } });
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
        (original) => (key, update, received) =>
          original(key, update.outcome === 'unknown' ? { ...update, outcome: 'failed' } : update, received),
      ),
  },
  {
    name: 'partial-refund-counts-as-full',
    description: 'A partly refunded payment becomes refunded',
    inject: (process) =>
      replaceMethod<ApplyOutcome>(process.get(ApplyRefundOutcomeService), 'complete', (original) => (locked, update) => {
        locked.row.refundedMinor = locked.row.amountMinor - locked.refund.amountMinor;
        return original(locked, update);
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
