import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DateTime } from 'luxon';
import { BusinessClock } from '../../src/common/time/clocks.js';
import { getPage, postForm } from '../checkout/support/page.js';
import { runCommandWith } from '../cli/cli-world.js';
import { type LinkShop, linkShop } from '../links/support/link-shop.js';
import { paymentWorld } from '../payments/support/payment-shop.js';
import { MANDATE_PAYER, type SubscriptionShop, subscriptionShop } from '../payments/support/subscription-shop.js';
import { createSmsShop, GATEWAY_SECRET, type SmsShop } from '../sms/sms-shop.js';
import { moveToNoon } from '../support/noon.js';
import type { Shop } from '../support/shop.js';
import { startWorld, type World } from '../support/world.js';

const ZONE = 'Europe/Warsaw';

let world: World;
let shop: Shop;
let payment: SubscriptionShop;
let links: LinkShop;
let sms: SmsShop;
beforeAll(async () => {
  world = await startWorld({ SMS_CONNECTOR_SECRET: GATEWAY_SECRET });
  await moveToNoon(world);
  shop = await world.createPartnerShop({ silent: true });
  payment = await subscriptionShop(paymentWorld(world), { shop });
  links = await linkShop(world, { shop });
  sms = await createSmsShop(world, { partnerId: shop.partnerId });
  await shop.create({ amount: 5, control: 'moments' });
  await links.createPaymentLink();
  await payment.createActive();
  const paid = await payment.createNewPayment({ amount: 100 });
  await payment.beginAttempt(paid, 'card');
  await payment.reportAttempt(paid, { outcome: 'paid' });
  await sms.buyCode();
});
afterAll(() => world.stop());

/** How programs print a time, and the smallest unit that they print. */
const PROGRAMS: [program: string, print: (moment: DateTime) => string, precision: 'millisecond' | 'second' | 'minute'][] = [
  ['JavaScript: toISOString()', (moment) => moment.toJSDate().toISOString(), 'millisecond'],
  ['PHP: DATE_ATOM', (moment) => moment.toFormat("yyyy-MM-dd'T'HH:mm:ssZZ"), 'second'],
  ['PHP: DATE_ISO8601', (moment) => moment.toFormat("yyyy-MM-dd'T'HH:mm:ssZZZ"), 'second'],
  ['Python: isoformat()', (moment) => moment.toFormat("yyyy-MM-dd'T'HH:mm:ss.SSS'456'ZZ"), 'millisecond'],
  ['Python: str()', (moment) => moment.toFormat("yyyy-MM-dd HH:mm:ss.SSS'456'ZZ"), 'millisecond'],
  ['Java: Instant', (moment) => moment.toUTC().toFormat("yyyy-MM-dd'T'HH:mm:ss.SSS'456789Z'"), 'millisecond'],
  ['GNU: date -Ins', (moment) => moment.toFormat("yyyy-MM-dd'T'HH:mm:ss,SSS'456789'ZZ"), 'millisecond'],
  ['AWS: X-Amz-Date', (moment) => moment.toUTC().toFormat("yyyyMMdd'T'HHmmss'Z'"), 'second'],
  ['Java: Instant of a whole second', (moment) => moment.toUTC().toFormat("yyyy-MM-dd'T'HH:mm:ss'Z'"), 'second'],
  ['Java: OffsetDateTime of a whole minute', (moment) => moment.toFormat("yyyy-MM-dd'T'HH:mmZZ"), 'minute'],
];

/** @returns the time this long after business time, with milliseconds. Business time is shortly after noon, so no clock changes are near. */
const momentIn = (duration: { days: number } | { minutes: number }): DateTime =>
  DateTime.fromJSDate(world.get(BusinessClock).now(), { zone: ZONE }).plus(duration).set({ millisecond: 123 });

async function valueOf(sql: string, id: unknown): Promise<Date> {
  const [row] = await world.database.query(`${sql} = $1`, [id]);
  return row.value;
}
async function runJson(...argv: string[]) {
  const { code, out, err } = await runCommandWith({ ...world.settings }, [...argv, '--json']);
  if (code !== 0) throw new Error(err);
  return JSON.parse(out);
}

/** Creates a subscription with these terms. @returns its row */
async function subscribe(options: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { status, body, text } = await payment.subscribe(await payment.createRequestBody({ options: { model: 'O', ...options } }));
  if (status !== 201) throw new Error(text);
  return payment.findRow(body.data.subscriptionId as string);
}

let lastNumber = 0;

/** By the place: sends a future time there. @returns the stored time */
const PLACES: Record<string, (printed: string) => Promise<unknown>> = {
  'the first charge of a subscription': async (printed) => (await subscribe({ initiationDate: printed }))['initiation_at'],
  'the end of a subscription': async (printed) => (await subscribe({ expiresAt: printed }))['expires_at'],
  async 'the end of an offered subscription'(printed) {
    lastNumber += 1;
    const subscription = { alias: { value: `offer-${lastNumber}`, type: 'PAYID' }, options: { model: 'O', expiresAt: printed } };
    const customer = { ...MANDATE_PAYER.customer, email: `payer-${lastNumber}@example.com` };
    const { status, body, text } = await payment.create({ amount: 0, ...MANDATE_PAYER, customer, subscription });
    if (status !== 200) throw new Error(text);
    const page = await getPage(`${world.http.baseUrl}/pay/${body.data.transactionId}`);
    const fields = page.document
      .querySelectorAll('main form input[type=hidden]')
      .map((field): [string, string] => [field.getAttribute('name') ?? '', field.getAttribute('value') ?? '']);
    await postForm(`${world.http.baseUrl}/pay/${body.data.transactionId}/agree`, { ...Object.fromEntries(fields), code: '777123' });
    return valueOf('SELECT expires_at AS value FROM payment_subscription WHERE transaction_id', body.data.transactionId);
  },
  async 'the end of a payment link'(printed) {
    const { status, body, text } = await links.create({ amount: 5, expiresAt: printed });
    if (status !== 200) throw new Error(text);
    return valueOf('SELECT expires_at AS value FROM payment_link WHERE id', body.data.id);
  },
  async 'an option of the command line'(printed) {
    const { id } = await runJson('token', 'create', '--partner', shop.partnerId, '--name', 'Till', '--expires', printed);
    return valueOf('SELECT expires_at AS value FROM access_token WHERE id', id);
  },
};

/** Each list: the path of one that has a row, and the names of its time filters if they are not `from` and `to`. */
const LISTS: Record<string, () => { path: string; from?: string; to?: string }> = {
  'online payments': () => ({ path: `/payment/${payment.serviceId}/transactions` }),
  'phone bills': () => ({ path: `/directbilling/${shop.serviceId}/transactions` }),
  'SMS transactions': () => ({ path: `/sms/${sms.serviceId}/transactions`, from: 'created_from', to: 'created_to' }),
  'payment links': () => ({ path: `/payment/${links.serviceId}/links` }),
  subscriptions: () => ({ path: `/payment/${payment.serviceId}/subscriptions` }),
  aliases: () => ({ path: `/payment/${payment.serviceId}/blik/aliases` }),
  'wallet entries': () => ({ path: '/wallet/entries' }),
};

/** Reads the list with these filters. The plus sign of an offset is sent as it is, and encoded. @returns the number of rows, which must fit on one page */
async function countRows(list: string, filters: { from?: string; to?: string }): Promise<number> {
  const { path, ...names } = LISTS[list]!();
  const counts = await Promise.all(
    [(text: string) => text.replaceAll(' ', '%20'), encodeURIComponent].map(async (encode) => {
      const query = Object.entries(filters).map(([end, printed]) => `filter[${names[end as 'from' | 'to'] ?? end}]=${encode(printed)}`);
      const { status, body, text } = await world.http.get(`${path}?${['perPage=100', ...query].join('&')}`, { token: shop.token });
      if (status !== 200) throw new Error(text);
      expect(body.pagination.links.next_page).toBeNull();
      return (body.data as unknown[]).length;
    }),
  );
  expect(counts[0]).toBe(counts[1]);
  return counts[0] ?? 0;
}

describe.each(PROGRAMS)('a moment as printed by %s', (_, print, precision) => {
  it.each(Object.keys(PLACES))('is accepted as %s', async (place) => {
    const moment = momentIn({ days: 7 });
    expect(await PLACES[place]?.(print(moment))).toEqual(moment.startOf(precision).toJSDate());
  });

  it.each(Object.keys(LISTS))('is read with its offset by the filters of %s', async (list) => {
    const [all, past, future] = [await countRows(list, {}), print(momentIn({ minutes: -30 })), print(momentIn({ minutes: 30 }))];
    expect(all).toBeGreaterThan(0);
    expect(await countRows(list, { from: past, to: future })).toBe(all);
    expect([await countRows(list, { from: future }), await countRows(list, { to: past })]).toEqual([0, 0]);
  });

  it('is read as the options of a search on the command line', async () => {
    const [past, future] = [print(momentIn({ minutes: -30 })), print(momentIn({ minutes: 30 }))];
    const found = (...options: string[]) => runJson('transaction', 'find', '--control', 'moments', ...options);
    expect(await found('--since', past, '--until', future)).toHaveLength(1);
    expect([await found('--since', future), await found('--since', '30d', '--until', past)]).toEqual([[], []]);
  });

  it('is the time of a message, also when the plus sign is not encoded', async () => {
    const moment = momentIn({ days: -7 });
    const form = (time: string): string => `id=message-${(lastNumber += 1)}&from=48500600700&to=7055&text=${sms.keyword}&time=${time}`;
    for (const time of [print(moment), encodeURIComponent(print(moment))]) {
      const { text } = await world.http.post('/connectors/sms/inbound', {
        body: form(time),
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'X-Connector-Secret': GATEWAY_SECRET },
      });
      const [, code] = /code: (\S+)$/.exec(text) ?? [];
      expect(await valueOf('SELECT sent_at AS value FROM sms_transaction WHERE code', code)).toEqual(moment.startOf(precision).toJSDate());
    }
  });
});

describe('a filter by time', () => {
  it('begins at its millisecond, and ends after its second, because responses have no fractions of a second', async () => {
    const [row] = await world.database.query(
      'SELECT created_at AS at FROM payment_link WHERE service_id = $1 ORDER BY created_at LIMIT 1',
      [links.serviceId],
    );
    const at = DateTime.fromJSDate(row.at as Date);
    const all = await countRows('payment links', {});
    const printed = (moment: DateTime): string => moment.toJSDate().toISOString();
    expect(await countRows('payment links', { from: printed(at) })).toBe(all);
    expect(await countRows('payment links', { from: printed(at.plus({ milliseconds: 1 })) })).toBe(all - 1);
    expect(await countRows('payment links', { to: printed(at.startOf('second')) })).toBeGreaterThan(0);
    expect(await countRows('payment links', { to: printed(at.startOf('second').minus({ milliseconds: 1 })) })).toBe(0);
  });

  it.each(Object.keys(LISTS))('of %s needs an offset, and the error shows two right forms', async (list) => {
    for (const text of ['2026-11-21T10:00:00.123456', '2026-11-21 10:00:00', '2026-11-21'])
      for (const filters of [{ from: text }, { to: text }])
        await expect(countRows(list, filters)).rejects.toThrow(
          'must be a valid date and time with its offset, such as 2026-11-21T13:05:09+01:00 or 2026-11-21T12:05:09.123Z.',
        );
  });
});

/** The day on which clocks in Warsaw are changed in March or October of the next year. Both months have 31 days. */
function lastSundayOfNext(month: 3 | 10): string | null {
  const last = DateTime.fromObject({ year: momentIn({ days: 0 }).year + 1, month, day: 31 }, { zone: ZONE });
  return last.minus({ days: last.weekday % 7 }).toISODate();
}

describe('a time without an offset', () => {
  it.each(Object.entries(PLACES))('is a time in Warsaw as %s', async (_, send) => {
    const moment = momentIn({ days: 7 }).startOf('second');
    expect(await send(moment.toFormat("yyyy-MM-dd'T'HH:mm:ss"))).toEqual(moment.toJSDate());
  });

  it.each(Object.entries(PLACES))('that Warsaw has twice is rejected as %s, and the error shows both', async (_, send) => {
    const day = lastSundayOfNext(10);
    await expect(send(`${day}T02:30:00`)).rejects.toThrow(
      `is ambiguous: Europe/Warsaw has this time twice, because clocks are changed. Write ${day}T02:30:00+02:00 or ${day}T02:30:00+01:00.`,
    );
    expect(await send(`${day}T02:30:00+01:00`)).toEqual(new Date(`${day}T01:30:00Z`));
  });

  it.each(Object.entries(PLACES))('that Warsaw skips is rejected as %s', async (_, send) => {
    await expect(send(`${lastSundayOfNext(3)}T02:30:00`)).rejects.toThrow('does not exist in Europe/Warsaw, because clocks are changed.');
  });
});
