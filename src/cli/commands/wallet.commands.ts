import { formatAmount } from '../../common/money/amount.js';
import { CreatePayoutService } from '../../platform/ledger/manual/create-payout.service.js';
import { WalletQuery } from '../../platform/ledger/wallet.query.js';
import { changeCommand, command, noun } from '../command.js';
import { argument, defaultOption, flag, requiredOption } from '../inputs.js';
import { recordResult } from '../output/result.js';
import { parseCurrency, parseSum } from '../values/amounts.js';
import { parseReference, parseUuid } from '../values/identifiers.js';
import { parseName } from '../values/names.js';
import { requirePartner } from '../values/require-existing.js';

const EXAMPLE_PARTNER = '0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c';

const PARTS_NOTE =
  'pending: earned, not settled by the operator yet · available: can be paid out · reserved: held for pending refunds · ' +
  'owed: owed by the partner, not paid out · test: simulated money';

const show = command({
  description: 'show a partner’s wallet',
  takes: { partnerId: argument('<partner-id>', 'whose wallet', parseUuid) },
  examples: [`wallet show ${EXAMPLE_PARTNER}`],
  opens: 'queries',
  async run({ app }, { partnerId }) {
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
  },
});

const payout = changeCommand({
  description: 'enter a bank transfer to a partner, from the available part of its wallet',
  takes: {
    partnerId: argument('<partner-id>', 'whose wallet', parseUuid),
    amountMinor: requiredOption('--amount <amount>', 'how much', parseSum),
    currency: defaultOption('--currency <code>', 'of the amount', parseCurrency, 'PLN'),
    reference: requiredOption('--reference <text>', 'of the transfer; each reference is entered once', parseReference),
    author: requiredOption('--author <name>', 'who pays out', parseName),
    test: flag('--test', 'test money', false),
    althoughBlocked: flag('--although-blocked', 'the transfer left before the partner was blocked', false),
  },
  notes:
    'It sends no money: enter a transfer that was sent. Rejected while less is available than the amount and the debt of the partner, and while ' +
    'the partner is blocked.',
  examples: [`wallet payout ${EXAMPLE_PARTNER} --amount 1250.00 --reference TR-2026-117 --author Anna`],
  async run({ app }, entered) {
    const { partnerId, amountMinor, currency, reference, test } = entered;
    const partner = await requirePartner(app, partnerId);
    const { id, repeated } = await app.get(CreatePayoutService).run(entered);
    return recordResult(
      { id, repeated, reference, partner: partner.name, amount: formatAmount(amountMinor), currency, test },
      repeated ? 'It was already entered. Nothing was changed.' : 'Entered.',
    );
  },
});

export const wallet = noun({ examples: [`wallet show ${EXAMPLE_PARTNER}`], commands: { show, payout } });
