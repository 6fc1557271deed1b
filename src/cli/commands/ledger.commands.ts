import { readFile } from 'node:fs/promises';
import { type Command, InvalidArgumentError } from 'commander';
import { formatAmount } from '../../common/money/amount.js';
import { AdjustService } from '../../platform/ledger/by-hand/adjust.service.js';
import { type AdjustableAccount, isAdjustable } from '../../platform/ledger/by-hand/adjustable-account.js';
import type { LedgerVerification } from '../../platform/ledger/ledger-verification.js';
import type { KeptHead } from '../../platform/ledger/seals/prove-seals.js';
import { SealEntriesService } from '../../platform/ledger/seals/seal-entries.service.js';
import { VerifyLedgerService } from '../../platform/ledger/verify-ledger.service.js';
import type { CommandRunner } from '../command-runner.js';
import { examples } from '../examples.js';
import { type Answer, recordAnswer } from '../output/answer.js';
import { EXIT, UserError } from '../user-error.js';
import { parseCurrency, parseSum } from '../values/amounts.js';
import { parseReference, parseUuid } from '../values/identifiers.js';
import { parseName } from '../values/names.js';
import { requirePartner } from '../values/require-existing.js';

export function addLedgerCommands(program: Command, runner: CommandRunner): void {
  const ledger = program.command('ledger').description('the record of money').addHelpText('after', examples('ledger verify'));
  addLedgerVerify(ledger, runner);
  addLedgerHead(ledger, runner);
  addLedgerAdjust(ledger, runner);
}

function addLedgerVerify(ledger: Command, runner: CommandRunner): void {
  ledger
    .command('verify')
    .description('prove that entries balance, wallets equal their postings, and every sale is entered as it was charged')
    .option('--head <file>', 'a head that was kept (ledger head --json): the ledger must still have it')
    .addHelpText('after', '\nReads one snapshot and changes nothing, so it may run while the gateway works.')
    .addHelpText('after', '\nExit code 1 and the first broken row when the ledger does not add up.')
    .addHelpText('after', examples('ledger verify', 'ledger verify --json', 'ledger verify --head head-2026-10.json'))
    .action(
      runner.action(async (session, { head: file }: { head?: string }) => {
        const ledger = await session.get(VerifyLedgerService);
        const head = file === undefined ? undefined : await readHead(file);
        const found = await session.withProgress('entries', (report) =>
          ledger.run({ ...(head && { head }), onProgress: ({ entriesDone, entriesTotal }) => report(entriesDone, entriesTotal) }),
        );
        return verificationAnswer(found);
      }),
    );
}

/** @throws UserError for anything but the answer of `ledger head --json`. */
async function readHead(file: string): Promise<KeptHead> {
  try {
    const { seal, hash } = JSON.parse(await readFile(file, 'utf8')) as Partial<Record<string, unknown>>;
    if (typeof seal === 'number' && Number.isSafeInteger(seal) && seal > 0 && typeof hash === 'string' && /^[0-9a-f]{64}$/.test(hash))
      return { seal, hash };
  } catch {
    // told below: whatever the reason, the file cannot be used
  }
  throw new UserError(`${file} is not a head that "ledger head --json" has written.`);
}

function verificationAnswer({ entries, postings, wallets, broken }: LedgerVerification): Answer {
  const json = { sound: broken === null, entries, postings, wallets, broken };
  if (!broken)
    return {
      json,
      text: `The ledger is sound: ${entries} entries with ${postings} postings balance, ${wallets} wallets equal them, and they are what was charged.`,
    };
  return {
    json,
    text: `The ledger is broken. The first wrong row is in ${broken.table}, ${broken.id}: ${broken.reason}.`,
    exitCode: EXIT.failed,
  };
}

function addLedgerHead(ledger: Command, runner: CommandRunner): void {
  ledger
    .command('head')
    .description('seal what is committed and tell the last seal, to be kept outside the database')
    .addHelpText('after', '\nledger verify --head <file> proves later that nothing up to this seal was changed, removed or added.')
    .addHelpText('after', examples('ledger head', 'ledger head --json'))
    .action(
      runner.action(async (session) => {
        const app = await session.application();
        const seals = app.get(SealEntriesService);
        while (await seals.batch()) session.throwIfInterrupted();
        const head = await seals.head();
        if (!head) throw new UserError('Nothing is sealed yet: there is no entry.');
        const { seal, hash, entries, sealedAt } = head;
        return recordAnswer({ seal, hash, entries, sealed_at: session.timestamp(sealedAt) });
      }),
    );
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

function addLedgerAdjust(ledger: Command, runner: CommandRunner): void {
  ledger
    .command('adjust')
    .description('enter a correction that was decided on')
    .requiredOption('--debit <account>', 'which account is debited', parseAccount)
    .requiredOption('--credit <account>', 'which account is credited', parseAccount)
    .requiredOption('--amount <amount>', 'how much', parseSum)
    .option('--currency <code>', 'of the amount', parseCurrency, 'PLN')
    .option('--partner <id>', 'whose, for available and receivable', parseUuid)
    .requiredOption('--reference <text>', 'of the decision; the same is entered once', parseReference)
    .requiredOption('--reason <text>', 'why', parseName)
    .requiredOption('--author <name>', 'who decided', parseName)
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
      runner.action(async (session, { debit, credit, amount: amountMinor, partner, ...rest }: AdjustOptions) => {
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
