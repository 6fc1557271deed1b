import { formatAmount } from '../../common/money/amount.js';
import { CreatePayoutService } from '../../platform/ledger/manual/create-payout.service.js';
import { WalletQuery } from '../../platform/ledger/wallet.query.js';
import type { CliCommand } from '../cli-command.js';
import { recordResult } from '../output/result.js';
import { parseCurrency, parseSum } from '../values/amounts.js';
import { parseReference, parseUuid } from '../values/identifiers.js';
import { parseName } from '../values/names.js';
import { requirePartner } from '../values/require-existing.js';

export function addWalletCommands(wallet: CliCommand): void {
  wallet.examples('wallet show 0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c');
  addWalletShow(wallet);
  addPayout(wallet);
}

const PARTS_NOTE =
  'pending: earned, not settled by the operator yet · available: can be paid out · reserved: held for pending refunds · ' +
  'owed: owed by the partner, not paid out · test: simulated money';

function addWalletShow(wallet: CliCommand): void {
  wallet
    .command('show')
    .description('show a partner’s wallet')
    .argument('<partner-id>', 'whose wallet', parseUuid)
    .examples('wallet show 0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c')
    .withQueries(async ({ app }, partnerId: string) => {
      const partner = await requirePartner(app, partnerId);
      const wallets = app.get(WalletQuery);
      const [real, test] = [await wallets.readBalance(partnerId), await wallets.readBalance(partnerId, { test: true })];
      return recordResult(
        {
          partner_id: partnerId,
          partner: partner.name,
          currency: real.currency,
          pending: formatAmount(real.pendingMinor),
          available: formatAmount(real.availableMinor),
          reserved: formatAmount(real.reservedMinor),
          owed: formatAmount(real.receivableMinor),
          test_pending: formatAmount(test.pendingMinor),
          test_available: formatAmount(test.availableMinor),
          test_reserved: formatAmount(test.reservedMinor),
          test_owed: formatAmount(test.receivableMinor),
        },
        PARTS_NOTE,
      );
    });
}

interface PayoutOptions {
  amount: number;
  currency: string;
  reference: string;
  author: string;
  test: boolean;
  althoughBlocked: boolean;
}

function addPayout(wallet: CliCommand): void {
  wallet
    .command('payout')
    .changes({ own: ['author'] })
    .description('enter a bank transfer to a partner, from the available part of its wallet')
    .argument('<partner-id>', 'whose wallet', parseUuid)
    .requiredOption('--amount <amount>', 'how much', parseSum)
    .option('--currency <code>', 'of the amount', parseCurrency, 'PLN')
    .requiredOption('--reference <text>', 'of the transfer; each reference is entered once', parseReference)
    .requiredOption('--author <name>', 'who pays out', parseName)
    .option('--test', 'test money', false)
    .option('--although-blocked', 'the transfer left before the partner was blocked', false)
    .notes(
      'It sends no money: enter a transfer that was sent. Rejected while less is available than the amount and the debt of the partner, and while ' +
        'the partner is blocked.',
    )
    .examples('wallet payout 0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c --amount 1250.00 --reference TR-2026-117 --author Anna')
    .withApplication(async ({ app }, partnerId: string, { amount: amountMinor, ...options }: PayoutOptions) => {
      const partner = await requirePartner(app, partnerId);
      const { id, repeated } = await app.get(CreatePayoutService).run({ partnerId, amountMinor, ...options });
      return recordResult(
        {
          id,
          repeated,
          reference: options.reference,
          partner: partner.name,
          amount: formatAmount(amountMinor),
          currency: options.currency,
          test: options.test,
        },
        repeated ? 'It was already entered. Nothing was changed.' : 'Entered.',
      );
    });
}
