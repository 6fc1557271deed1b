import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { WalletQuery } from '../../src/platform/ledger/wallet.query.js';
import { InboundQueries, type ReceivedMessage } from '../../src/products/sms/inbound/inbound.queries.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';
import { createSmsShop, GATEWAY_SECRET, sendInboundMessage, newMessageId, PHONE, type SmsShop } from './sms-shop.js';

let world: World;
let shop: SmsShop;
beforeAll(async () => {
  world = await startWorld({ SMS_CONNECTOR_SECRET: GATEWAY_SECRET });
  shop = await createSmsShop(world);
});
afterAll(() => world.stop());

const CODE_REPLY = /^Twoj kod \/ Your code: [A-NP-Z1-9]{6}$/;
const INBOUND = '/connectors/sms/inbound';
const storedMessage = async (id: string): Promise<ReceivedMessage | undefined> =>
  (await world.get(InboundQueries).messages({ limit: 1000 })).find((message) => message.messageId === id);
const total = async (ofShop: SmsShop): Promise<number> => (await ofShop.get('/transactions')).body.pagination.total;

describe('a message', () => {
  it('gets a reply with a code, as plain text, and is stored', async () => {
    const id = newMessageId();
    const response = await shop.receive({ id });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(response.text).toMatch(CODE_REPLY);
    expect(await storedMessage(id)).toMatchObject({
      outcome: 'matched',
      fromNumber: PHONE,
      sendNumber: '7055',
      text: shop.keyword,
      reply: response.text,
      test: false,
      serviceId: shop.serviceId,
    });
  });

  it.each([
    ['a query', (form: string) => world.http.get(`${INBOUND}?${form}&secret=${GATEWAY_SECRET}`)],
    [
      'a form',
      (form: string) =>
        world.http.post(INBOUND, {
          body: `${form}&secret=${GATEWAY_SECRET}`,
          headers: { 'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8' },
        }),
    ],
    [
      'a form without its media type',
      (form: string) =>
        world.http.post(INBOUND, { body: form, headers: { 'Content-Type': 'text/plain', 'X-Connector-Secret': GATEWAY_SECRET } }),
    ],
    ['a query of a POST', (form: string) => world.http.post(`${INBOUND}?${form}`, { headers: { 'X-Connector-Secret': GATEWAY_SECRET } })],
    [
      'JSON',
      (form: string) =>
        world.http.post(INBOUND, { body: { ...Object.fromEntries(new URLSearchParams(form)), to: 7055, secret: GATEWAY_SECRET } }),
    ],
  ])('can be sent as %s', async (_, send) => {
    const response = await send(
      new URLSearchParams({ id: newMessageId(), from: `+${PHONE}`, to: '7055', text: `${shop.keyword} zażółć 🎮` }).toString(),
    );
    expect([response.status, response.text]).toEqual([200, expect.stringMatching(CODE_REPLY)]);
  });

  it.each(['utf-16le', 'utf-8'])('can be sent as JSON in %s', async (charset) => {
    const id = newMessageId();
    const json = JSON.stringify({ id, from: PHONE, to: '7055', text: `${shop.keyword} zażółć 🎮`, secret: GATEWAY_SECRET });
    const response = await fetch(world.http.baseUrl + INBOUND, {
      method: 'POST',
      headers: { 'Content-Type': `application/json; charset=${charset}` },
      body: charset === 'utf-8' ? json : Buffer.from(json, 'utf16le'),
    });
    expect([response.status, await response.text()]).toEqual([200, expect.stringMatching(CODE_REPLY)]);
    expect((await storedMessage(id))?.text).toBe(`${shop.keyword} zażółć 🎮`);
  });

  it('finds its service when the keyword is in any case and any text follows', async () => {
    const [prefix = '', suffix = ''] = shop.keyword.split('.');
    for (const text of [
      shop.keyword.toLowerCase(),
      `  ${shop.keyword}  `,
      `${shop.keyword} Jan`,
      `${shop.keyword}.Jan.Kowalski`,
      `${shop.keyword}\nJan`,
      `${prefix.toLowerCase()}.${suffix}`,
    ]) {
      expect([text, (await shop.receive({ text })).text]).toEqual([text, expect.stringMatching(CODE_REPLY)]);
    }
  });

  it('stores the time of the SMS gateway, or the time of its arrival when that time is unusable', async () => {
    const timeOf = async (time: string): Promise<string> => {
      const code = await shop.buyCode({ time });
      return (await shop.get(`/transactions?filter[code]=${code}`)).body.data[0].send_at;
    };
    expect(await timeOf('2024-02-03T04:05:06+05:00')).toBe('2024-02-03T00:05:06+01:00');
    expect(await timeOf('1707000000')).toBe('2024-02-03T23:40:00+01:00');
    expect(await timeOf('2024-07-01 12:00')).toBe('2024-07-01T12:00:00+02:00');
    for (const unusableTime of ['yesterday', '', '9999-01-01', '1999-01-01', '-1', '2026-13-45 99:99']) {
      const storedTime = await timeOf(unusableTime);
      expect(Math.abs(Date.parse(storedTime) - Date.now())).toBeLessThan(3_600_000);
    }
  });
});

describe('the money of a message', () => {
  it('is in the pending account of the wallet, and the ledger is balanced', async () => {
    const ownShop = await createSmsShop(world);
    await ownShop.receive({ to: 7055 });
    await ownShop.receive({ to: 92555 });
    expect(await world.get(WalletQuery).readBalance(ownShop.partnerId)).toEqual({
      currency: 'PLN',
      pendingMinor: 25 + 1250,
      availableMinor: 0,
      reservedMinor: 0,
      receivableMinor: 0,
    });
    const { id } = (await ownShop.get('/transactions?filter[send_number]=92555')).body.data[0];
    const postings = await world.database.query<{ kind: string; amount: string }[]>(
      `SELECT a.kind, p.amount_minor AS amount FROM ledger_posting p JOIN ledger_entry e ON e.id = p.entry_id JOIN ledger_account a ON a.id = p.account_id
       WHERE e.kind = 'sms.received' AND e.reference = $1 ORDER BY p.line`,
      [`sms:${id}`],
    );
    expect(postings.map(({ kind, amount }) => [kind, Number(amount)])).toEqual([
      ['platform:clearing:sms', 3075],
      ['platform:vat', -575],
      ['partner:pending', -1250],
      ['platform:commission', -1250],
    ]);
    expect(await world.ledgerSum()).toBe(0);
  });

  it.each([
    [0, 0],
    [10_000, 50],
    [3333, 17],
  ])('at a share of %d basis points gives the partner %d of 50', async (shareBp, minor) => {
    const ownShop = await createSmsShop(world, { shareBp });
    await ownShop.receive();
    expect((await world.get(WalletQuery).readBalance(ownShop.partnerId)).pendingMinor).toBe(minor);
    expect(await world.ledgerSum()).toBe(0);
  });
});

describe('a repeated message', () => {
  it('makes no second transaction and gets the same reply, also with another text, sender or number', async () => {
    const ownShop = await createSmsShop(world);
    const id = newMessageId();
    const first = await ownShop.receive({ id });
    for (const changes of [{}, { text: 'something else' }, { text: '' }, { from: '48111222333' }, { to: 92555 }, { to: 1 }]) {
      expect((await ownShop.receive({ id, ...changes })).text).toBe(first.text);
    }
    expect(await total(ownShop)).toBe(1);
    expect((await storedMessage(id))?.text).toBe(ownShop.keyword);
  });

  it('is rejected again when the first message was rejected', async () => {
    const ownShop = await createSmsShop(world);
    const id = newMessageId();
    const first = await ownShop.receive({ id, text: 'NO.SUCH' });
    expect((await ownShop.receive({ id })).text).toBe(first.text);
    expect(await total(ownShop)).toBe(0);
  });

  it.each(['ONE_TIME_CODE', 'CODE_PACK', 'API_URL'] as const)(
    'makes one transaction of %s when it is sent twenty times concurrently',
    async (type) => {
      const ownShop = await createSmsShop(world, { type, ...(type === 'API_URL' && { apiUrl: 'http://127.0.0.1:9/nobody' }) });
      if (type === 'CODE_PACK')
        await world.database.query("INSERT INTO sms_pack_code (service_id, code) VALUES ($1, 'ONLY01')", [ownShop.serviceId]);
      const id = newMessageId();
      const responses = await Promise.all(Array.from({ length: 20 }, () => ownShop.receive({ id })));
      expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(responses[0]?.text).toMatch({ ONE_TIME_CODE: CODE_REPLY, CODE_PACK: /ONLY01$/, API_URL: /^Dziekujemy/ }[type]);
      expect(await total(ownShop)).toBe(1);
      expect(await world.ledgerSum()).toBe(0);
    },
  );
});

describe('a message that cannot be sold', () => {
  const rejection = /^Nie rozpoznano wiadomosci\./;

  it.each([
    ['an unknown short number', { to: 7056 }, 'number_unknown'],
    ['letters in the short number', { to: '7O55' }, 'number_unknown'],
    ['another of the catalogue’s numbers', { to: 7155 }, 'number_not_of_service'],
    ['letters in the sender', { from: '4850060070O' }, 'sender_unusable'],
    ['a sender that is a name', { from: 'INFO' }, 'sender_unusable'],
    ['a sender that is too long', { from: '4'.repeat(16) }, 'sender_unusable'],
    ['a text without a keyword', { text: 'hello' }, 'keyword_unknown'],
    ['an empty text', { text: '' }, 'keyword_unknown'],
    ['blanks', { text: '  \n ' }, 'keyword_unknown'],
    ['an emoji', { text: '🎮' }, 'keyword_unknown'],
    ['an unknown keyword', { text: 'TC.NOBODY' }, 'keyword_unknown'],
    ['SQL', { text: "'; DROP TABLE sms_transaction; --" }, 'keyword_unknown'],
    ['HTML', { text: '<script>alert(1)</script>' }, 'keyword_unknown'],
    ['1,000 characters', { text: 'zażółć 🎮 '.repeat(120).slice(0, 1000) }, 'keyword_unknown'],
  ])('with %s gets a polite reply and is stored', async (_, message, outcome) => {
    const id = newMessageId();
    const response = await shop.receive({ id, ...message });
    expect([response.status, response.text]).toEqual([200, expect.stringMatching(rejection)]);
    expect(response.text).toMatch(/^[\x20-\x7e]{1,160}$/);
    const { text = shop.keyword, from = PHONE, to = 7055 } = message as { text?: string; from?: string; to?: unknown };
    expect(await storedMessage(id)).toMatchObject({
      outcome,
      fromNumber: from,
      sendNumber: String(to),
      text,
      reply: response.text,
      transactionId: null,
    });
  });

  it('for a blocked service is stored with the service', async () => {
    const blocked = await createSmsShop(world, { status: 'service_blocked' });
    const id = newMessageId();
    expect((await blocked.receive({ id })).text).toMatch(/^Usluga jest chwilowo niedostepna\./);
    expect(await storedMessage(id)).toMatchObject({ outcome: 'service_not_active', serviceId: blocked.serviceId });
    expect(await total(blocked)).toBe(0);
  });

  it('is listed by its outcome', async () => {
    const rejected = await world.get(InboundQueries).messages({ outcome: 'refused', limit: 1000 });
    expect(rejected.length).toBeGreaterThan(10);
    expect(rejected.every((message) => message.outcome !== 'matched')).toBe(true);
    const blocked = await world.get(InboundQueries).messages({ outcome: 'service_not_active', limit: 1000 });
    expect(new Set(blocked.map((message) => message.outcome))).toEqual(new Set(['service_not_active']));
  });
});

describe('a hostile text after the keyword', () => {
  it.each([
    ['1,000 characters', 'x'.repeat(1000)],
    ['1,000 emoji', '🎮'.repeat(1000)],
    ['30,000 characters', 'ż'.repeat(30_000)],
    ['NUL', 'a\u0000b'],
    ['control characters', '\u0007\u001b[31m'],
    ['right-to-left override', '\u202eabc'],
    ['SQL', "'; DROP TABLE sms_inbound; --"],
    ['percent signs', '%00 %zz %'],
    ['JSON', '{"a": [1]}'],
  ])('is sold and stored: %s', async (_, rest) => {
    const id = newMessageId();
    const text = `${shop.keyword} ${rest}`;
    expect((await shop.receive({ id, text })).text).toMatch(CODE_REPLY);
    expect((await storedMessage(id))?.text).toBe(text.replaceAll('\u0000', '\ufffd'));
  });

  it('has a replacement character for half a surrogate', async () => {
    const id = newMessageId();
    const body = `{"id": "${id}", "from": "${PHONE}", "to": "7055", "text": "${shop.keyword} \\ud83c", "secret": "${GATEWAY_SECRET}"}`;
    expect((await world.http.post(INBOUND, { body })).text).toMatch(CODE_REPLY);
    expect((await storedMessage(id))?.text).toBe(`${shop.keyword} \ufffd`);
  });
});

describe('a call without a valid message', () => {
  it.each(['id', 'from', 'to'])('is rejected with an error that names the missing parameter %s', async (name) => {
    for (const value of ['', '   ']) {
      const response = await shop.receive({ [name]: value });
      expect([response.status, response.headers.get('content-type'), response.text]).toEqual([
        400,
        'text/plain; charset=utf-8',
        `The parameter ${name} is missing.`,
      ]);
    }
  });

  it.each([
    ['with NUL', 'a\u0000b'],
    ['of 256 characters', 'x'.repeat(256)],
  ])('is rejected with an error about the id when the id is one %s', async (_, id) => {
    expect(await shop.receive({ id })).toMatchObject({ status: 400, text: expect.stringMatching(/^The parameter id must be/) });
  });

  it.each([
    ['broken JSON', 'application/json', '{"id": 1'],
    ['a JSON array', 'application/json', '[1]'],
    ['JSON null', 'application/json', 'null'],
    ['objects for texts', 'application/json', '{"id": {"a": 1}, "from": ["x"], "to": true}'],
    ['an unknown charset', 'application/json; charset=klingon', '{}'],
    ['XML', 'text/xml', '<a/>'],
    ['nothing', 'application/json', ''],
    ['bytes', 'application/octet-stream', '\ud800\u0000'],
  ])('gets an error that names the missing parameter when the body is %s', async (_, type, body) => {
    const response = await world.http.post(INBOUND, { body, headers: { 'Content-Type': type, 'X-Connector-Secret': GATEWAY_SECRET } });
    expect([response.status, response.text]).toEqual([400, 'The parameter id is missing.']);
  });

  it('is rejected with 413 when the body is too large', async () => {
    expect((await shop.receive({ text: 'x'.repeat(300_000) })).status).toBe(413);
  });

  it.each(['', 'wrong', `${GATEWAY_SECRET} `, GATEWAY_SECRET.toUpperCase(), `${GATEWAY_SECRET}x`, '🎮', 'x'.repeat(10_000)])(
    'is rejected and not stored when the secret is "%.20s"',
    async (secret) => {
      const id = newMessageId();
      const form = new URLSearchParams({ id, from: PHONE, to: '7055', text: shop.keyword, secret });
      const response = await world.http.post(INBOUND, {
        body: form.toString(),
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      });
      expect([response.status, response.body]).toEqual([401, { success: false, errorCode: 'UNAUTHORIZED' }]);
      expect(await storedMessage(id)).toBeUndefined();
    },
  );

  it('does not make the gateway unready', () =>
    until(
      () => world.http.get('/readyz'),
      ({ status }) => status === 200,
    ));
});

describe('the simulated phone', () => {
  it('uses the secret of the demo, and its messages are marked as tests', async () => {
    const id = newMessageId();
    const code = await shop.buyCode({ id, secret: 'demo-connector-secret' });
    expect((await storedMessage(id))?.test).toBe(true);
    expect((await shop.check(code)).body.data.test).toBe(true);
    expect((await shop.check(await shop.buyCode())).body.data.test).toBe(false);
  });
});

describe('the route for messages with the sandbox off', () => {
  it('does not exist when no secret is set', async () => {
    const gateway = await startWorld({ SANDBOX: 'off' });
    try {
      for (const secret of ['', 'demo-connector-secret', GATEWAY_SECRET]) {
        const response = await sendInboundMessage(gateway, { secret, text: 'TC.X' });
        expect([response.status, response.body]).toEqual([404, { success: false, errorCode: 'ROUTE_NOT_FOUND' }]);
      }
    } finally {
      await gateway.stop();
    }
  });

  it('rejects the secret of the demo', async () => {
    const newSecret = 'the-next-secret-of-the-gateway';
    const gateway = await startWorld({ SANDBOX: 'off', SMS_CONNECTOR_SECRET: `${GATEWAY_SECRET},${newSecret}` });
    try {
      expect((await sendInboundMessage(gateway, { secret: newSecret, text: 'TC.X' })).status).toBe(200); // both secrets are valid during a rotation
      expect((await sendInboundMessage(gateway, { secret: 'demo-connector-secret', text: 'TC.X' })).status).toBe(401);
      expect((await sendInboundMessage(gateway, { text: 'TC.X' })).status).toBe(200);
    } finally {
      await gateway.stop();
    }
  });
});
