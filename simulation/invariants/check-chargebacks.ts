import { ChargebacksQuery } from '../../src/products/payments/chargebacks/chargebacks.query.js';
import type { World } from '../world/world.js';

/** Staff see each reported dispute once: booked, or open for them with its amount. */
export async function checkChargebacks(world: World): Promise<void> {
  const { model } = world;
  const process = await world.process(0);
  const all = [...model.attempts.values()].flatMap(({ chargebacks }) => chargebacks);
  const names = new Set(all.map(({ name }) => name));
  const shown = (await process.get(ChargebacksQuery).run(10_000))
    .filter(({ eventId }) => names.has(eventId)) // the others are reports that could not be read
    .map(({ state, eventId, transactionId, amountMinor, currency }) =>
      [state, eventId, model.nameOf(transactionId ?? ''), amountMinor, currency].join(' '),
    );
  const said = all
    .filter(({ callbackReceived, plnMinor }) => callbackReceived !== null || plnMinor !== null)
    .map(({ name, plnMinor, attempt, money }) =>
      [plnMinor === null ? 'for_staff' : 'booked', name, attempt.payment.name, money.amount, money.currency].join(' '),
    );
  const expected = [...new Set(said)].sort();
  if (shown.sort().join() !== expected.join())
    world.found('staff see what could not be booked', `they see ${difference(shown, expected)}, and not ${difference(expected, shown)}`);
}

function difference(of: readonly string[], without: readonly string[]): string {
  const rest = [...without];
  const more = of.filter((one) => {
    const at = rest.indexOf(one);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
  return more.join(', ') || 'nothing';
}
