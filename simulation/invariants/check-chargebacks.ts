import { ChargebacksQuery } from '../../src/products/payments/chargebacks/chargebacks.query.js';
import type { World } from '../world/world.js';

/** Staff must see each reported chargeback exactly once with its amount, as booked or as open. */
export async function checkChargebacks(world: World): Promise<void> {
  const { model } = world;
  const process = await world.process(0);
  const chargebacks = [...model.attempts.values()].flatMap((attempt) => attempt.chargebacks);
  const eventIds = new Set(chargebacks.map(({ name }) => name));
  const listed = (await process.get(ChargebacksQuery).run(10_000))
    .filter(({ eventId }) => eventIds.has(eventId)) // the others are unusable callbacks, which are listed too
    .map(({ state, eventId, transactionId, amountMinor, currency }) =>
      [state, eventId, model.nameOf(transactionId ?? ''), amountMinor, currency].join(' '),
    );
  const expectedLines = chargebacks
    .filter(({ callbackReceived, plnMinor }) => callbackReceived !== null || plnMinor !== null)
    .map(({ name, plnMinor, attempt, money }) =>
      [plnMinor === null ? 'for_staff' : 'booked', name, attempt.payment.name, money.amount, money.currency].join(' '),
    );
  const expected = [...new Set(expectedLines)].sort();
  if (listed.sort().join() !== expected.join())
    world.found(
      'staff see each chargeback once',
      `not expected: ${multisetDifference(listed, expected)}; missing: ${multisetDifference(expected, listed)}`,
    );
}

/** The lines without the other lines, each of which cancels one equal line. */
function multisetDifference(lines: readonly string[], otherLines: readonly string[]): string {
  const remaining = [...otherLines];
  const surplus = lines.filter((line) => {
    const index = remaining.indexOf(line);
    if (index >= 0) remaining.splice(index, 1);
    return index < 0;
  });
  return surplus.join(', ') || 'nothing';
}
