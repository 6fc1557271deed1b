import { formatAmount } from '../../../common/money/amount.js';
import { readSender } from '../../../products/sms/sender.js';
import { FindSmsTransactionsQuery } from '../../../products/sms/transactions/find-transactions.query.js';
import { usedStatus } from '../../../products/sms/transactions/transaction.list.js';
import { type InspectedSmsTransaction, InspectSmsTransactionQuery } from '../../../products/sms/inbound/inspect-transaction.query.js';
import { CALL } from '../../examples.js';
import { entriesPart } from '../../ledger/entries.part.js';
import { fields } from '../../output/fields.js';
import { tableOrNothing } from '../../output/table.js';
import type { Session } from '../../session.js';
import { type Change, changesPart } from '../../sections/history.part.js';
import type { ProductTransactions } from '../product.js';

const ID = /^[1-9]\d{0,15}$/;

export const smsTransactions: ProductTransactions = {
  exampleId: '42',
  whereIdsAre: `See the received messages: ${CALL} sms inbound list`,

  readId: (text) => (ID.test(text) && Number.isSafeInteger(Number(text)) ? text : null),

  searched: { phone: 'any', status: ['used', 'unused'] },

  async find(app, search) {
    const fromNumber = search.phone === undefined ? null : readSender(search.phone.replace(/[\s-]/g, ''));
    if (search.phone !== undefined && fromNumber === null) return [];
    const used = search.status === undefined ? null : search.status === 'used';
    const rows = await app.get(FindSmsTransactionsQuery).run({ ...search, fromNumber, used });
    return rows.map(({ id, serviceId, usedAt, grossMinor: amountMinor, sendNumber, fromNumber: payer, createdAt }) => ({
      id: String(id),
      serviceId,
      status: usedStatus(usedAt !== null),
      amountMinor,
      currency: 'PLN',
      through: String(sendNumber),
      payer,
      control: null,
      createdAt,
    }));
  },

  async show(app, session, id) {
    const found = await app.get(InspectSmsTransactionQuery).run(Number(id));
    if (!found) return null;
    const transaction = transactionView(found, session);
    const calls = callsView(found, session);
    const history = changesPart(session, changesOf(found));
    const entries = await entriesPart(app, session, `sms:${id}`);
    return {
      json: { transaction, partner_calls: calls, history: history.json, entries: entries.json },
      blocks: [
        ['SMS transaction', fields(transaction)],
        ['Calls to the partner’s program', tableOrNothing(calls, ['state', 'attempts', 'problem', 'next_attempt_at'])],
        history.block,
        entries.block,
      ],
    };
  },
};

function transactionView(row: InspectedSmsTransaction, session: Session) {
  return {
    id: Number(row.id),
    area: 'sms',
    service_id: row.serviceId,
    from: row.fromNumber,
    number: row.sendNumber,
    text: row.text,
    reply: row.reply,
    code: row.code,
    used_at: session.timestamp(row.usedAt),
    test: row.test,
    gross: formatAmount(row.grossMinor),
    net: formatAmount(row.netMinor),
    partner_share: formatAmount(row.partnerMinor),
    currency: 'PLN',
    sent_at: session.timestamp(row.sentAt),
    created_at: session.timestamp(row.createdAt),
    message_id: row.messageId,
  };
}

/** One line at most: the program is asked about a message once, as often as it takes. */
function callsView(row: InspectedSmsTransaction, session: Session) {
  if (row.callState === null) return [];
  return [
    { state: row.callState, attempts: row.callAttempts, problem: row.callProblem, next_attempt_at: session.timestamp(row.nextCallAt) },
  ];
}

/** A message is sold as it is taken in; after that only its code can be used. */
function changesOf({ createdAt, usedAt }: InspectedSmsTransaction): Change[] {
  const sold = { at: createdAt, from: null, to: 'sold', reason: 'message_received' };
  return usedAt === null ? [sold] : [sold, { at: usedAt, from: 'sold', to: 'used', reason: 'code_checked' }];
}
