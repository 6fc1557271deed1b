import { describe, expect, it } from '@jest/globals';
import { signedBody } from './body-signature.js';
import { signedNotification, standardWebhookHeaders } from './signed-notification.js';

const url = 'https://shop.example/notify';
const keys = { bodyKey: 'ipn-key', webhookSecrets: [Buffer.alloc(32, 1), Buffer.alloc(32, 2)] };
const delivery = {
  id: '019736c4-50c3-7108-944c-11a0f9c12b72',
  serviceId: 'e65c7519',
  json: '{"id":"1"}',
  signedText: '1',
  startedAt: new Date('2026-11-21T12:00:00.900Z'),
};

describe('the request of a delivery', () => {
  it.each([
    ['of the gateway', null, {}],
    ['that the service has set', 'Shop/1.0', { 'user-agent': 'Shop/1.0' }],
  ])('has the signed body, the signature headers and the user agent %s', (_, userAgent, userAgentHeader) => {
    const body = signedBody(delivery, keys.bodyKey);
    expect(signedNotification(delivery, { url, userAgent }, keys)).toEqual({
      serviceId: 'e65c7519',
      url,
      body,
      headers: {
        'content-type': 'application/json',
        accept: 'text/plain',
        ...userAgentHeader,
        ...standardWebhookHeaders(delivery.id, delivery.startedAt, body, keys.webhookSecrets),
      },
    });
  });
});
