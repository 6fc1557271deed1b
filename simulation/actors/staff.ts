import type { AdjustableAccount } from '../../src/platform/ledger/manual/adjustable-account.js';
import { CreateAdjustmentService } from '../../src/platform/ledger/manual/create-adjustment.service.js';
import { CreatePayoutService } from '../../src/platform/ledger/manual/create-payout.service.js';
import { SettleService } from '../../src/platform/ledger/settlement/settle.service.js';
import { WalletBalanceTooLowError } from '../../src/platform/ledger/wallet-balance-too-low.js';
import type { StaffCommand } from '../model/staff-order.js';
import type { GatewayProcess } from '../world/gateway-process.js';
import type { World } from '../world/world.js';

/** Accounts that staff may correct: debit, credit. */
const CORRECTIONS: readonly (readonly [AdjustableAccount, AdjustableAccount])[] = [
  ['platform:commission', 'partner:available'],
  ['partner:available', 'platform:commission'],
  ['partner:available', 'partner:receivable'],
  ['platform:rounding', 'platform:clearing:play'],
  ['platform:suspense', 'platform:commission'],
];

const AUTHOR = 'ann';

export function correctionOf(number: number): readonly [debit: AdjustableAccount, credit: AdjustableAccount] {
  const correction = CORRECTIONS[number % CORRECTIONS.length];
  if (!correction) throw new RangeError(`There is no correction ${number}`);
  return correction;
}

/** Acts as the commands do: the same order twice takes effect once. */
export function prepareCommand(world: World, process: GatewayProcess, order: StaffCommand): () => Promise<void> {
  const enough = isEnough(world, order);
  return async () => {
    try {
      await COMMANDS[order.kind](process, order as never);
      order.result = 'done';
    } catch (error) {
      if (!(error instanceof WalletBalanceTooLowError) || (enough && !world.step.concurrent)) throw error;
      world.transcript.tell('refused: WALLET_BALANCE_TOO_LOW');
      order.result = 'refused';
    }
  };
}

type OrderOf<Kind extends StaffCommand['kind']> = Extract<StaffCommand, { kind: Kind }>;

const COMMANDS: { [Kind in StaffCommand['kind']]: (process: GatewayProcess, order: OrderOf<Kind>) => Promise<unknown> } = {
  payout: (process, { name, partnerId, minor, test }) =>
    process.get(CreatePayoutService).run({ reference: name, partnerId, currency: 'PLN', amountMinor: minor, test, author: AUTHOR }),
  adjustment: (process, { name, debit, credit, partnerId, minor, test }) =>
    process.get(CreateAdjustmentService).run({
      reference: name,
      debit: debit as AdjustableAccount,
      credit: credit as AdjustableAccount,
      partnerId,
      currency: 'PLN',
      amountMinor: minor,
      test,
      reason: 'a correction',
      author: AUTHOR,
    }),
  settlement: (process, { name, provider, from, to, test, batch }) =>
    process
      .get(SettleService)
      .run({ reference: name, provider, from: new Date(from), to: new Date(to), test, author: AUTHOR }, { batchSize: batch }),
};

/** Whether the wallet holds the amount, by the model. */
function isEnough({ model: { ledger } }: World, order: StaffCommand): boolean {
  if (order.kind === 'settlement' || order.isPosted) return true;
  const [partnerId, { test }] = [order.partnerId ?? '', order];
  if (order.kind === 'payout') return ledger.available(partnerId, test) - ledger.owed(partnerId, test) >= order.minor;
  return order.debit !== 'partner:available' || ledger.available(partnerId, test) >= order.minor;
}
