import type { Command } from 'commander';
import { formatAmount } from '../../common/money/amount.js';
import { WalletQuery } from '../../platform/ledger/wallet.query.js';
import type { CommandRunner } from '../command-runner.js';
import { examples } from '../examples.js';
import { recordAnswer } from '../output/record-answer.js';
import { requirePartner } from '../partner/require-partner.js';
import { parseUuid } from '../values/identifiers.js';

const PARTS =
  'pending: earned, not settled by the operator yet · available: can be drawn on · reserved: held for refunds under way · ' +
  'owed: what the partner owes, which is not paid out · test: simulated, so nobody owes it';

export function addWalletShow(wallet: Command, runner: CommandRunner): void {
  wallet
    .command('show')
    .description('show a partner’s wallet')
    .argument('<partner-id>', 'whose wallet', parseUuid)
    .addHelpText('after', examples('wallet show 0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c'))
    .action(
      runner.action(async (session, partnerId: string) => {
        const app = await session.application();
        const partner = await requirePartner(app, partnerId);
        const wallets = app.get(WalletQuery);
        const [real, test] = [await wallets.of(partnerId), await wallets.of(partnerId, { test: true })];
        return recordAnswer(
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
          PARTS,
        );
      }),
    );
}
