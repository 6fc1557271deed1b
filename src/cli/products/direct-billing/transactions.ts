import type { INestApplicationContext } from '@nestjs/common';
import { formatAmount, formatAmountShortest } from '../../../common/money/amount.js';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { AskUnknownChargeService } from '../../../products/direct-billing/charges/ask-unknown-charge.service.js';
import { KnownChargesQuery } from '../../../products/direct-billing/charges/known-charges.query.js';
import { UnknownChargesQuery } from '../../../products/direct-billing/charges/unknown-charges.query.js';
import type { Rates } from '../../../products/direct-billing/commission/tariff.js';
import { OPERATORS } from '../../../connectors/operators/operator.port.js';
import { parseMobileNumber } from '../../../products/direct-billing/phone-number.js';
import { FindDirectBillingTransactionsQuery } from '../../../products/direct-billing/transactions/find-transactions.query.js';
import {
  DIRECT_BILLING_STATUSES,
  DIRECT_BILLING_TRANSITIONS,
} from '../../../products/direct-billing/transactions/transaction-transitions.js';
import type { DirectBillingTransaction } from '../../../products/direct-billing/transactions/direct-billing-transaction.entity.js';
import {
  InspectDirectBillingTransactionQuery,
  type TransactionInspection,
} from '../../../products/direct-billing/charges/inspect-transaction.query.js';
import { StateHistory } from '../../../platform/history/state-history.js';
import { deliveriesPart } from '../../sections/deliveries.part.js';
import { entriesPart } from '../../ledger/entries.part.js';
import { fields } from '../../output/fields.js';
import { tableOrNothing } from '../../output/table.js';
import type { Session } from '../../session.js';
import { changeView, historyPart } from '../../sections/history.part.js';
import type { ProductTransactions } from '../product.js';

export const directBillingTransactions: ProductTransactions = {
  exampleId: '0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c',
  whereIdsAre: 'The id is the one that creating it answered, and that its notifications carry.',

  readId(text) {
    const id = text.toLowerCase();
    return isUuid(id) ? id : null;
  },

  searched: { control: 'any', phone: 'any', operator: OPERATORS, status: DIRECT_BILLING_STATUSES },

  async find(app, search) {
    const phoneNumber = search.phone === undefined ? null : parseMobileNumber(search.phone);
    if (search.phone !== undefined && phoneNumber === null) return [];
    const { control = null, operator = null, status = null } = search;
    const rows = await app.get(FindDirectBillingTransactionsQuery).run({ ...search, control, phoneNumber, operator, status });
    return rows.map(({ grossMinor: amountMinor, operator: through, phoneNumber: payer, ...row }) => ({
      ...row,
      amountMinor,
      currency: 'PLN',
      through,
      payer,
    }));
  },

  async unknown(app, since) {
    const rows = await app.get(UnknownChargesQuery).run(since);
    return rows.map(({ receivedAt: at, operator: party, chargeReference: reference, outcome }) => ({
      at,
      party,
      kind: 'charge',
      reference,
      own: reference,
      outcome,
      amountMinor: null,
      currency: null,
    }));
  },

  known: (app, names) => app.get(KnownChargesQuery).run(names),

  ask: (app, { party, reference }) => app.get(AskUnknownChargeService).run(party, reference),

  async show(app, session, id) {
    const found = await app.get(InspectDirectBillingTransactionQuery).run(id);
    if (!found) return null;
    const transaction = { ...transactionView(found.transaction, session), erased_at: session.timestamp(found.erasedAt) };
    const charges = await Promise.all(found.charges.map((charge) => chargeView(charge, app, session)));
    const chargeChanges = charges.flatMap((charge) => charge.history.map((change) => ({ reference: charge.reference, ...change })));
    const reports = found.reports.map((report) => reportView(report, session));
    const beginning = { at: found.transaction.createdAt, to: DIRECT_BILLING_TRANSITIONS.initial };
    const [history, entries, deliveries] = await Promise.all([
      historyPart(app, session, id, beginning),
      entriesPart(app, session, id),
      deliveriesPart(app, session, id),
    ]);
    return {
      json: {
        transaction: { ...transaction, rates: ratesView(found.transaction.rates) },
        charges,
        reports,
        history: history.json,
        entries: entries.json,
        deliveries: deliveries.json,
      },
      blocks: [
        ['DirectBilling transaction', fields(transaction)],
        ['Charges at operators', tableOrNothing(charges, CHARGE_COLUMNS)],
        ['What became of the charges', tableOrNothing(chargeChanges, ['reference', 'at', 'from', 'to', 'reason'])],
        [
          'Reports of operators',
          tableOrNothing(reports, ['received_at', 'operator', 'report_id', 'outcome', 'effect', 'charge_reference']),
        ],
        history.block,
        entries.block,
        ...deliveries.blocks,
      ],
    };
  },
};

function transactionView(row: DirectBillingTransaction, session: Session) {
  return {
    id: row.id,
    area: 'directbilling',
    service_id: row.serviceId,
    status: row.status,
    rejection: row.rejection,
    amount_type: row.amountType,
    amount: formatAmount(row.amountMinor),
    gross: formatAmount(row.grossMinor),
    net: formatAmount(row.netMinor),
    partner_share: formatAmount(row.partnerMinor),
    currency: 'PLN',
    operator: row.operator,
    phone_number: row.phoneNumber,
    phone_fixed: row.phoneFixed,
    test: row.test,
    control: row.control,
    description: row.description,
    success_url: row.successUrl,
    failure_url: row.failureUrl,
    steamid: row.steamid,
    codes_sent: row.codeCount,
    tries_of_code: row.tryCount,
    expires_at: session.timestamp(row.expiresAt),
    created_at: session.timestamp(row.createdAt),
    updated_at: session.timestamp(row.updatedAt),
  };
}

const CHARGE_COLUMNS = ['reference', 'operator', 'phone_number', 'state', 'gross', 'test', 'sent_at', 'ask_at', 'ask_count'] as const;

/** With what it charged, which the transaction need not hold any more, and the changes of its state. */
async function chargeView(charge: TransactionInspection['charges'][number], app: INestApplicationContext, session: Session) {
  const changes = await app.get(StateHistory).of(charge.reference);
  return {
    reference: charge.reference,
    operator: charge.operator,
    phone_number: charge.phoneNumber,
    state: charge.state,
    gross: formatAmount(charge.grossMinor),
    net: formatAmount(charge.netMinor),
    partner_share: formatAmount(charge.partnerMinor),
    currency: 'PLN',
    test: charge.test,
    sent_at: session.timestamp(charge.sentAt),
    ask_at: session.timestamp(charge.askAt),
    ask_count: charge.askCount,
    updated_at: session.timestamp(charge.updatedAt),
    history: changes.map((change) => changeView(change, session)),
  };
}

function reportView(report: TransactionInspection['reports'][number], session: Session) {
  return {
    received_at: session.timestamp(report.receivedAt),
    operator: report.operator,
    report_id: report.reportId,
    charge_reference: report.chargeReference,
    outcome: report.outcome,
    effect: report.effect,
  };
}

/** Percent of the net price by tier, as the transaction keeps them. */
function ratesView(rates: Rates): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(rates).map(([operator, { enabled, sharesBp, maxGrossMinor }]) => [
      operator,
      { enabled, shares: sharesBp.map(formatAmountShortest), max_gross: formatAmount(maxGrossMinor) },
    ]),
  );
}
