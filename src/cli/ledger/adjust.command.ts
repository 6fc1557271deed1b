import { type Command, InvalidArgumentError, Option } from 'commander';
import { formatAmount } from '../../common/money/amount.js';
import { type AdjustableAccount, isAdjustable } from '../../platform/ledger/by-hand/adjustable-account.js';
import { AdjustService } from '../../platform/ledger/by-hand/adjust.service.js';
import type { CommandRunner } from '../command-runner.js';
import { examples } from '../examples.js';
import { recordAnswer } from '../output/record-answer.js';
import { requirePartner } from '../partner/require-partner.js';
import { UserError } from '../user-error.js';
import { parseCurrency, parseSum } from '../values/amounts.js';
import { parseName } from '../values/names.js';
import { parseReference, parseUuid } from '../values/identifiers.js';

interface Options {
  debit: AdjustableAccount;
  credit: AdjustableAccount;
  amount: number;
  currency: string;
  partner?: string;
  reference: string;
  reason: string;
  author: string;
  test: boolean;
}

export function addLedgerAdjust(ledger: Command, runner: CommandRunner): void {
  ledger
    .command('adjust')
    .description('enter a correction that was decided on')
    .addOption(new Option('--debit <account>', 'which account is debited').argParser(parseAccount).makeOptionMandatory())
    .addOption(new Option('--credit <account>', 'which account is credited').argParser(parseAccount).makeOptionMandatory())
    .addOption(new Option('--amount <amount>', 'how much').argParser(parseSum).makeOptionMandatory())
    .addOption(new Option('--currency <code>', 'of the amount').argParser(parseCurrency).default('PLN'))
    .addOption(new Option('--partner <id>', 'whose, for available and receivable').argParser(parseUuid))
    .addOption(
      new Option('--reference <text>', 'of the decision; the same is entered once').argParser(parseReference).makeOptionMandatory(),
    )
    .addOption(new Option('--reason <text>', 'why').argParser(parseName).makeOptionMandatory())
    .addOption(new Option('--author <name>', 'who decided').argParser(parseName).makeOptionMandatory())
    .option('--test', 'test money', false)
    .addHelpText(
      'after',
      '\nAccounts: partner:available, partner:receivable, platform:liquidity, platform:rounding, platform:commission, platform:vat,' +
        '\nplatform:suspense and platform:clearing:<party>. What a partner may draw on grows by credit, what is owed to the gateway by debit.',
    )
    .addHelpText(
      'after',
      examples(
        'ledger adjust --debit platform:rounding --credit platform:liquidity --amount 0.03 --reference ORA-2026-10 --reason "Orange paid 3 grosz less" --author Anna',
        'ledger adjust --debit partner:available --credit partner:receivable --partner 0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c --amount 12.50 --reference CB-7 --reason "Chargeback set off" --author Anna',
      ),
    )
    .action(
      runner.action(async (session, { debit, credit, amount: amountMinor, partner, ...rest }: Options) => {
        const isOfPartner = [debit, credit].some((account) => account.startsWith('partner:'));
        if (debit === credit) throw UserError.usage('Debit and credit are the same account.');
        if (isOfPartner !== (partner !== undefined)) throw UserError.usage('Give --partner exactly for an account of a partner.');
        const app = await session.application();
        if (partner !== undefined) await requirePartner(app, partner);
        const { id, repeated } = await app.get(AdjustService).run({ debit, credit, amountMinor, partnerId: partner ?? null, ...rest });
        return recordAnswer(
          { id, repeated, reference: rest.reference, debit, credit, amount: formatAmount(amountMinor), currency: rest.currency },
          repeated ? 'It was entered before. Nothing was done now.' : 'Entered.',
        );
      }),
    );
}

function parseAccount(text: string): AdjustableAccount {
  const account = text.trim();
  if (!isAdjustable(account)) throw new InvalidArgumentError('It must be an account that staff may correct; --help names them.');
  return account;
}
