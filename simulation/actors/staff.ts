import type { AdjustableAccount } from '../../src/platform/ledger/manual/adjustable-account.js';
import { CreateAdjustmentService } from '../../src/platform/ledger/manual/create-adjustment.service.js';
import { CreatePayoutService } from '../../src/platform/ledger/manual/create-payout.service.js';
import { SettleService } from '../../src/platform/ledger/settlement/settle.service.js';
import { WalletBalanceTooLowError } from '../../src/platform/ledger/wallet-balance-too-low.js';
import type { StaffCommand } from '../model/staff-command.js';
import type { GatewayProcess } from '../world/gateway-process.js';
import type { World } from '../world/world.js';

/** Pairs of accounts, debit and credit, of the adjustments that staff make. */
const ADJUSTMENT_ACCOUNTS: readonly (readonly [AdjustableAccount, AdjustableAccount])[] = [
  ['platform:commission', 'partner:available'],
  ['partner:available', 'platform:commission'],
  ['partner:available', 'partner:receivable'],
  ['platform:rounding', 'platform:clearing:play'],
  ['platform:suspense', 'platform:commission'],
];

const AUTHOR = 'ann';

/** @param index taken modulo the number of pairs. */
export function adjustmentAccounts(index: number): readonly [debit: AdjustableAccount, credit: AdjustableAccount] {
  const accounts = ADJUSTMENT_ACCOUNTS[index % ADJUSTMENT_ACCOUNTS.length];
  if (!accounts) throw new RangeError(`There is no pair of accounts ${index}`);
  return accounts;
}

/**
 * @returns the call that runs the command in the process and stores its result in the model. The call fails when the gateway rejects a
 * command that the wallet can pay, except in a step with a concurrent action, which may have emptied the wallet. The wallet is read before
 * the call, because the call changes it.
 */
export function prepareStaffCommand(world: World, process: GatewayProcess, command: StaffCommand): () => Promise<void> {
  const isCovered = isCoveredByWallet(world, command);
  return async () => {
    // A run that is cut off may have taken effect, also after an earlier run was rejected.
    if (command.result === 'rejected') command.result = null;
    try {
      await COMMANDS[command.kind](process, command as never);
      command.result = 'done';
    } catch (error) {
      if (!(error instanceof WalletBalanceTooLowError) || (isCovered && !world.step.concurrent)) throw error;
      world.transcript.add('rejected: WALLET_BALANCE_TOO_LOW');
      command.result = 'rejected';
    }
  };
}

type CommandOf<Kind extends StaffCommand['kind']> = Extract<StaffCommand, { kind: Kind }>;

const COMMANDS: { [Kind in StaffCommand['kind']]: (process: GatewayProcess, command: CommandOf<Kind>) => Promise<unknown> } = {
  payout: (process, { name, partnerId, amountMinor, test }) =>
    process.get(CreatePayoutService).run({ reference: name, partnerId, currency: 'PLN', amountMinor, test, author: AUTHOR }),
  adjustment: (process, { name, debit, credit, partnerId, amountMinor, test }) =>
    process.get(CreateAdjustmentService).run({
      reference: name,
      debit: debit as AdjustableAccount,
      credit: credit as AdjustableAccount,
      partnerId,
      currency: 'PLN',
      amountMinor,
      test,
      reason: 'a correction',
      author: AUTHOR,
    }),
  settlement: (process, { name, provider, from, to, test, batchSize }) =>
    process
      .get(SettleService)
      .run({ reference: name, provider, from: new Date(from), to: new Date(to), test, author: AUTHOR }, { batchSize }),
};

/** Whether the wallet holds the amount of the command, by the model. A command that is already posted needs no money. */
function isCoveredByWallet({ model: { ledger } }: World, command: StaffCommand): boolean {
  if (command.kind === 'settlement' || command.isPosted) return true;
  const [partnerId, { test }] = [command.partnerId ?? '', command];
  if (command.kind === 'payout') return ledger.available(partnerId, test) - ledger.owed(partnerId, test) >= command.amountMinor;
  return command.debit !== 'partner:available' || ledger.available(partnerId, test) >= command.amountMinor;
}
