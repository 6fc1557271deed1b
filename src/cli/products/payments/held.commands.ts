import { type Command, Option } from 'commander';
import { formatAmount } from '../../../common/money/amount.js';
import { HeldPaymentsQuery } from '../../../products/payments/review/held-payments.query.js';
import { JudgeHeldPaymentService } from '../../../products/payments/review/judge-held-payment.service.js';
import type { CommandRunner } from '../../command-runner.js';
import { CALL, examples } from '../../examples.js';
import { listAnswer } from '../../output/list-answer.js';
import { UserError } from '../../user-error.js';
import { parseRowLimit } from '../../values/row-limit.js';
import { parseUuid } from '../../values/identifiers.js';

const COLUMNS = ['held_at', 'transaction_id', 'service_id', 'test', 'reason', 'channel', 'value', 'currency'] as const;

export function addHeld(payment: Command, runner: CommandRunner): void {
  payment
    .command('held')
    .description('list payments whose money is held because they may be fraud, those that wait longest first')
    .addOption(new Option('--limit <rows>', 'how many').argParser(parseRowLimit).default(100))
    .addHelpText('after', examples('payment held', 'payment held --limit 20 --json'))
    .action(
      runner.action(async (session, { limit }: { limit: number }) => {
        const app = await session.application();
        const rows = (await app.get(HeldPaymentsQuery).run(limit + 1)).map((row) => ({
          held_at: session.timestamp(row.heldAt),
          transaction_id: row.id,
          service_id: row.serviceId,
          test: row.test,
          reason: row.holdReason,
          channel: row.channel,
          value: formatAmount(row.plnMinor),
          currency: 'PLN',
        }));
        return listAnswer(rows, COLUMNS, 'No payment is held.', limit);
      }),
    );
}

export function addJudgements(payment: Command, runner: CommandRunner): void {
  addJudgement(payment, runner, {
    verb: 'release',
    description: 'it is no fraud: the money goes to the partner, who is told that it is paid',
    status: 'transaction_paid',
    judge: (judge, id) => judge.release(id),
  });
  addJudgement(payment, runner, {
    verb: 'refuse',
    description: 'it is fraud: the money goes back the way it came, and the partner is told',
    status: 'transaction_fraud',
    judge: (judge, id) => judge.refuse(id),
  });
}

interface Judgement {
  verb: string;
  description: string;
  status: string;
  judge: (service: JudgeHeldPaymentService, id: string) => Promise<boolean>;
}

function addJudgement(payment: Command, runner: CommandRunner, { verb, description, status, judge }: Judgement): void {
  payment
    .command(verb)
    .description(description)
    .argument('<id>', 'transaction id', parseUuid)
    .addHelpText('after', examples(`payment ${verb} 0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c`))
    .action(
      runner.action(async (session, id: string) => {
        const app = await session.application();
        if (!(await judge(app.get(JudgeHeldPaymentService), id)))
          throw new UserError(`Payment ${id} is not held. See those that are: ${CALL} payment held`);
        return { json: { id, status }, text: `Payment ${id} is ${status} now. See everything about it: ${CALL} transaction show ${id}` };
      }),
    );
}
