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
    const order = await suite.sale();
    const delayedCharge = await suite.onItsWay(order);
    await suite.world.forward({ minutes: 6 });
    const { held, work } = await suite.holding(isStatusResponse, 1, () => ({ polled: suite.ask() }));
    await suite.arrive(delayedCharge);
    for (const response of held) response.go();
    await work.polled;
    expect([await order.status(), await order.states()]).toEqual(['confirmed', ['accepted']]);
    await suite.inTheEnd(order.status, isPayed);
  });

  it('use the time of the poll when its not_found takes minutes to arrive', async () => {
    const order = await suite.sale();
    const delayedCharge = await suite.onItsWay(order);
    await suite.world.forward({ minutes: 1 });
    const { held, work } = await suite.holding(isStatusResponse, 1, () => ({ polled: suite.ask() }));
    await suite.world.forward({ minutes: 6 });
    for (const response of held) response.go();
    await work.polled;
    expect(await order.states()).toEqual(['sent']);
    await suite.arrive(delayedCharge);
    await suite.inTheEnd(order.status, isPayed);
  });

  it.each([
    ['when not_found is definite', { minutes: 6 }],
    ['before not_found is definite', { minutes: 1 }],
  ])('of charges and polls book each of many charges once %s', async (_, elapsed) => {
    const orders = await Promise.all(times(COUNT, () => suite.sale()));
    const { held: sent, work: submissions } = await suite.holding(isChargeRequest, COUNT, () => orders.map(({ payer }) => payer.code()));
    await suite.world.forward(elapsed);
    const { held: responses, work: polls } = await suite.holding(isStatusResponse, COUNT, () => times(3, suite.ask));
    for (const message of [...sent, ...responses]) message.go();
    await Promise.all([...times(3, suite.ask), ...submissions, ...polls]);
    await suite.loseReports();
    await suite.inTheEnd(
      () => Promise.all(orders.map(({ status }) => status())),
      (statuses) => statuses.every(isPayed),
    );
    expect(await Promise.all(orders.map(suite.taken))).toEqual(times(COUNT, () => 1));
    expect(await Promise.all(orders.map(({ states }) => states()))).toEqual(times(COUNT, () => ['booked']));
  });

  it.each([
    ['that are not_found', { minutes: 31 }, true],
    ['whose transactions expire at the same time', { minutes: 31 }, false],
    ['that are open', { minutes: 1 }, false],
  ])('of callbacks, charges and polls book or reverse each of the charges %s', async (_, elapsed, pollsBefore) => {
    const orders = await Promise.all(times(COUNT, () => suite.sale()));
    const { held: sent, work: submissions } = await suite.holding(isChargeRequest, COUNT, () => orders.map(({ payer }) => payer.code()));
    await suite.world.forward(elapsed);
    if (pollsBefore) await suite.ask();
    const { held: responses } = await suite.holding(isChargeResponse, COUNT, () => {
      for (const charge of sent) charge.go();
    });
    await suite.world.forward({ seconds: 3 }); // the operator books after this time
    for (const response of responses) response.go();
    await Promise.all([
      suite.world.sandbox.deliverReports('all'),
      ...times(3, suite.ask),
      ...times(2, () => drainBatches(() => suite.world.get(ExpireTransactionsService).batch())),
      ...submissions,
    ]);
    const outcomes = await suite.inTheEnd(
      () => Promise.all(orders.map(async ({ status, states }) => `${await status()} ${(await states()).join()}`)),
      (outcomes) => outcomes.every((outcome) => outcome === 'payed booked' || outcome === 'rejected reversed'),
    );
    expect(await Promise.all(orders.map(suite.taken))).toEqual(outcomes.map((outcome) => (outcome === 'payed booked' ? 1 : 0)));
  });
});
