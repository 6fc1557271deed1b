import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ChannelId } from '../../src/connectors/acquirers/catalogue/channel-ids.js';
import { PollAttemptService } from '../../src/products/payments/attempts/poll-attempt.service.js';
import { StartAttemptService } from '../../src/products/payments/attempts/start/start-attempt.service.js';
import { SubmitBlikCodeService } from '../../src/products/payments/attempts/start/submit-blik-code.service.js';
import { PaymentPageQuery } from '../../src/products/payments/checkout/payment-page.query.js';
import { CreateServiceForPayments } from '../../src/products/payments/services/create-service-for-payments.js';
import type { Shop } from '../support/shop.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';
import { stopAndVerifyLedger } from './support/expect-ledger-valid.js';
import { PAYER } from './support/payment-shop.js';

let world: World;
let shop: Shop;
let serviceId: string;
beforeAll(async () => {
  world = await startWorld({ ROLE: 'all' });
  shop = await world.createPartnerShop();
  serviceId = (await world.get(CreateServiceForPayments).run({ partnerId: shop.partnerId, name: 'Books' })).id;
});
afterAll(() => stopAndVerifyLedger(world));

const createPayment = async (amount = 12.3): Promise<string> => {
  const { body } = await world.http.post(`/payment/${serviceId}/transactions`, { token: shop.token, body: { amount } });
  return body.data.transactionId as string;
};
const begin = (id: string, channel: ChannelId) => world.get(StartAttemptService).run(id, channel, PAYER);
const readPage = (id: string) => world.get(PaymentPageQuery).run(id);

describe('the sandbox acquirer', () => {
  it('reports a transfer as paid when the payer confirms it on the bank’s page, and it is booked as test money', async () => {
    const id = await createPayment();
    const started = await begin(id, 'mbank');
    if (!started.ok || started.step.kind !== 'redirect') throw new Error('The attempt has no redirect for the payer');
    expect(await readPage(id)).toMatchObject({ stage: 'step', test: true });
    const decision = `${started.step.url.replace(/^http:\/\/[^/]+/, world.sandbox.url)}/decision`;
    expect(
      (await fetch(decision, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ outcome: 'confirm' }) })).status,
    ).toBeLessThan(400);
    await until(
      async () => (await world.get(PollAttemptService).pollOnReturn(id), readPage(id)),
      (view) => view?.stage === 'paid',
    );
    expect(await readPage(id)).toMatchObject({ test: true, channel: 'mbank' });
    const rows = await world.database.query('SELECT test FROM ledger_entry WHERE reference = $1', [id]);
    expect(rows).toEqual([{ test: true }]);
  });

  it.each([
    ['777123', 'paid', null],
    ['000004', 'step', 'INSUFFICIENT_FUNDS'],
    ['000001', 'step', 'INVALID_BLIK_CODE'],
  ])('responds to the BLIK code %s with the page %s and the error %s', async (code, stage, errorCode) => {
    const id = await createPayment();
    expect(await begin(id, 'blik')).toMatchObject({ ok: true, step: { kind: 'needsCode' } });
    await world.get(SubmitBlikCodeService).run(id, code, PAYER);
    const lastView = await until(
      async () => (await world.get(PollAttemptService).pollOnReturn(id), readPage(id)),
      (view) => view?.stage === stage,
    );
    expect(lastView?.failure?.ticketCode ?? null).toBe(errorCode);
  });
});
