import { type Command, Option } from 'commander';
import { formatAmount } from '../../common/money/amount.js';
import { PayOutService } from '../../platform/ledger/by-hand/pay-out.service.js';
import type { CommandRunner } from '../command-runner.js';
import { examples } from '../examples.js';
import { recordAnswer } from '../output/record-answer.js';
import { requirePartner } from '../partner/require-partner.js';
import { parseCurrency, parseSum } from '../values/amounts.js';
import { parseName } from '../values/names.js';
import { parseReference, parseUuid } from '../values/identifiers.js';

interface Options {
  amount: number;
  currency: string;
  reference: string;
  author: string;
  test: boolean;
}

export function addPayout(wallet: Command, runner: CommandRunner): void {
  wallet
    .command('payout')
    .description('enter a bank transfer to a partner: out of what is available')
    .argument('<partner-id>', 'whose wallet', parseUuid)
    .addOption(new Option('--amount <amount>', 'how much').argParser(parseSum).makeOptionMandatory())
    .addOption(new Option('--currency <code>', 'of the amount').argParser(parseCurrency).default('PLN'))
    .addOption(
      new Option('--reference <text>', 'of the transfer; the same is entered once').argParser(parseReference).makeOptionMandatory(),
    )
    .addOption(new Option('--author <name>', 'who pays out').argParser(parseName).makeOptionMandatory())
    .option('--test', 'test money', false)
    .addHelpText('after', '\nIt sends nothing: enter what was sent. Refused when less is available than that and what the partner owes.')
    .addHelpText(
      'after',
      examples('wallet payout 0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c --amount 1250.00 --reference TR-2026-117 --author Anna'),
    )
    .action(
      runner.action(async (session, partnerId: string, { amount: amountMinor, ...options }: Options) => {
        const app = await session.application();
        const partner = await requirePartner(app, partnerId);
        const { id, repeated } = await app.get(PayOutService).run({ partnerId, amountMinor, ...options });
        return recordAnswer(
          {
            id,
            repeated,
            reference: options.reference,
            partner: partner.name,
            amount: formatAmount(amountMinor),
            currency: options.currency,
            test: options.test,
          },
          repeated ? 'It was entered before. Nothing was done now.' : 'Entered.',
        );
      }),
    );
}
