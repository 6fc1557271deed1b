import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CreateDirectBillingService } from '../../src/products/direct-billing/services/create-direct-billing-service.js';
import type { CreateServiceInput } from '../../src/platform/partners/services/create-service.js';
import { UpdateService } from '../../src/platform/partners/services/update-service.js';
import { SendTestNotificationService } from '../../src/platform/webhooks/outbox/send-test-notification.service.js';
import { ServiceKeys } from '../../src/platform/partners/keys/service-keys.js';
import { verifyNotification } from '../../src/sandbox/inbox/verify-notification.js';
import { payerOf } from '../support/payer.js';
import type { ReceivedRequest } from '../support/receiver.js';
import type { Shop } from '../support/shop.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let shop: Shop;
beforeAll(async () => {
  world = await startWorld({ ROLE: 'all' });
  shop = await world.createPartnerShop();
});
afterAll(() => world.stop());

type NotificationForm = Pick<CreateServiceInput, 'amountRendering' | 'serviceIdName' | 'notifyUserAgent'>;

const createService = async (form: NotificationForm, path: string): Promise<string> => {
  const input = { partnerId: shop.partnerId, name: 'Old shop', suffix: 'OLD', notifyUrl: `${shop.receiver.url}/${path}`, ...form };
  return (await world.get(CreateDirectBillingService).run(input)).id;
};
const requestsAt = (path: string, minCount: number): Promise<ReceivedRequest[]> =>
  until(
    () => Promise.resolve(shop.receiver.requests.filter((request) => request.path === `/${path}`)),
    ({ length }) => length >= minCount,
  );

/** Names of the published verifiers that accept the notification. */
async function acceptingVerifiers({ body, headers }: ReceivedRequest, serviceId: string): Promise<string[]> {
  const { bodyKey } = await world.get(ServiceKeys).signingKeys(serviceId);
  const userAgentHeader = { 'user-agent': String(headers['user-agent']) };
  const verdict = verifyNotification({
    headers: userAgentHeader,
    body: Buffer.from(body),
    receivedAt: new Date(0),
    ipnKey: bodyKey,
    webhookSecret: null,
  });
  expect(verdict.body).toBe('valid');
  return verdict.verifiers.filter(({ accepts }) => accepts).map(({ name }) => name);
}

async function pay(serviceId: string, amount: number): Promise<void> {
  const returns = { success: 'https://shop.example/ok', failure: 'https://shop.example/no' };
  const call = { token: shop.token, body: { amount, control: 'order-1', returns } };
  const { body } = await world.http.post(`/directbilling/${serviceId}/transactions`, call);
  await payerOf(world, body.data.transactionId).pay();
}

describe('notifications for a partner with an older client', () => {
  it('are accepted by the listed verifiers with shortest amounts and service_id, also for whole amounts', async () => {
    const id = await createService({ amountRendering: 'shortest', serviceIdName: 'service_id' }, 'all');
    for (const amount of [5, 12.3, 13.62]) await pay(id, amount);
    const received = await requestsAt('all', 6);
    for (const request of received) {
      expect(await acceptingVerifiers(request, id)).toEqual([
        'PHP: Laravel package',
        'PHP: Sylius plugin',
        'JavaScript: simpay-typescript-api; PHP: simpaypl/simpay 2.2',
        'Python: simpay-api',
        'Java: simpay-java-sdk',
      ]);
      expect(JSON.parse(request.body)).toMatchObject({ service_id: id });
      expect(request.body).not.toContain('serviceId');
    }
  });

  it('are accepted only by the Java SDK in the default form with an amount that ends in a zero', async () => {
    const id = await createService({}, 'some');
    await pay(id, 12.3);
    const [first] = await requestsAt('some', 2);
    expect(await acceptingVerifiers(first!, id)).toEqual(['Java: simpay-java-sdk']);
  });
});

describe('the User-Agent of a service’s notifications', () => {
  it('is the gateway’s by default, and the configured one from the next notification on', async () => {
    const id = await createService({}, 'agent');
    const test = world.get(SendTestNotificationService);
    await test.run(id);
    await requestsAt('agent', 1);
    await world.database.transaction((tx) => world.get(UpdateService).run(tx, id, { notifyUserAgent: 'Shop-IPN/2.0' }));
    await test.run(id);
    const userAgents = (await requestsAt('agent', 2)).map(({ headers }) => headers['user-agent']);
    expect(userAgents).toEqual(['PaymentGateway-IPN/2.0', 'Shop-IPN/2.0']);
  });
});
