import { DateTime } from 'luxon';
import { BusinessClock } from '../../../src/common/time/clocks.js';
import type { World } from '../../support/world.js';

export interface BlikOfClients {
  /** Values that are created once for all clients, by name. */
  ids: Record<string, string>;
  /** Creates the values that one call uses up, by name. */
  fresh: Readonly<Record<string, () => Promise<string> | string>>;
}

type Body = Record<string, unknown>;

const ACCEPTED = '777123';
const NEVER_ANSWERED = '000006';

let count = 0;

/**
 * Creates subscriptions and aliases in all their forms at a service, through the current API with codes that the simulated bank accepts. Business
 * time of the world must begin at noon, so that the date does not change during the test.
 */
export async function blikOfClients({ http, sandbox, get }: World, token: string, serviceId: string): Promise<BlikOfClients> {
  const today = DateTime.fromJSDate(get(BusinessClock).now(), { zone: 'Europe/Warsaw' });
  const day = (inDays: number): string => today.plus({ days: inDays }).toISODate() ?? '';
  const base = `/payment/${serviceId}`;
  const post = async (path: string, body: Body): Promise<Body> => {
    const answer = await http.post(base + path, { token, body });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`);
    return (answer.body as { data: Body } | undefined)?.data ?? {};
  };
  const payment = async (directChannel: string, amount: number): Promise<string> => {
    const customer = { email: `payer-${(count += 1)}@example.com`, ip: '198.51.100.7', countryCode: 'PL' };
    const made = await post('/transactions', { amount, directChannel, customer, antifraud: { useragent: 'Browser/1.0' } });
    return String(made['transactionId']);
  };
  const aliasValue = (): string => `client-${(count += 1)}`;
  const active = async (list: string, filter: string): Promise<Body> => {
    await sandbox.deliverReports('all');
    const [found = {}] = (await http.get(`${base}/${list}?${filter}`, { token })).body.data as Body[];
    if (!String(found['status']).endsWith('_active')) throw new Error(`Not active: ${JSON.stringify(found)}`);
    return found;
  };
  const subscribe = async (options: Body, T6 = ACCEPTED): Promise<string> => {
    const alias = { value: aliasValue(), type: 'PAYID', label: 'Books' };
    const transactionId = await payment('blik-recurrent', 0);
    const id = String((await post('/blik/subscriptions', { transactionId, ticket: { T6 }, alias, options }))['subscriptionId']);
    if (T6 === ACCEPTED) await active('subscriptions', `filter[uuid]=${id}`);
    return id;
  };
  /** Registers an alias in a bank's app. Later payments can be paid with the alias. */
  const registered = async (value = aliasValue()): Promise<{ id: string; value: string }> => {
    const alias = { value, type: 'UID', label: 'Shop' };
    await post(`/blik/level0/${await payment('blik-level0', 5)}`, { ticket: { T6: ACCEPTED }, alias });
    return { id: String((await active('blik/aliases', `filter[value]=${value}`))['id']), value };
  };

  const [ended, uid, modelO] = [await registered(), await registered(), await subscribe({ model: 'O' })];
  await http.send('DELETE', `${base}/blik/aliases/${ended.id}`, { token });
  const limits = { amountLimitPerTransaction: 30, amountLimitTotal: 360, transactionsCountLimit: 12 };
  await subscribe({ model: 'A', frequency: '1M', initiationDate: day(0), expiresAt: day(400), ...limits });
  await subscribe({ model: 'M' }, NEVER_ANSWERED);
  const over = await subscribe({ model: 'O' });
  const [{ blik }] = (await http.get(`${base}/subscriptions?filter[uuid]=${over}`, { token })).body.data as [{ blik: { alias: Body } }];
  await http.send('DELETE', `${base}/blik/aliases/${String(blik.alias['id'])}`, { token });
  return {
    ids: { modelO, uid: uid.id, uidValue: uid.value, today: day(0), inAYear: day(365) },
    fresh: {
      level0: () => payment('blik-level0', 5),
      consent: () => payment('blik-recurrent', 0),
      charge: () => payment('blik-recurrent', 5),
      newValue: aliasValue,
      aliasId: async () => (await registered()).id,
      aliasValue: async () => (await registered()).value,
    },
  };
}
