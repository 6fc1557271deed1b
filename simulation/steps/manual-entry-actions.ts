import { BusinessClock } from '../../src/common/time/clocks.js';
import { StoreRateTableService } from '../../src/products/payments/exchange-rates/store-rate-table.service.js';
import { TEST_PROVIDERS } from '../actors/test-providers.js';
import { formatAmount } from '../model/amounts.js';
import type { StaffCommand, Settlement } from '../model/staff-command.js';
import { adjustmentAccounts, prepareStaffCommand } from '../actors/staff.js';
import type { GatewayProcess } from '../world/gateway-process.js';
import type { World } from '../world/world.js';
import type { ActionKinds, ActionOf } from './action-kind.js';
import { saleName } from '../actions/step.js';

type ManualEntryKind = 'pay out' | 'adjust' | 'settle' | 'staff repeat' | 'rates change';

/** A settlement's period must have ended this long ago, because the gateway waits for the commits of entries within the period. */
const MAX_COMMIT_DELAY_MS = 10 * 60_000;
const DAY_MS = 24 * 3_600_000;

export const MANUAL_ENTRY_ACTIONS: ActionKinds<ManualEntryKind> = {
  'pay out': {
    title: ({ partnerIndex, percent, test }, { step }) =>
      `staff pay out partner ${partnerIndex}, as o${step.index}: ${percent} %${test ? ' of its test money' : ''}`,
    gatewayWork(world, process, action) {
      const command = commandOfStep(world, (name) => ({
        kind: 'payout',
        name,
        ...newPayout(world, action),
        result: null,
        isPosted: false,
      }));
      return prepareStaffCommand(world, process, command);
    },
  },
  adjust: {
    title: ({ accountsIndex, amount }, { step }) =>
      `staff adjust ${formatAmount(amount)}, as j${step.index}: ${adjustmentAccounts(accountsIndex).join(' to ')}`,
    gatewayWork(world, process, { partnerIndex, test, accountsIndex, amount }) {
      const [debit, credit] = adjustmentAccounts(accountsIndex);
      const partnerId = [debit, credit].some((account) => account.startsWith('partner:')) ? partnerIdOf(world, partnerIndex) : null;
      const fields = { debit, credit, partnerId, amountMinor: amount, test };
      const command = commandOfStep(world, (name) => ({ kind: 'adjustment', name, ...fields, result: null, isPosted: false }));
      return prepareStaffCommand(world, process, command);
    },
  },
  settle: {
    title: ({ provider }, { step }) => `${provider} has paid: staff settle, as s${step.index}`,
    async gatewayWork(world, process, { provider, batchSize }) {
      const name = saleName(world.step);
      // Staff finish a settlement whose result they do not know before they start another one.
      const existing = settlementsWith(world, provider).find((settlement) => settlement.result === null || settlement.name === name);
      const command = existing ?? (await newSettlement(world, process, provider, batchSize));
      return command && prepareStaffCommand(world, process, command);
    },
  },
  'staff repeat': {
    title: ({ sale }) => `staff repeat ${sale}`,
    gatewayWork(world, process, { sale }) {
      const command = world.model.staffCommands.get(sale);
      return command ? prepareStaffCommand(world, process, command) : null;
    },
  },
  'rates change': {
    title: ({ currency, permille }) => `the central bank: ${currency} is at ${permille / 10} % of its first rate`,
    actOutside({ model }, { currency, permille }) {
      model.plnRates[currency] = (Number(FIRST_RATES[currency]) * (permille / 1000)).toFixed(4);
    },
    gatewayWork(world, process, { currency }) {
      const effectiveOn = new Date(world.clock.episodeStart.getTime() + world.step.index * DAY_MS).toISOString().slice(0, 10);
      const rates = new Map([[currency, `${world.model.plnRates[currency]}000000`]]); // the gateway stores ten decimals
      const table = { name: 'A', effectiveOn, number: `${world.step.index}/A/NBP/2026`, rates, withoutRate: [] } as const;
      return () => process.get(StoreRateTableService).run(table, false);
    },
  },
};

/** The rates with which each episode begins. */
const FIRST_RATES = { EUR: '4.3653', USD: '4.0326' };

/** Returns the command of this step. The first call adds it to the model. A concurrent action gets the same command. */
function commandOfStep<Command extends StaffCommand>(world: World, create: (name: string) => Command): StaffCommand {
  const name = saleName(world.step) ?? '';
  const command = world.model.staffCommands.get(name) ?? create(name);
  world.model.staffCommands.set(name, command);
  return command;
}

/** Creates a settlement of the episode up to the newest time that may be settled. @returns null when no time may be settled yet. */
async function newSettlement(world: World, process: GatewayProcess, provider: string, batchSize: number): Promise<StaffCommand | null> {
  // A process that lags behind would post entries with times inside the settled period.
  for (const running of world.running) await running.refreshBusinessTime();
  world.recordBusinessTimes();
  const [from, to] = [world.clock.episodeStart.getTime(), process.get(BusinessClock).now().getTime() - MAX_COMMIT_DELAY_MS - 1_000];
  const test = TEST_PROVIDERS.includes(provider);
  return to <= from
    ? null
    : commandOfStep(world, (name) => ({ kind: 'settlement', name, provider, test, from, to, batchSize, processedCount: 0, result: null }));
}

function settlementsWith({ model }: World, provider: string): Settlement[] {
  return [...model.staffCommands.values()].filter(
    (command): command is Settlement => command.kind === 'settlement' && command.provider === provider,
  );
}

/** Returns a payout of a percentage of the available balance. A payout above 100 % must be rejected. */
function newPayout(
  world: World,
  { partnerIndex, test, percent }: ActionOf<'pay out'>,
): { partnerId: string; test: boolean; amountMinor: number } {
  const partnerId = partnerIdOf(world, partnerIndex);
  return { partnerId, test, amountMinor: Math.max(1, Math.floor((world.model.ledger.available(partnerId, test) * percent) / 100)) };
}

function partnerIdOf({ model }: World, partnerIndex: number): string {
  const partnerIds = [...new Set(model.services.map(({ partnerId }) => partnerId))];
  return partnerIds[partnerIndex % partnerIds.length] ?? '';
}
