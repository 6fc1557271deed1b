import type { INestApplicationContext } from '@nestjs/common';
import { formatAmount, formatAmountShortest, parseWrittenAmount } from '../../../common/money/amount.js';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { OPERATORS } from '../../../connectors/operators/operator.port.js';
import { PollUnmatchedChargeService } from '../../../products/direct-billing/charges/poll-unmatched-charge.service.js';
import type { DirectBillingCharge } from '../../../products/direct-billing/charges/direct-billing-charge.entity.js';
import {
  InspectDirectBillingTransactionQuery,
  type TransactionInspection,
} from '../../../products/direct-billing/charges/inspect-transaction.query.js';
import { ChargeQueries } from '../../../products/direct-billing/charges/charge.queries.js';
import type { Tariffs } from '../../../products/direct-billing/commission/tariff.js';
import { idsOfPayerNumber } from '../../../products/direct-billing/payer-number.js';
import { parseMobileNumber } from '../../../products/direct-billing/phone-number.js';
import type { DirectBillingTransaction } from '../../../products/direct-billing/transactions/direct-billing-transaction.entity.js';
import { DirectBillingTransactionQueries } from '../../../products/direct-billing/transactions/transaction.queries.js';
import { DIRECT_BILLING_STATUSES, DIRECT_BILLING_TRANSITIONS } from '../../../products/direct-billing/transactions/states.js';
import { part, recordPart } from '../../output/result.js';
import { money, viewOf } from '../../output/view.js';
import { deliveryParts } from '../../result-parts/deliveries.result-parts.js';
import { entriesPart } from '../../result-parts/entries.result-parts.js';
import { historiesOf, historyPart } from '../../result-parts/history.result-parts.js';
import { UserError } from '../../user-error.js';
import type { ProductTransactions } from '../product.js';

export const directBillingTransactions: ProductTransactions = {
  exampleId: '0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c',
  idHint: 'Use the id from the response to the create request, or its first eight characters, which the payer sees.',

  readId(text) {
    const id = text.toLowerCase();
    return isUuid(id) || idsOfPayerNumber(id) ? id : null;
  },

  searchFields: { control: 'any', number: 'any', amount: 'any', phone: 'any', operator: OPERATORS, status: DIRECT_BILLING_STATUSES },

  async find(app, search) {
    const phoneNumber = search.phone === undefined ? null : parseMobileNumber(search.phone);
    if (search.phone !== undefined && phoneNumber === null) return [];
    const ids = search.number === undefined ? null : idsOfPayerNumber(search.number);
    if (search.number !== undefined && ids === null) return [];
    const { control = null, operator = null, status = null } = search;
    const filter = { control, phoneNumber, operator, status, ids, grossMinor: parseWrittenAmount(search.amount) };
    const rows = await app.get(DirectBillingTransactionQueries).newestMatching({ ...search, ...filter });
    return rows.map(({ grossMinor: amountMinor, operator: through, phoneNumber: payer, ...row }) => ({
      ...row,
      amountMinor,
      currency: 'PLN',
      through,
      payer,
    }));
  },

  async unmatched(app, since) {
    const rows = await app.get(ChargeQueries).unmatchedCallbacks(since);
    return rows.map(({ receivedAt: at, operator: provider, chargeReference: reference, outcome }) => ({
      at,
      provider,
      kind: 'charge',
      reference,
      gatewayReference: reference,
      outcome,
      amountMinor: null,
      currency: null,
    }));
  },

  matched: (app, names) => app.get(ChargeQueries).matchedTo(names),

  poll: (app, { provider, reference }) => app.get(PollUnmatchedChargeService).run(provider, reference),

  async show(app, session, text) {
    const id = await findId(app, text);
    const inspection = id && (await app.get(InspectDirectBillingTransactionQuery).run(id));
    if (!inspection) return null;
    const { transaction, charges, callbacks, erasedAt } = inspection;
    const rates = tariffsView(transaction.tariffs);
    const chargeHistories = await historiesOf(app, session, 'reference', charges, ({ reference }) => reference);
    const creation = { at: transaction.createdAt, to: DIRECT_BILLING_TRANSITIONS.initial };
    return [
      recordPart('transaction', 'DirectBilling transaction', TRANSACTION, { ...transaction, erasedAt }, session, { rates }),
      part('charges', 'Charges at operators', CHARGE, charges, session, chargeHistories.json),
      { text: ['History of the charges', chargeHistories.table] },
      part('callbacks', 'Callbacks of operators', CALLBACK, callbacks, session),
      ...(
        await Promise.all([historyPart(app, session, id, creation), entriesPart(app, session, id), deliveryParts(app, session, id)])
      ).flat(),
    ];
  },
};

const TRANSACTION = viewOf<DirectBillingTransaction & Pick<TransactionInspection, 'erasedAt'>>()({
  id: 'id',
  area: () => 'directbilling',
  service_id: 'serviceId',
  status: 'status',
  rejection: 'rejection',
  amount_type: 'amountType',
  amount: money('amountMinor'),
  gross: money('grossMinor'),
  net: money('netMinor'),
  partner_share: money('partnerMinor'),
  currency: () => 'PLN',
  operator: 'operator',
  phone_number: 'phoneNumber',
  phone_fixed: 'phoneFixed',
  test: 'test',
  control: 'control',
  description: 'description',
  success_url: 'successUrl',
  failure_url: 'failureUrl',
  steamid: 'steamid',
  codes_sent: 'codeCount',
  tries_of_code: 'tryCount',
  expires_at: 'expiresAt',
  created_at: 'createdAt',
  updated_at: 'updatedAt',
  erased_at: 'erasedAt',
});

/** A charge has its own operator, phone number and price, because the transaction may have changed after the charge. */
const CHARGE = viewOf<DirectBillingCharge>()({
  reference: 'reference',
  operator: 'operator',
  phone_number: 'phoneNumber',
  state: 'state',
  gross: money('grossMinor'),
  net: money('netMinor'),
  partner_share: money('partnerMinor'),
  currency: () => 'PLN',
  test: 'test',
  sent_at: 'sentAt',
  next_poll_at: 'nextPollAt',
  poll_count: 'pollCount',
  updated_at: 'updatedAt',
}).without('net', 'partner_share', 'currency', 'updated_at');

const CALLBACK = viewOf<TransactionInspection['callbacks'][number]>()({
  received_at: 'receivedAt',
  operator: 'operator',
  callback_id: 'reportId',
  outcome: 'outcome',
  effect: 'effect',
  charge_reference: 'chargeReference',
});

/** Shares are percent of the net price, by tier. */
function tariffsView(tariffs: Tariffs): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(tariffs).map(([operator, { enabled, sharesBp, maxGrossMinor }]) => [
      operator,
      { enabled, shares: sharesBp.map(formatAmountShortest), max_gross: formatAmount(maxGrossMinor) },
    ]),
  );
}

/** Finds the id for the number that a payer read out. @throws UserError when several transactions have the number. */
async function findId(app: INestApplicationContext, text: string): Promise<string | null> {
  const range = idsOfPayerNumber(text);
  if (!range) return text;
  const [id, ...otherIds] = await app.get(DirectBillingTransactionQueries).idsBetween(range);
  if (otherIds.length > 0)
    throw new UserError(`Several transactions have the number ${text}: ${[id, ...otherIds].join(', ')}. Give a whole id.`);
  return id ?? null;
}
