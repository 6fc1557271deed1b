import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { verifyNotification } from './verify-notification.js';

const KEY = 'SERVICE_IPN_KEY';
const RETURNS = '"returns":{"complete":"https://shop.example/ok","failure":"https://shop.example/no"},';
const CONTROL = '"control":"test",';

/** A DirectBilling notification as the gateway sends it; amounts as they are written. */
function sent(amounts: [string, string, string], { idName = 'serviceId', optional = RETURNS + CONTROL, userAgent = 'IPN/2.0' } = {}) {
  const [net, gross, partner] = amounts;
  const unsigned = `{"id":"dc261d4f","${idName}":"e14f8074","status":"transaction_db_payed","values":{"net":${net},"gross":${gross},"partner":${partner}},${optional}"number_from":"48123123123","provider":1}`;
  const leaves = [...unsigned.matchAll(/:(?:"([^"]*)"|([\d.]+))/g)].map(([, text, number]) => text ?? number);
  return received(unsigned, leaves.join('|'), userAgent);
}

function received(unsigned: string, text: string, userAgent: string): string[] {
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

const WALKING = ['PHP: Laravel package', 'JavaScript: @simpay/typescript'];
const JAVA = 'Java: simpay-java-sdk';

describe('which published libraries accept a DirectBilling notification', () => {
  it.each<[string, [string, string, string], string[]]>([
    ['two decimals that end in no zero', ['11.07', '13.62', '7.75'], [...WALKING, 'Python: simpay-api', JAVA]],
    ['two decimals, one of which ends in a zero', ['10.00', '12.30', '7.00'], [JAVA]],
    ['the shortest form of the same', ['10', '12.3', '7'], [...WALKING, 'Python: simpay-api', JAVA]],
  ])('with %s', (_, amounts, accepting) => expect(sent(amounts)).toEqual(accepting));

  it('those that look for service_id only find it there, and one that looks for serviceId does not', () => {
    const all = sent(['10', '12.3', '7'], { idName: 'service_id' });
    expect(all).toEqual([
      'PHP: Laravel package',
      'PHP: Sylius plugin',
      'JavaScript: simpay-typescript-api; PHP: simpaypl/simpay 2.2',
      'Python: simpay-api',
      JAVA,
    ]);
  });

  it('one needs everything that is optional', () => {
    for (const optional of ['', CONTROL, RETURNS])
      expect(sent(['10', '12.3', '7'], { idName: 'service_id', optional })).not.toContain('PHP: Sylius plugin');
  });

  it('none accepts a changed amount', () => {
    const body = '{"id":"1","status":"new","values":{"net":1}}';
    expect(received(body, '1|new|2', 'IPN/2.0')).toEqual([]);
  });
});

describe('which accept a notification about an online payment', () => {
  const body = '{"type":"ipn:test","notification_id":"n","date":"d","data":{"service_id":"e65c7519","amount":{"final_value":"5.00"}}}';
  const text = 'ipn:test|n|d|e65c7519|5.00';

  it('those that walk it; the plugins only from a User-Agent of version 2.0', () => {
    expect(received(body, text, 'PaymentGateway-IPN/2.0')).toEqual([
      'PHP: Laravel package',
      'PHP: e-commerce package and plugins on it, Magento, PrestaShop from 1.1',
      'JavaScript: @simpay/typescript',
      JAVA,
    ]);
    expect(received(body, text, 'Shop 2.0')).toEqual([...WALKING, JAVA]);
  });
});

describe('what cannot be judged', () => {
  const nothing = { headers: {}, receivedAt: new Date(0), webhookSecret: null };
  it.each(['[]', 'no json', '"text"', '{}'])('%s is accepted by nobody', (text) => {
    const { verifiers } = verifyNotification({ ...nothing, body: Buffer.from(text), ipnKey: KEY });
    expect(verifiers.filter(({ accepts }) => accepts)).toEqual([]);
  });
  it('without a key nothing is said', () => {
    expect(verifyNotification({ ...nothing, body: Buffer.from('{}'), ipnKey: null }).verifiers).toEqual([]);
  });
});
