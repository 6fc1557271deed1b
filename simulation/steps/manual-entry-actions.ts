import { BusinessClock } from '../../src/common/time/clocks.js';
import { StoreRateTableService } from '../../src/products/payments/currencies/store-rate-table.service.js';
import { TEST_PROVIDERS } from '../actors/test-providers.js';
import { formatAmount } from '../model/amounts.js';
import type { StaffCommand, Settlement } from '../model/staff-order.js';
import { correctionOf, prepareCommand } from '../actors/staff.js';
import type { GatewayProcess } from '../world/gateway-process.js';
import type { World } from '../world/world.js';
import type { ActionKinds, ActionOf } from './action-kind.js';
import { saleName } from '../actions/step.js';

type ManualEntryKind = 'pay out' | 'adjust' | 'settle' | 'staff repeat' | 'rates change';

/** Only entries that are older than this are settled. */
const AT_REST_MS = 10 * 60_000;
const A_DAY_MS = 24 * 3_600_000;

export const MANUAL_ENTRY_ACTIONS: ActionKinds<ManualEntryKind> = {
  'pay out': {
    title: ({ shop, percent, test }, { step }) =>
      `staff pay shop ${shop} out, as o${step.index}: ${percent} %${test ? ' of its test money' : ''}`,
    inside(world, process, action) {
      const order = decided(world, (name) => ({ kind: 'payout', name, ...payoutOf(world, action), result: null, isPosted: false }));
      return prepareCommand(world, process, order);
    },
  },
  adjust: {
    title: ({ correction, amount }, { step }) =>
      `staff correct ${formatAmount(amount)}, as j${step.index}: ${correctionOf(correction).join(' to ')}`,
    inside(world, process, { shop, test, correction, amount }) {
      const [debit, credit] = correctionOf(correction);
      const partnerId = [debit, credit].some((account) => account.startsWith('partner:')) ? partnerOf(world, shop) : null;
      const content = { debit, credit, partnerId, minor: amount, test };
      const order = decided(world, (name) => ({ kind: 'adjustment', name, ...content, result: null, isPosted: false }));
      return prepareCommand(world, process, order);
    },
  },
  settle: {
    title: ({ provider }, { step }) => `${provider} has paid: staff settle, as s${step.index}`,
    async inside(world, process, { provider, batch }) {
      const name = saleName(world.step);
      const known = settlementsWith(world, provider).find((settlement) => settlement.result === null || settlement.name === name);
      const order = known ?? (await settlementOf(world, process, provider, batch));
      return order && prepareCommand(world, process, order);
    },
  },
  'staff repeat': {
    title: ({ sale }) => `staff do ${sale} once more`,
    inside(world, process, { sale }) {
      const order = world.model.orders.get(sale);
      return order ? prepareCommand(world, process, order) : null;
    },
  },
  'rates change': {
    title: ({ currency, permille }) => `the central bank: ${currency} is ${permille / 10} % of what it was`,
    outside({ model }, { currency, permille }) {
      model.rates[currency] = (Number(FIRST_RATES[currency]) * (permille / 1000)).toFixed(4);
    },
    inside(world, process, { currency }) {
      const effectiveOn = new Date(world.clock.begun.getTime() + world.step.index * A_DAY_MS).toISOString().slice(0, 10);
      const rates = new Map([[currency, `${world.model.rates[currency]}000000`]]);
      const table = { name: 'A', effectiveOn, number: `${world.step.index}/A/NBP/2026`, rates, withoutRate: [] } as const;
      return () => process.get(StoreRateTableService).run(table, false);
    },
  },
};

const FIRST_RATES = { EUR: '4.3653', USD: '4.0326' };

function decided<Of extends StaffCommand>(world: World, make: (name: string) => Of): StaffCommand {
  const name = saleName(world.step) ?? '';
  const order = world.model.orders.get(name) ?? make(name);
  world.model.orders.set(name, order);
  return order;
}

/** Settles everything that is old enough. @returns null when there is nothing. */
async function settlementOf(world: World, process: GatewayProcess, provider: string, batch: number): Promise<StaffCommand | null> {
  // No entry is made any more with a time before the end of the period.
  for (const running of world.running) await running.lookAtTheClock();
  world.noteTimes();
  const [from, to] = [world.clock.begun.getTime(), process.get(BusinessClock).now().getTime() - AT_REST_MS - 1_000];
  const test = TEST_PROVIDERS.includes(provider);
  return to <= from
    ? null
    : decided(world, (name) => ({ kind: 'settlement', name, provider, test, from, to, batch, processed: 0, result: null }));
}

function settlementsWith({ model }: World, provider: string): Settlement[] {
  return [...model.orders.values()].filter((order): order is Settlement => order.kind === 'settlement' && order.provider === provider);
}

/** A part of what is available, or more than that. */
function payoutOf(world: World, { shop, test, percent }: ActionOf<'pay out'>): { partnerId: string; test: boolean; minor: number } {
  const partnerId = partnerOf(world, shop);
  return { partnerId, test, minor: Math.max(1, Math.floor((world.model.ledger.available(partnerId, test) * percent) / 100)) };
}

function partnerOf({ model }: World, shop: number): string {
  const partners = [...new Set(model.services.map(({ partnerId }) => partnerId))];
  return partners[shop % partners.length] ?? '';
}
