import { BusinessClock } from '../../src/common/time/clocks.js';
import { KeepRateTableService } from '../../src/products/payments/currencies/keep-rate-table.service.js';
import { TEST_PARTIES } from '../parties/test-parties.js';
import { shown } from '../books/amounts.js';
import type { Order, Settlement } from '../books/order.js';
import { correctionOf, doOrder } from '../parties/staff.js';
import type { GatewayProcess } from '../world/gateway-process.js';
import type { World } from '../world/world.js';
import type { ActKinds, ActOf } from './act-kind.js';
import { nameOfSale } from '../acts/step.js';

type ManualEntryKind = 'pay out' | 'adjust' | 'settle' | 'staff repeat' | 'rates change';

/** Only entries that are older than this are settled. */
const AT_REST_MS = 10 * 60_000;
const A_DAY_MS = 24 * 3_600_000;

export const MANUAL_ENTRY_ACTS: ActKinds<ManualEntryKind> = {
  'pay out': {
    title: ({ shop, percent, test }, { step }) =>
      `staff pay shop ${shop} out, as o${step.index}: ${percent} %${test ? ' of its test money' : ''}`,
    inside(world, process, act) {
      const order = decided(world, (name) => ({ kind: 'payout', name, ...payoutOf(world, act), told: null, entered: false }));
      return doOrder(world, process, order);
    },
  },
  adjust: {
    title: ({ correction, amount }, { step }) =>
      `staff correct ${shown(amount)}, as j${step.index}: ${correctionOf(correction).join(' to ')}`,
    inside(world, process, { shop, test, correction, amount }) {
      const [debit, credit] = correctionOf(correction);
      const partnerId = [debit, credit].some((account) => account.startsWith('partner:')) ? partnerOf(world, shop) : null;
      const content = { debit, credit, partnerId, minor: amount, test };
      const order = decided(world, (name) => ({ kind: 'adjustment', name, ...content, told: null, entered: false }));
      return doOrder(world, process, order);
    },
  },
  settle: {
    title: ({ party }, { step }) => `${party} has paid: staff settle, as s${step.index}`,
    async inside(world, process, { party, batch }) {
      const name = nameOfSale(world.step);
      const known = settlementsWith(world, party).find((settlement) => settlement.told === null || settlement.name === name);
      const order = known ?? (await settlementOf(world, process, party, batch));
      return order && doOrder(world, process, order);
    },
  },
  'staff repeat': {
    title: ({ sale }) => `staff do ${sale} once more`,
    inside(world, process, { sale }) {
      const order = world.books.orders.get(sale);
      return order ? doOrder(world, process, order) : null;
    },
  },
  'rates change': {
    title: ({ currency, permille }) => `the central bank: ${currency} is ${permille / 10} % of what it was`,
    outside({ books }, { currency, permille }) {
      books.rates[currency] = (Number(FIRST_RATES[currency]) * (permille / 1000)).toFixed(4);
    },
    inside(world, process, { currency }) {
      const effectiveOn = new Date(world.clock.begun.getTime() + world.step.index * A_DAY_MS).toISOString().slice(0, 10);
      const rates = new Map([[currency, `${world.books.rates[currency]}000000`]]);
      const table = { name: 'A', effectiveOn, number: `${world.step.index}/A/NBP/2026`, rates, withoutRate: [] } as const;
      return () => process.get(KeepRateTableService).run(table, false);
    },
  },
};

const FIRST_RATES = { EUR: '4.3653', USD: '4.0326' };

function decided<Of extends Order>(world: World, make: (name: string) => Of): Order {
  const name = nameOfSale(world.step) ?? '';
  const order = world.books.orders.get(name) ?? make(name);
  world.books.orders.set(name, order);
  return order;
}

/** Settles everything that is old enough. @returns null when there is nothing. */
async function settlementOf(world: World, process: GatewayProcess, party: string, batch: number): Promise<Order | null> {
  // No entry is made any more with a time before the end of the period.
  for (const running of world.running) await running.lookAtTheClock();
  world.noteTimes();
  const [from, to] = [world.clock.begun.getTime(), process.get(BusinessClock).now().getTime() - AT_REST_MS - 1_000];
  const test = TEST_PARTIES.includes(party);
  return to <= from ? null : decided(world, (name) => ({ kind: 'settlement', name, party, test, from, to, batch, walked: 0, told: null }));
}

function settlementsWith({ books }: World, party: string): Settlement[] {
  return [...books.orders.values()].filter((order): order is Settlement => order.kind === 'settlement' && order.party === party);
}

/** A part of what is available, or more than that. */
function payoutOf(world: World, { shop, test, percent }: ActOf<'pay out'>): { partnerId: string; test: boolean; minor: number } {
  const partnerId = partnerOf(world, shop);
  return { partnerId, test, minor: Math.max(1, Math.floor((world.books.ledger.available(partnerId, test) * percent) / 100)) };
}

function partnerOf({ books }: World, shop: number): string {
  const partners = [...new Set(books.services.map(({ partnerId }) => partnerId))];
  return partners[shop % partners.length] ?? '';
}
