import { parseWrittenAmount } from '../../../common/money/amount.js';
import { InboundQueries, type InspectedSmsTransaction } from '../../../products/sms/inbound/inbound.queries.js';
import { readSender } from '../../../products/sms/sender.js';
import { SmsTransactionQueries } from '../../../products/sms/transactions/transaction.queries.js';
import { usedStatus } from '../../../products/sms/transactions/transaction.list.js';
import { CLI_COMMAND } from '../../../runtime/cli-command.js';
import { part, recordPart } from '../../output/result.js';
import { money, viewOf } from '../../output/view.js';
import { entriesPart } from '../../result-parts/entries.result-parts.js';
import { type StateChangeRow, changesPart } from '../../result-parts/history.result-parts.js';
import type { ProductTransactions } from '../product.js';

const ID = /^[1-9]\d{0,15}$/;
const SHORT_NUMBER = /^\d{4,5}$/;

export const smsTransactions: ProductTransactions = {
  exampleId: '42',
  idHint: `See the received messages: ${CLI_COMMAND} sms inbound list`,

  readId: (text) => (ID.test(text) && Number.isSafeInteger(Number(text)) ? text : null),

  searchFields: { number: 'any', amount: 'any', phone: 'any', status: ['used', 'unused'] },

  async find(app, search) {
    const fromNumber = search.phone === undefined ? null : readSender(search.phone.replace(/[\s-]/g, ''));
    if (search.phone !== undefined && fromNumber === null) return [];
    const used = search.status === undefined ? null : search.status === 'used';
    const sendNumber = search.number === undefined ? null : Number(search.number);
    if (sendNumber !== null && !SHORT_NUMBER.test(search.number ?? '')) return [];
    const grossMinor = parseWrittenAmount(search.amount);
    const rows = await app.get(SmsTransactionQueries).newestMatching({ ...search, fromNumber, used, sendNumber, grossMinor });
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
    const transaction = await app.get(InboundQueries).inspectedTransaction(Number(id));
    if (!transaction) return null;
    const calls = transaction.callState === null ? [] : [transaction];
    return [
      recordPart('transaction', 'SMS transaction', TRANSACTION, transaction, session),
      part('partner_calls', 'Calls to the partner’s program', CALL_TO_PARTNER, calls, session),
      changesPart(session, changesOf(transaction)),
      await entriesPart(app, session, `sms:${id}`),
    ];
  },
};

const TRANSACTION = viewOf<InspectedSmsTransaction>()({
  id: ({ id }) => Number(id),
  area: () => 'sms',
  service_id: 'serviceId',
  from: 'fromNumber',
  number: 'sendNumber',
  text: 'text',
  reply: 'reply',
  code: 'code',
  used_at: 'usedAt',
  test: 'test',
  gross: money('grossMinor'),
  net: money('netMinor'),
  partner_share: money('partnerMinor'),
  currency: () => 'PLN',
  sent_at: 'sentAt',
  created_at: 'createdAt',
  message_id: 'messageId',
});

/** One row for all attempts to call the partner's program about a message. */
const CALL_TO_PARTNER = viewOf<InspectedSmsTransaction>()({
  state: 'callState',
  attempts: 'callAttempts',
  problem: 'callProblem',
  next_attempt_at: 'nextCallAt',
});

/** A message is sold when it is received. The only later change is that its code is used. */
function changesOf({ createdAt, usedAt }: InspectedSmsTransaction): StateChangeRow[] {
  const sold = { at: createdAt, from: null, to: 'sold', reason: 'message_received' };
  return usedAt === null ? [sold] : [sold, { at: usedAt, from: 'sold', to: 'used', reason: 'code_checked' }];
}
