import { InvalidArgumentError } from 'commander';
import { formatAmount } from '../../common/money/amount.js';
import { CreateAdjustmentService } from '../../platform/ledger/manual/create-adjustment.service.js';
import { type AdjustableAccount, isAdjustable } from '../../platform/ledger/manual/adjustable-account.js';
import type { LedgerVerification } from '../../platform/ledger/verification/ledger-verification.js';
import { SealEntriesService } from '../../platform/ledger/seals/seal-entries.service.js';
import { VerifyLedgerService } from '../../platform/ledger/verification/verify-ledger.service.js';
import type { CliCommand } from '../cli-command.js';
import { type CommandResult, recordResult } from '../output/result.js';
import { EXIT, UserError } from '../user-error.js';
import { parseCurrency, parseSum } from '../values/amounts.js';
import { parseReference, parseUuid } from '../values/identifiers.js';
import { readHead } from '../values/read-head.js';
import { parseName, parseReason } from '../values/names.js';
import { requirePartner } from '../values/require-existing.js';

export function addLedgerCommands(ledger: CliCommand): void {
  ledger.examples('ledger verify');
  addLedgerVerify(ledger);
  addLedgerHead(ledger);
  addLedgerAdjust(ledger);
}

function addLedgerVerify(ledger: CliCommand): void {
  ledger
    .command('verify')
    .description('verify that entries balance, wallets equal their postings, and every transaction is booked as it was charged')
    .option('--head <file>', 'a head stored earlier (ledger head --json), which the ledger must still contain')
    .notes('Reads one snapshot and changes nothing, so it can run while the gateway runs.')
    .notes('If a check fails: exit code 1, and the first inconsistent row.')
    .examples('ledger verify', 'ledger verify --json', 'ledger verify --head head-2026-10.json')
    .runs(async (session, { head: file }: { head?: string }) => {
      const verifyLedger = await session.get(VerifyLedgerService);
      const head = file === undefined ? undefined : await readHead(file, 'ledger');
      const verification = await session.withProgress('entries', (report) =>
        verifyLedger.run({ ...(head && { head }), onProgress: ({ entriesDone, entriesTotal }) => report(entriesDone, entriesTotal) }),
      );
      return verificationResult(verification);
    });
}

function verificationResult({ entries, postings, wallets, firstInconsistentRow }: LedgerVerification): CommandResult {
  const json = { sound: firstInconsistentRow === null, entries, postings, wallets, broken: firstInconsistentRow };
  if (!firstInconsistentRow)
    return {
      json,
      text: `The ledger is consistent: ${entries} entries with ${postings} postings balance, ${wallets} wallets equal their postings, and the entries match the charges.`,
    };
  return {
    json,
    text: `The ledger is inconsistent. The first inconsistent row is in ${firstInconsistentRow.table}, ${firstInconsistentRow.id}: ${firstInconsistentRow.reason}.`,
    exitCode: EXIT.failed,
  };
}

function addLedgerHead(ledger: CliCommand): void {
  ledger
    .command('head')
    .description('seal all committed entries and print the last seal, to be kept outside the database')
    .notes('ledger verify --head <file> verifies later that nothing up to this seal was changed, removed or added.')
    .examples('ledger head', 'ledger head --json')
    .withApplication(async ({ app, session }) => {
      const seals = app.get(SealEntriesService);
      while (await seals.batch()) session.throwIfInterrupted();
      const head = await seals.head();
      if (!head) throw new UserError('There is no entry to seal yet.');
      const { seal, hash, entries, sealedAt } = head;
      return recordResult({ seal, hash, entries, sealed_at: session.timestamp(sealedAt) });
    });
}

interface AdjustOptions {
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

function addLedgerAdjust(ledger: CliCommand): void {
  ledger
    .command('adjust')
    .changes({ own: ['author', 'reason'] })
    .description('enter a correction')
    .requiredOption('--debit <account>', 'which account is debited', parseAccount)
    .requiredOption('--credit <account>', 'which account is credited', parseAccount)
    .requiredOption('--amount <amount>', 'how much', parseSum)
    .option('--currency <code>', 'of the amount', parseCurrency, 'PLN')
    .option('--partner <id>', 'the partner, for available and receivable', parseUuid)
    .requiredOption('--reference <text>', 'of the decision; each reference is entered once', parseReference)
    .requiredOption('--reason <text>', 'why', parseReason)
    .requiredOption('--author <name>', 'who decided', parseName)
    .option('--test', 'test money', false)
    .notes(
      'Accounts: partner:available, partner:receivable, platform:liquidity, platform:rounding, platform:commission, platform:vat,' +
        '\nplatform:suspense and platform:clearing:<provider>. A credit increases the balance of a partner, ' +
        'a debit the money owed to the gateway.',
    )
    .examples(
      'ledger adjust --debit platform:rounding --credit platform:liquidity --amount 0.03 --reference ORA-2026-10 --reason "Orange paid 3 grosz less" --author Anna',
      'ledger adjust --debit partner:available --credit partner:receivable --partner 0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c --amount 12.50 --reference CB-7 --reason "Chargeback set off" --author Anna',
    )
    .runs(async (session, { debit, credit, amount: amountMinor, partner, ...rest }: AdjustOptions) => {
      const involvesPartner = [debit, credit].some((account) => account.startsWith('partner:'));
      if (debit === credit) throw UserError.usage('Debit and credit are the same account.');
      if (involvesPartner !== (partner !== undefined))
        throw UserError.usage('Give --partner if one of the accounts is a partner’s, and only then.');
      const app = await session.application();
      if (partner !== undefined) await requirePartner(app, partner);
      const { id, repeated } = await app
        .get(CreateAdjustmentService)
        .run({ debit, credit, amountMinor, partnerId: partner ?? null, ...rest });
      return recordResult(
        { id, repeated, reference: rest.reference, debit, credit, amount: formatAmount(amountMinor), currency: rest.currency },
        repeated ? 'It was already entered. Nothing was changed.' : 'Entered.',
      );
    });
}

function parseAccount(text: string): AdjustableAccount {
  const account = text.trim();
  if (!isAdjustable(account)) throw new InvalidArgumentError('It must be an account that staff may correct. See --help.');
  return account;
}
