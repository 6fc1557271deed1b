import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { verifyNotification } from './verify-notification.js';

const KEY = 'SERVICE_IPN_KEY';
const RETURNS = '"returns":{"complete":"https://shop.example/ok","failure":"https://shop.example/no"},';
const CONTROL = '"control":"test",';

/**
 * Makes a DirectBilling notification as the gateway sends it. Amounts are texts with the digits of the body.
 * @returns libraries that accept the notification.
 */
function librariesForAmounts(
  amounts: [string, string, string],
  { idName = 'serviceId', optional = RETURNS + CONTROL, userAgent = 'IPN/2.0' } = {},
) {
  const [net, gross, partner] = amounts;
  const unsigned = `{"id":"dc261d4f","${idName}":"e14f8074","status":"transaction_db_payed","values":{"net":${net},"gross":${gross},"partner":${partner}},${optional}"number_from":"48123123123","provider":1}`;
  const leaves = [...unsigned.matchAll(/:(?:"([^"]*)"|([\d.]+))/g)].map(([, text, number]) => text ?? number);
  return librariesForBody(unsigned, leaves.join('|'), userAgent);
}

function librariesForBody(unsigned: string, text: string, userAgent: string): string[] {
  const signature = createHash('sha256').update(`${text}|${KEY}`).digest('hex');
  const body = Buffer.from(`${unsigned.slice(0, -1)},"signature":"${signature}"}`);
  const { verifiers } = verifyNotification({
    headers: { 'user-agent': userAgent },
    body,
    receivedAt: new Date(0),
    ipnKey: KEY,
    webhookSecret: null,
  });
  return verifiers.filter(({ accepts }) => accepts).map(({ name }) => name);
}

const WITHOUT_FIELD_NAMES = ['PHP: Laravel package', 'JavaScript: @simpay/typescript'];
const JAVA = 'Java: simpay-java-sdk';

describe('published libraries that accept a DirectBilling notification', () => {
  it.each<[string, [string, string, string], string[]]>([
    ['with two decimals that do not end in a zero', ['11.07', '13.62', '7.75'], [...WITHOUT_FIELD_NAMES, 'Python: simpay-api', JAVA]],
    ['with two decimals of which the last is a zero', ['10.00', '12.30', '7.00'], [JAVA]],
    ['in their shortest form', ['10', '12.3', '7'], [...WITHOUT_FIELD_NAMES, 'Python: simpay-api', JAVA]],
  ])('are known for amounts %s', (_, amounts, accepting) => expect(librariesForAmounts(amounts)).toEqual(accepting));

  it('include those that need service_id, but not the one that needs serviceId, when the body has service_id', () => {
    const accepting = librariesForAmounts(['10', '12.3', '7'], { idName: 'service_id' });
    expect(accepting).toEqual([
      'PHP: Laravel package',
      'PHP: Sylius plugin',
      'JavaScript: simpay-typescript-api; PHP: simpaypl/simpay 2.2',
      'Python: simpay-api',
      JAVA,
    ]);
  });

  it('do not include the Sylius plugin when an optional field is missing', () => {
    for (const optional of ['', CONTROL, RETURNS])
      expect(librariesForAmounts(['10', '12.3', '7'], { idName: 'service_id', optional })).not.toContain('PHP: Sylius plugin');
  });

  it('include none when an amount was changed', () => {
    const body = '{"id":"1","status":"new","values":{"net":1}}';
    expect(librariesForBody(body, '1|new|2', 'IPN/2.0')).toEqual([]);
  });
});

describe('published libraries that accept a notification of online payments', () => {
  const body = '{"type":"ipn:test","notification_id":"n","date":"d","data":{"service_id":"e65c7519","amount":{"final_value":"5.00"}}}';
  const text = 'ipn:test|n|d|e65c7519|5.00';

  it('are those that hash all fields in order; the e-commerce plugins only when the User-Agent has version 2.0', () => {
    expect(librariesForBody(body, text, 'PaymentGateway-IPN/2.0')).toEqual([
      'PHP: Laravel package',
      'PHP: e-commerce package and plugins on it, Magento, PrestaShop from 1.1',
      'JavaScript: @simpay/typescript',
      JAVA,
    ]);
    expect(librariesForBody(body, text, 'Shop 2.0')).toEqual([...WITHOUT_FIELD_NAMES, JAVA]);
  });
});

describe('a body without a verifiable notification', () => {
  const request = { headers: {}, receivedAt: new Date(0), webhookSecret: null };
  it.each(['[]', 'no json', '"text"', '{}'])('is accepted by no library: %s', (text) => {
    const { verifiers } = verifyNotification({ ...request, body: Buffer.from(text), ipnKey: KEY });
    expect(verifiers.filter(({ accepts }) => accepts)).toEqual([]);
  });
  it('has no verdicts without a key', () => {
    expect(verifyNotification({ ...request, body: Buffer.from('{}'), ipnKey: null }).verifiers).toEqual([]);
  });
});
