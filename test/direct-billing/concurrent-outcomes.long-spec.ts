import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ExpireTransactionsService } from '../../src/products/direct-billing/charges/expire-transactions.service.js';
import { times } from '../support/times.js';
import { type ChargeWorld, isChargeResponse, isChargeRequest, isStatusResponse, startChargeWorld } from './support/charge-world.js';
import { drainBatches } from '../support/drain-batches.js';

let here: ChargeWorld;
beforeAll(async () => {
  here = await startChargeWorld();
});
afterAll(() => here.stop());

const isPayed = (status: string): boolean => status === 'payed';

describe('outcomes that come at once', () => {
  const COUNT = 8;

  it('an answer to a charge, and one to a question that was asked before the charge arrived', async () => {
    const order = await here.sale();
    const underWay = await here.onItsWay(order);
    await here.world.forward({ minutes: 6 });
    const { held, work } = await here.holding(isStatusResponse, 1, () => ({ asked: here.ask() }));
    await here.arrive(underWay);
    for (const answer of held) answer.go();
    await work.asked;
    expect([await order.status(), await order.states()]).toEqual(['confirmed', ['accepted']]);
    await here.inTheEnd(order.status, isPayed);
  });

  it('an answer that took minutes is worth what it was when the question was asked', async () => {
    const order = await here.sale();
    const underWay = await here.onItsWay(order);
    await here.world.forward({ minutes: 1 });
    const { held, work } = await here.holding(isStatusResponse, 1, () => ({ asked: here.ask() }));
    await here.world.forward({ minutes: 6 });
    for (const answer of held) answer.go();
    await work.asked;
    expect(await order.states()).toEqual(['sent']);
    await here.arrive(underWay);
    await here.inTheEnd(order.status, isPayed);
  });

  it.each([
    ['while they are being given up', { minutes: 6 }],
    ['before that', { minutes: 1 }],
  ])('answers and answers to questions, of many charges %s', async (_, passed) => {
    const orders = await Promise.all(times(COUNT, () => here.sale()));
    const { held: sent, work: typed } = await here.holding(isChargeRequest, COUNT, () => orders.map(({ payer }) => payer.code()));
    await here.world.forward(passed);
    const { held: answers, work: asking } = await here.holding(isStatusResponse, COUNT, () => times(3, here.ask));
    for (const message of [...sent, ...answers]) message.go();
    await Promise.all([...times(3, here.ask), ...typed, ...asking]);
    await here.loseReports();
    await here.inTheEnd(
      () => Promise.all(orders.map(({ status }) => status())),
      (seen) => seen.every(isPayed),
    );
    expect(await Promise.all(orders.map(here.taken))).toEqual(times(COUNT, () => 1));
    expect(await Promise.all(orders.map(({ states }) => states()))).toEqual(times(COUNT, () => ['booked']));
  });

  it.each([
    ['that were given up', { minutes: 31 }, true],
    ['whose transactions expire at that moment', { minutes: 31 }, false],
    ['that wait', { minutes: 1 }, false],
  ])('reports, answers and answers to questions, of charges %s', async (_, passed, before) => {
    const orders = await Promise.all(times(COUNT, () => here.sale()));
    const { held: sent, work: typed } = await here.holding(isChargeRequest, COUNT, () => orders.map(({ payer }) => payer.code()));
    await here.world.forward(passed);
    if (before) await here.ask();
    const { held: answers } = await here.holding(isChargeResponse, COUNT, () => {
      for (const charge of sent) charge.go();
    });
    await here.world.forward({ seconds: 3 }); // booked by now
    for (const answer of answers) answer.go();
    await Promise.all([
      here.world.sandbox.deliverReports('all'),
      ...times(3, here.ask),
      ...times(2, () => drainBatches(() => here.world.get(ExpireTransactionsService).batch())),
      ...typed,
    ]);
    const settled = await here.inTheEnd(
      () => Promise.all(orders.map(async ({ status, states }) => `${await status()} ${(await states()).join()}`)),
      (seen) => seen.every((end) => end === 'payed booked' || end === 'rejected reversed'),
    );
    expect(await Promise.all(orders.map(here.taken))).toEqual(settled.map((end) => (end === 'payed booked' ? 1 : 0)));
  });
});
