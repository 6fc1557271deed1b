import { InvalidArgumentError } from 'commander';
import { formatAmount } from '../../common/money/amount.js';
import { type AdjustableAccount, isAdjustable } from '../../platform/ledger/manual/adjustable-account.js';
import { CreateAdjustmentService } from '../../platform/ledger/manual/create-adjustment.service.js';
import { SealEntriesService } from '../../platform/ledger/seals/seal-entries.service.js';
import { VerifyLedgerService } from '../../platform/ledger/verification/verify-ledger.service.js';
import { changeCommand, command, noun } from '../command.js';
import { defaultOption, flag, option, requiredOption } from '../inputs.js';
import { recordResult } from '../output/result.js';
import { UserError } from '../user-error.js';
import { parseCurrency, parseSum } from '../values/amounts.js';
import { parseReference, parseUuid } from '../values/identifiers.js';
import { parseName, parseReason } from '../values/names.js';
import { requirePartner } from '../values/require-existing.js';
import { headCommand, headOption, readHead, verificationResult } from './seals.js';

const verify = command({
  description: 'verify that entries balance, wallets equal their postings, and every transaction is booked as it was charged',
  takes: { file: headOption('ledger') },
  notes: `Reads one snapshot and changes nothing, so it can run while the gateway runs.

If a check fails: exit code 1, and the first inconsistent row.`,
  examples: ['ledger verify', 'ledger verify --json', 'ledger verify --head head-2026-10.json'],
  async run({ app, session }, { file }) {
    const head = await readHead(file, 'ledger');
    const { entries, postings, wallets, firstInconsistentRow } = await session.withProgress('entries', (report) =>
      app.get(VerifyLedgerService).run({ head, onProgress: ({ entriesDone, entriesTotal }) => report(entriesDone, entriesTotal) }),
    );
    return verificationResult(
      'ledger',
      { entries, postings, wallets },
      firstInconsistentRow,
      `${entries} entries with ${postings} postings balance, ${wallets} wallets equal their postings, and the entries match the charges.`,
    );
  },
});

const head = headCommand(SealEntriesService, {
  notes: 'ledger verify --head <file> verifies later that nothing up to this seal was changed, removed or added.',
  examples: ['ledger head', 'ledger head --json'],
});

const adjust = changeCommand({
  description: 'enter a correction',
  takes: {
    debit: requiredOption('--debit <account>', 'which account is debited', parseAccount),
    credit: requiredOption('--credit <account>', 'which account is credited', parseAccount),
    amountMinor: requiredOption('--amount <amount>', 'how much', parseSum),
    currency: defaultOption('--currency <code>', 'of the amount', parseCurrency, 'PLN'),
    partnerId: option('--partner <id>', 'the partner, for available and receivable', parseUuid),
    reference: requiredOption('--reference <text>', 'of the decision; each reference is entered once', parseReference),
    reason: requiredOption('--reason <text>', 'why', parseReason),
    author: requiredOption('--author <name>', 'who decided', parseName),
    test: flag('--test', 'test money', false),
  },
  notes: `Accounts: partner:available, partner:receivable, platform:liquidity, platform:rounding, platform:commission, platform:vat,
platform:suspense and platform:clearing:<provider>. A credit increases the balance of a partner, a debit the money owed to the gateway.`,
  examples: [
    'ledger adjust --debit platform:rounding --credit platform:liquidity --amount 0.03 --reference ORA-2026-10 --reason "Orange paid 3 grosz less" --author Anna',
    'ledger adjust --debit partner:available --credit partner:receivable --partner 0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c --amount 12.50 --reference CB-7 --reason "Chargeback set off" --author Anna',
  ],
  opens: 'nothing',
  async run({ session }, { partnerId = null, ...adjustment }) {
    const { debit, credit, amountMinor, currency, reference } = adjustment;
    const involvesPartner = [debit, credit].some((account) => account.startsWith('partner:'));
    if (debit === credit) throw UserError.usage('Debit and credit are the same account.');
    if (involvesPartner !== (partnerId !== null))
      throw UserError.usage('Give --partner if one of the accounts is a partner’s, and only then.');
    const app = await session.application();
    if (partnerId !== null) await requirePartner(app, partnerId);
    const { id, repeated } = await app.get(CreateAdjustmentService).run({ ...adjustment, partnerId });
    return recordResult(
      { id, repeated, reference, debit, credit, amount: formatAmount(amountMinor), currency },
      repeated ? 'It was already entered. Nothing was changed.' : 'Entered.',
    );
  },
});

function parseAccount(text: string): AdjustableAccount {
  const account = text.trim();
  if (!isAdjustable(account)) throw new InvalidArgumentError('It must be an account that staff may correct. See --help.');
  return account;
}

export const ledger = noun({ examples: ['ledger verify'], commands: { verify, head, adjust } });
