import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  type Diagnosis,
  type DiagnosisKey,
  type DiagnosisContext,
  type Fault,
  FAULTS,
  type Pasted,
} from '../../src/common/signature/diagnosis.js';
import { FAULTS_EN, formatFinding } from '../../src/common/signature/fault-texts.js';
import { examine, MAX_PASTED_LENGTH } from '../../src/common/signature/signature-check.js';
import { signedBody } from '../../src/platform/webhooks/delivery/body-signature.js';
import { standardWebhookHeaders } from '../../src/platform/webhooks/delivery/signed-notification.js';
import { type EventBody, eventBody, type EventObject, jsonNumberToken } from '../../src/platform/webhooks/outbox/event-body.js';

const AT = new Date('2026-11-21T12:00:00Z');
const LATER = new Date('2026-11-22T12:00:00Z');
const ID = '019736c4-50c3-7108-944c-11a0f9c12b72';
const TIME = String(AT.getTime() / 1000);
const keyOf = (purpose: DiagnosisKey['purpose'], secret: string, validUntil: Date | null = null): DiagnosisKey => ({
  serviceId: 'e14f8074',
  purpose,
  secret,
  validFrom: new Date(0),
  validUntil,
});
const WEBHOOK = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const KEYS = [keyOf('ipn', 'SERVICE_IPN_KEY'), keyOf('webhook', WEBHOOK)];

const money = jsonNumberToken;
const PHONE_BILL = eventBody({
  id: 'dc261d4f-31ef-4728-bfd6-97bbe2a5ef0a',
  serviceId: 'e14f8074',
  status: 'transaction_db_payed',
  values: { net: money('11.07'), gross: money('13.60'), partner: money('5.00') },
  returns: { complete: 'https://shop.example/ok', failure: 'https://shop.example/no' },
  control: 'zażółć & co',
  number_from: '48123123123',
  provider: 1,
});
const PAYMENT = eventBody({
  type: 'transaction:status_changed',
  notification_id: ID,
  date: '2026-11-21T13:00:00+01:00',
  data: { id: 'dc261d4f', service_id: 'e14f8074', amount: { value: '5.00', currency: 'PLN' }, control: ' order 7 ', note: '' },
});

interface SentNotification {
  body: string;
  headers: string;
  event: EventBody;
  signature: string;
}

/** Makes the request that the gateway sends. */
function signNotification(event: EventBody, { bodyKey = 'SERVICE_IPN_KEY', at = AT, secrets = [WEBHOOK] } = {}): SentNotification {
  const body = signedBody(event, bodyKey);
  const raw = secrets.map((secret) => Buffer.from(secret.slice('whsec_'.length), 'base64'));
  const signed = standardWebhookHeaders(ID, at, body, raw);
  const headers = Object.entries(signed)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
  return { body, headers, event, signature: signed['webhook-signature'] };
}

const withSent = (event: EventBody): DiagnosisContext => ({ keys: KEYS, sent: [{ id: ID, body: event.json, sentAt: [AT] }] });
const withoutSent: DiagnosisContext = { keys: KEYS, sent: [] };
const faultsOf = ({ findings }: Diagnosis): Fault[] => findings.map(({ fault }) => fault);
const firstFault = (pasted: Pasted, context: DiagnosisContext): Fault | undefined => faultsOf(examine(pasted, context))[0];
const [BILL, PAID] = [signNotification(PHONE_BILL), signNotification(PAYMENT)];
const rewritten = (body: string, change: (value: Record<string, never>) => unknown): string =>
  JSON.stringify(change(JSON.parse(body) as Record<string, never>));
const latin1 = (text: string): string => Buffer.from(text).toString('latin1');

/** Changes that programs make to received notifications: fault, variant, change. */
const MUTATIONS: readonly [Fault, string, (sent: SentNotification) => { body?: string; headers?: string }][] = [
  ['numbers', 'decoded and printed', ({ body }) => ({ body: body.replace('5.00}', '5}') })],
  ['numbers', 'printed by Python', ({ body }) => ({ body: body.replace('5.00}', '5.0}') })],
  ['quoted', 'as a text', ({ body }) => ({ body: body.replace('"partner":5.00', '"partner":"5.00"') })],
  ['null', 'of a class', ({ body }) => ({ body: body.replace('{', '{"description":null,') })],
  ['order', 'of the members', ({ body }) => ({ body: rewrittenOrder(body) })],
  ['whitespace', 'between the values', ({ body }) => ({ body: body.replace(/,("\w+":)/g, ', $1') })],
  ['escapes', 'of slashes', ({ body }) => ({ body: body.replaceAll('/', '\\/') })],
  ['escapes', 'of other letters', ({ body }) => ({ body: body.replace('ż', '\\u017c') })],
  ['byte-order-mark', 'before it', ({ body }) => ({ body: `\uFEFF${body}` })],
  ['encoding', 'as Latin-1', ({ body }) => ({ body: latin1(body) })],
  ['html', 'of quotation marks', ({ body }) => ({ body: body.replaceAll('&', '&amp;').replaceAll('"', '&quot;') })],
  ['url-encoded', 'as a form', ({ body }) => ({ body: encodeURIComponent(body) })],
  ['logged', 'in a text', ({ body }) => ({ body: JSON.stringify(body) })],
  ['changed', 'value', ({ body }) => ({ body: body.replace('_payed', '_rejected') })],
  ['left-out', 'member', ({ body }) => ({ body: body.replace('"number_from":"48123123123",', '') })],
  ['added', 'member', ({ body }) => ({ body: body.replace('{', '{"route":"ipn",') })],
  ['signature-removed', 'by the program', ({ body }) => ({ body: body.replace(/,"signature":"\w+"/, '') })],
  [
    'signature-case',
    'in capitals',
    ({ body }) => ({ body: body.replace(/"signature":"\w+"/, (all) => `"signature":"${all.slice(13, -1).toUpperCase()}"`) }),
  ],
  ['signature-changed', 'a digit', ({ body }) => ({ body: body.replace(/"signature":"./, '"signature":"x') })],
  ['header-left-out', 'the time', ({ headers }) => ({ headers: headers.replace(/webhook-timestamp.*\n/, '') })],
  ['header-id', 'of the transaction', ({ headers }) => ({ headers: headers.replace(ID, 'dc261d4f') })],
  ['header-milliseconds', 'from a date', ({ headers }) => ({ headers: headers.replace(TIME, `${TIME}000`) })],
  ['header-time', 'of another attempt', ({ headers }) => ({ headers: headers.replace(TIME, String(Number(TIME) + 60)) })],
  ['header-signature', 'another', ({ headers }) => ({ headers: headers.replace(/v1,../, 'v1,xx') })],
  ['cut-off', 'in the middle', ({ body }) => ({ body: body.slice(0, -20) })],
  ['not-json', 'of PHP', () => ({ body: 'array(3) { ["id"]=> string(4) "dc26" }' })],
  ['not-json', 'of JavaScript', () => ({ body: '[object Object]' })],
  ['not-an-object', 'list', ({ body }) => ({ body: `[${body}]` })],
];

function rewrittenOrder(body: string): string {
  const [, members = '', signature = ''] = /^\{(.*)(,"signature":.*)\}$/.exec(body) ?? [];
  const [, head = '', tail = ''] = /^(.*?),("values".*)$/.exec(members) ?? [];
  return `{${tail},${head}${signature}}`;
}

const anyText = fc.string({ unit: 'grapheme', maxLength: 12 });
const anyEvent: fc.Arbitrary<EventBody> = fc
  .record({ net: fc.nat({ max: 99_999 }), control: fc.option(anyText, { nil: undefined }), note: anyText, typed: fc.boolean() })
  .map(({ net, control, note, typed }) => {
    const values: EventObject = { net: money((net / 100).toFixed(2)), partner: money('5.00') };
    return eventBody({
      ...(typed && { type: 'x:y' }),
      id: 'dc261d4f',
      values,
      control,
      note,
      from: '/ż',
      status: 'transaction_db_payed',
      number_from: '48123123123',
      provider: 1,
    });
  });

describe('an unchanged notification', () => {
  it.each([
    ['of a phone bill', BILL],
    ['with a type', PAID],
  ])('verifies, %s', (_, { body, headers, event }) => {
    for (const context of [withSent(event), withoutSent]) {
      const diagnosis = examine({ body, headers, receivedAt: AT }, context);
      expect(diagnosis).toMatchObject({ body: 'valid', header: 'valid', id: ID, sentAt: AT });
      expect(faultsOf(diagnosis)).toEqual(['right']);
      expect(diagnosis.signedBy.map(({ purpose }) => purpose)).toEqual(['ipn', 'webhook']);
      expect(diagnosis.signedText).toBe(event.signedText);
    }
    expect(faultsOf(examine({ body }, withoutSent))).toEqual(['right']);
  });

  it('lists the fields in the order of the signature', () => {
    expect(examine(BILL, withoutSent).order.slice(0, 5)).toEqual(['id', 'serviceId', 'status', 'values.net', 'values.gross']);
  });

  it.each([
    [
      'as a log of the request',
      ({ body, headers }: SentNotification) => ({ body: `POST /ipn HTTP/1.1\nHost: shop\n${headers}\n\n${body}\n` }),
    ],
    [
      'with JSON of the headers',
      ({ body, headers }: SentNotification) => ({
        body,
        headers: JSON.stringify(Object.fromEntries(headers.split('\n').map((line) => line.split(': ')))),
      }),
    ],
    [
      'with PHP’s $_SERVER',
      ({ body, headers }: SentNotification) => ({
        body,
        headers: headers.replace(
          /^webhook-(\w+): (.*)$/gm,
          (_, name: string, value: string) => `  ["HTTP_WEBHOOK_${name.toUpperCase()}"]=>\n  string(9) "${value}"`,
        ),
      }),
    ],
  ])('is recognized %s', (_, form) => expect(faultsOf(examine(form(BILL), withoutSent))).toEqual(['right']));

  it('verifies with any content', () => {
    fc.assert(
      fc.property(anyEvent, fc.boolean(), (event, isKnown) => {
        const { body, headers } = signNotification(event);
        expect(faultsOf(examine({ body, headers, receivedAt: AT }, isKnown ? withSent(event) : withoutSent))).toEqual(['right']);
      }),
      { numRuns: 100 },
    );
  });
});

describe('a change of a notification in a program', () => {
  it.each(MUTATIONS)('is named: %s, %s', (fault, _, change) => {
    const pasted = { body: BILL.body, headers: BILL.headers, ...change(BILL) };
    expect(firstFault(pasted, withSent(PHONE_BILL))).toBe(fault);
  });

  it.each(
    MUTATIONS.filter(([fault]) => !['changed', 'left-out', 'added', 'header-id', 'header-time', 'signature-removed'].includes(fault)),
  )('is named without the notification that was sent: %s, %s', (fault, _, change) => {
    const pasted = { body: BILL.body, headers: BILL.headers, ...change(BILL) };
    const expected = fault === 'signature-changed' || fault === 'signature-case' ? ['signature-case', 'unexplained'] : [fault];
    expect(expected).toContain(firstFault(pasted, withoutSent));
  });

  it.each(['numbers', 'null', 'order', 'html', 'encoding', 'logged'] as const)(
    'is named by the signature in the body alone: %s',
    (expected) => {
      for (const [fault, , change] of MUTATIONS)
        if (fault === expected) expect(firstFault({ body: change(BILL).body ?? '' }, withoutSent)).toBe(fault);
    },
  );

  it('is named for any content of the notification', () => {
    const general = MUTATIONS.filter(
      ([fault, variant]) => !['order', 'html', 'header-id', 'not-json', 'escapes'].includes(fault) || variant === 'of slashes',
    );
    fc.assert(
      fc.property(anyEvent, fc.constantFrom(...general), (event, [fault, , change]) => {
        const sent = signNotification(event);
        const pasted = { body: sent.body, headers: sent.headers, ...change(sent) };
        expect(firstFault(pasted, withSent(event))).toBe(fault);
      }),
      { numRuns: 300 },
    );
  });

  it('is not explained by a comparison with another notification of the service', () => {
    const body = signedBody(PAYMENT, 'a key that nobody has');
    expect(firstFault({ body }, withSent(PHONE_BILL))).toBe('unexplained');
  });

  it('is shown with its position', () => {
    const { findings } = examine({ body: BILL.body.replace('5.00}', '5}') }, withoutSent);
    expect(findings[0]).toEqual({ fault: 'numbers', at: 'values.partner', sent: '5.00', pasted: '5' });
    expect(formatFinding(FAULTS_EN.numbers, findings[0], String).what).toContain('values.partner was sent as 5.00 and is 5 now');
  });

  it('is named together with other changes', () => {
    const php = rewritten(BILL.body, (value) => value)
      .replaceAll('/', '\\/')
      .replace(/[^\0-\x7f]/g, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`);
    expect(faultsOf(examine({ body: php, headers: BILL.headers }, withoutSent))).toEqual(['numbers', 'escapes']);
    const python = BILL.body.replace('5.00}', '5.0}').replaceAll(',"', ', "');
    expect(faultsOf(examine({ body: python, headers: BILL.headers }, withoutSent))).toEqual(['numbers', 'whitespace']);
  });

  it('from empty texts to null, or by trimming texts, is named', () => {
    expect(firstFault({ body: PAID.body.replace('"note":""', '"note":null'), headers: PAID.headers }, withoutSent)).toBe('emptied');
    expect(firstFault({ body: PAID.body.replace(' order 7 ', 'order 7'), headers: PAID.headers }, withSent(PAYMENT))).toBe('trimmed');
  });
});

describe('keys and clocks', () => {
  const oldKey = keyOf('ipn', 'OLD', LATER);
  const oldSecret = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;

  it('are reported when the older key signed the notification', () => {
    const { body, headers } = signNotification(PHONE_BILL, { bodyKey: 'OLD' });
    const diagnosis = examine({ body, headers }, { ...withoutSent, keys: [oldKey, ...KEYS] });
    expect(diagnosis.findings).toEqual([{ fault: 'old-key', moment: LATER }]);
    expect(diagnosis.signedBy[0]).toEqual({ purpose: 'ipn', validFrom: new Date(0), validUntil: LATER });
  });

  it('are valid when one of the overlapping keys fits', () => {
    const { body, headers } = signNotification(PHONE_BILL, { secrets: [oldSecret, WEBHOOK] });
    expect(examine({ body, headers }, withoutSent)).toMatchObject({ body: 'valid', header: 'valid' });
  });

  it('are reported when they are missing or belong to another service', () => {
    expect(examine(BILL, { ...withoutSent, keys: [] })).toMatchObject({
      body: 'no key',
      header: 'no key',
      findings: [{ fault: 'no-key' }],
    });
    expect(firstFault(BILL, { ...withoutSent, keys: [keyOf('ipn', 'another'), keyOf('webhook', oldSecret)] })).toBe('unexplained');
  });

  it.each([
    [6, ['clock']],
    [-6, ['clock']],
    [4, ['right']],
    [120, ['clock']],
  ])('that differ by %d minutes have the faults %j', (minutes, expected) => {
    const diagnosis = examine({ ...BILL, receivedAt: new Date(AT.getTime() + minutes * 60_000) }, withoutSent);
    expect(faultsOf(diagnosis)).toEqual(expected);
    if (expected[0] === 'clock') expect(diagnosis.findings[0]).toEqual({ fault: 'clock', minutes });
  });
});

const sha = (text: string): string => createHash('sha256').update(text).digest('hex');
const TEXT = PHONE_BILL.signedText;
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const RAW_KEY = Buffer.alloc(32, 7);

describe('a signature that a program computes', () => {
  it.each<[Fault, string]>([
    ['computed-right', sha(`${TEXT}|SERVICE_IPN_KEY`)],
    ['computed-right', BILL.signature],
    ['computed-numbers', sha(`${TEXT.replace('|5.00|', '|5|').replace('13.60', '13.6')}|SERVICE_IPN_KEY`)],
    ['computed-numbers', sha(`${TEXT.replace('|5.00|', '|5.0|').replace('13.60', '13.6')}|SERVICE_IPN_KEY`)],
    ['computed-itself', sha(`${TEXT}|${sha(`${TEXT}|SERVICE_IPN_KEY`)}|SERVICE_IPN_KEY`)],
    ['computed-without-key', sha(TEXT)],
    ['computed-bar', sha(`${TEXT}SERVICE_IPN_KEY`)],
    ['computed-key-first', sha(`SERVICE_IPN_KEY|${TEXT}`)],
    ['computed-hmac', hmac('SERVICE_IPN_KEY', TEXT).toString('hex')],
    ['computed-json', sha(`${BILL.body}SERVICE_IPN_KEY`)],
    ['computed-wrong-key', sha(`${TEXT}|${WEBHOOK}`)],
    ['computed-form', sha(`${TEXT}|SERVICE_IPN_KEY`).toUpperCase()],
    ['computed-form', hmac(RAW_KEY, `${ID}.${TIME}.${BILL.body}`).toString('hex')],
    ['computed-key-text', `v1,${hmac(WEBHOOK, `${ID}.${TIME}.${BILL.body}`).toString('base64')}`],
    ['computed-body-alone', hmac(RAW_KEY, BILL.body).toString('base64')],
    ['computed-reencoded', hmac(RAW_KEY, `${ID}.${TIME}.${JSON.stringify(JSON.parse(BILL.body))}`).toString('base64')],
    ['computed-unknown', 'nothing of the kind'],
  ])('is explained: %s', (fault, computed) => {
    expect(faultsOf(examine({ ...BILL, computed }, withoutSent)).at(-1)).toBe(fault);
  });

  it('with sorted values, or with empty values for missing fields, is explained', () => {
    const order =
      'control id number_from provider returns.complete returns.failure serviceId status values.gross values.net values.partner'.split(' ');
    const values = new Map(examine(BILL, withoutSent).order.map((at, index) => [at, TEXT.split('|')[index]]));
    const sorted = order.map((at) => values.get(at)).join('|');
    expect(faultsOf(examine({ ...BILL, computed: sha(`${sorted}|SERVICE_IPN_KEY`) }, withoutSent)).at(-1)).toBe('computed-order');
    const short = eventBody({
      id: '1',
      serviceId: 'e14f8074',
      status: 's',
      values: { net: 1, gross: 2, partner: 3 },
      number_from: '48',
      provider: 1,
    });
    const computed = sha('1|e14f8074|s|1|2|3||||48|1|SERVICE_IPN_KEY');
    expect(faultsOf(examine({ body: signNotification(short).body, computed }, withoutSent)).at(-1)).toBe('computed-absent');
  });
});

describe('pasted text', () => {
  it.each<[string, string, Fault]>([
    ['empty', '', 'empty'],
    ['white space', ' \n\t', 'empty'],
    ['too long', 'x'.repeat(MAX_PASTED_LENGTH + 1), 'too-long'],
    ['a megabyte of brackets', '['.repeat(1 << 20), 'too-long'],
    ['many brackets', '['.repeat(100_000), 'not-json'],
    ['a deep object', `${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}`, 'not-an-object'],
    ['a lone surrogate', '{"a":"\uD800"}', 'no-signature'],
    ['an escaped lone surrogate', '{"signature":"\\ud800","a":1}', 'unexplained'],
    ['a member twice', '{"a":1,"a":2}', 'not-an-object'],
    ['a text', '"text"', 'not-an-object'],
    ['null', 'null', 'not-an-object'],
    ['a form', 'id=1&status=paid', 'not-json'],
    ['a prototype', '{"__proto__":{"signature":"x"}}', 'no-signature'],
    ['texts of digits', '{"signature":"00","a":"007","b":"-0","c":"1."}', 'unexplained'],
    ['many numbers', `{"signature":"x","a":[${Array.from({ length: 5_000 }, (_, at) => `${at}.50`).join(',')}]}`, 'unexplained'],
  ])('that is %s gets a finding', (_, body, fault) => {
    const diagnosis = examine({ body, headers: '' }, withoutSent);
    expect(diagnosis.findings[0].fault).toBe(fault);
  });

  it('gets findings in well-formed text for arbitrary input', () => {
    const digits = fc.stringMatching(/^-?[0-9]{1,5}[.]?[0-9]{0,3}$/);
    const anything = fc.oneof(
      fc
        .array(digits, { maxLength: 4 })
        .map((values) => JSON.stringify({ signature: values[0] ?? '', values, number: Number(values[1] ?? 0) })),
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc.string().map((text) => `{"signature":${JSON.stringify(text)}}`),
    );
    fc.assert(
      fc.property(anything, fc.string({ unit: 'binary' }), fc.string(), (body, headers, computed) => {
        for (const context of [withSent(PHONE_BILL), withoutSent, { ...withoutSent, keys: [] }])
          for (const finding of examine({ body, headers, computed }, context).findings) {
            const { what, line } = formatFinding(FAULTS_EN[finding.fault], finding, String);
            expect(what.isWellFormed() && line.isWellFormed() && what !== '' && line !== '').toBe(true);
          }
      }),
      { numRuns: 200 },
    );
  });

  it('does not make a finding show a key', () => {
    for (const [, , change] of MUTATIONS) {
      const text = JSON.stringify(
        examine({ body: BILL.body, headers: BILL.headers, ...change(BILL), computed: 'x' }, withSent(PHONE_BILL)),
      );
      expect(text).not.toContain('SERVICE_IPN_KEY');
      expect(text).not.toContain(WEBHOOK.slice(6));
    }
  });
});

describe('the texts of faults', () => {
  it('have no placeholder left', () => {
    const values = { at: 'a', sent: 'b', pasted: 'c', moment: AT, minutes: 1 };
    for (const fault of FAULTS) {
      const { what, line } = formatFinding(FAULTS_EN[fault], { fault, ...values }, () => 'then');
      expect(`${what} ${line}`).not.toMatch(/\{(at|sent|pasted|moment|minutes)\}/);
    }
  });
});
