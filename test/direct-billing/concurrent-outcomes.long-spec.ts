import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ExpireTransactionsService } from '../../src/products/direct-billing/charges/expire-transactions.service.js';
import { times } from '../support/times.js';
import { type ChargeWorld, isChargeResponse, isChargeRequest, isStatusResponse, startChargeWorld } from './support/charge-world.js';
import { drainBatches } from '../support/drain-batches.js';

let suite: ChargeWorld;
beforeAll(async () => {
  suite = await startChargeWorld();
});
afterAll(() => suite.stop());

const isPayed = (status: string): boolean => status === 'payed';

describe('concurrent outcomes', () => {
  const COUNT = 8;

  it('confirm a charge that is accepted while the response to an earlier poll is delayed', async () => {
    const order = await suite.createWithCodeSent();
    const delayedCharge = await suite.holdNewCharge(order);
    await suite.world.moveTimeForward({ minutes: 6 });
    const { held, work } = await suite.holdMessages(isStatusResponse, 1, () => ({ polled: suite.pollAllDueCharges() }));
    await suite.deliverHeldCharge(delayedCharge);
    for (const response of held) response.letArrive();
    await work.polled;
    expect([await order.status(), await order.states()]).toEqual(['confirmed', ['accepted']]);
    await suite.advanceUntil(order.status, isPayed);
  });

  it('use the time of the poll when its not_found takes minutes to arrive', async () => {
    const order = await suite.createWithCodeSent();
    const delayedCharge = await suite.holdNewCharge(order);
    await suite.world.moveTimeForward({ minutes: 1 });
    const { held, work } = await suite.holdMessages(isStatusResponse, 1, () => ({ polled: suite.pollAllDueCharges() }));
    await suite.world.moveTimeForward({ minutes: 6 });
    for (const response of held) response.letArrive();
    await work.polled;
    expect(await order.states()).toEqual(['sent']);
    await suite.deliverHeldCharge(delayedCharge);
    await suite.advanceUntil(order.status, isPayed);
  });

  it.each([
    ['when not_found is definite', { minutes: 6 }],
    ['before not_found is definite', { minutes: 1 }],
  ])('of charges and polls book each of many charges once %s', async (_, elapsed) => {
    const orders = await Promise.all(times(COUNT, () => suite.createWithCodeSent()));
    const { held: sent, work: submissions } = await suite.holdMessages(isChargeRequest, COUNT, () =>
      orders.map(({ payer }) => payer.enterCode()),
    );
    await suite.world.moveTimeForward(elapsed);
    const { held: responses, work: polls } = await suite.holdMessages(isStatusResponse, COUNT, () => times(3, suite.pollAllDueCharges));
    for (const message of [...sent, ...responses]) message.letArrive();
    await Promise.all([...times(3, suite.pollAllDueCharges), ...submissions, ...polls]);
    await suite.loseCallbacks();
    await suite.advanceUntil(
      () => Promise.all(orders.map(({ status }) => status())),
      (statuses) => statuses.every(isPayed),
    );
    expect(await Promise.all(orders.map(suite.countBookedCharges))).toEqual(times(COUNT, () => 1));
    expect(await Promise.all(orders.map(({ states }) => states()))).toEqual(times(COUNT, () => ['booked']));
  });

  it.each([
    ['that are not_found', { minutes: 31 }, true],
    ['whose transactions expire at the same time', { minutes: 31 }, false],
    ['that are open', { minutes: 1 }, false],
  ])('of callbacks, charges and polls book or reverse each of the charges %s', async (_, elapsed, pollsBefore) => {
    const orders = await Promise.all(times(COUNT, () => suite.createWithCodeSent()));
    const { held: sent, work: submissions } = await suite.holdMessages(isChargeRequest, COUNT, () =>
      orders.map(({ payer }) => payer.enterCode()),
    );
    await suite.world.moveTimeForward(elapsed);
    if (pollsBefore) await suite.pollAllDueCharges();
    const { held: responses } = await suite.holdMessages(isChargeResponse, COUNT, () => {
      for (const charge of sent) charge.letArrive();
    });
    await suite.world.moveTimeForward({ seconds: 3 }); // the simulated operator books two seconds after it accepted a charge
    for (const response of responses) response.letArrive();
    await Promise.all([
      suite.world.sandbox.deliverCallbacks('all'),
      ...times(3, suite.pollAllDueCharges),
      ...times(2, () => drainBatches(() => suite.world.get(ExpireTransactionsService).batch())),
      ...submissions,
    ]);
    const outcomes = await suite.advanceUntil(
      () => Promise.all(orders.map(async ({ status, states }) => `${await status()} ${(await states()).join()}`)),
      (outcomes) => outcomes.every((outcome) => outcome === 'payed booked' || outcome === 'rejected reversed'),
    );
    expect(await Promise.all(orders.map(suite.countBookedCharges))).toEqual(
      outcomes.map((outcome) => (outcome === 'payed booked' ? 1 : 0)),
    );
  });
});
