import type { Command } from 'commander';
import { formatAmount } from '../../common/money/amount.js';
import { EntryQuery } from '../../platform/ledger/entry.query.js';
import { type InspectedSmsTransaction, InspectSmsTransactionQuery } from '../../products/sms/transactions/inspect-transaction.query.js';
import type { CommandRunner } from '../command-runner.js';
import { CALL, examples } from '../examples.js';
import { entriesPart } from '../ledger/entries.part.js';
import { fields } from '../output/fields.js';
import { sections } from '../output/sections.js';
import type { Session } from '../session.js';
import { UserError } from '../user-error.js';
import { parseSmsTransactionId } from '../values/sms-transaction-id.js';

export function addSmsTransactionShow(transaction: Command, runner: CommandRunner): void {
  transaction
    .command('show')
    .description('show an SMS transaction with its message, code and ledger postings')
    .argument('<id>', 'transaction id', parseSmsTransactionId)
    .addHelpText('after', '\nThe answer holds the payer’s phone number and text: treat it as personal data.')
    .addHelpText('after', examples('sms transaction show 42'))
    .action(
      runner.action(async (session, id: number) => {
        const app = await session.application();
        const found = await app.get(InspectSmsTransactionQuery).run(id);
        if (!found) throw new UserError(`There is no SMS transaction ${id}. See the received messages: ${CALL} sms inbound list`);
        const transaction = view(found, session);
        const entries = entriesPart(await app.get(EntryQuery).bySubject(`sms:${id}`), session);
        return {
          json: { transaction, entries: entries.json },
          text: sections([
            ['SMS transaction', fields(transaction)],
            ['Ledger postings', entries.text],
          ]),
        };
      }),
    );
}

function view(row: InspectedSmsTransaction, session: Session) {
  return {
    id: Number(row.id),
    area: 'sms',
    service_id: row.serviceId,
    from: row.from,
    number: row.sendNumber,
    text: row.text,
    reply: row.reply,
    code: row.code,
    used_at: session.timestamp(row.usedAt),
    test: row.test,
    gross: formatAmount(Number(row.grossMinor)),
    net: formatAmount(Number(row.netMinor)),
    partner_share: formatAmount(Number(row.partnerMinor)),
    currency: 'PLN',
    sent_at: session.timestamp(row.sentAt),
    created_at: session.timestamp(row.createdAt),
    message_id: row.messageId,
    ...(row.callState !== null && {
      partner_call: row.callState,
      partner_call_attempts: row.callAttempts,
      partner_call_problem: row.callProblem,
      next_partner_call_at: session.timestamp(row.nextCallAt),
    }),
  };
}
