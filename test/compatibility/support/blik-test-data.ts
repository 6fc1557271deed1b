import { DateTime } from 'luxon';
import { BusinessClock } from '../../../src/common/time/clocks.js';
import type { World } from '../../support/world.js';

export interface BlikTestData {
  /** Values that are created once for all clients, by name. */
  ids: Record<string, string>;
  /** Functions that create a value that only one call can use, by name. */
  createValue: Readonly<Record<string, () => Promise<string> | string>>;
}

type Body = Record<string, unknown>;

/** BLIK codes of the sandbox: the bank accepts the first, and the payer does not respond to the second. */
const ACCEPTED_CODE = '777123';
const UNCONFIRMED_CODE = '000006';

/** Makes e-mail addresses and values of aliases unique. */
let createdValues = 0;

/**
 * Creates active, pending and ended subscriptions of all models, and active and unregistered aliases, through the current API.
 * Business time of the world must begin at noon, so that the date does not change during the test.
 */
export async function createBlikTestData({ http, sandbox, get }: World, token: string, serviceId: string): Promise<BlikTestData> {
  const today = DateTime.fromJSDate(get(BusinessClock).now(), { zone: 'Europe/Warsaw' });
  const dateInDays = (days: number): string => today.plus({ days }).toISODate() ?? '';
  const base = `/payment/${serviceId}`;
  const post = async (path: string, body: Body): Promise<Body> => {
    const response = await http.post(base + path, { token, body });
    if (response.status >= 300) throw new Error(`${path}: ${response.text}`);
    return (response.body as { data: Body } | undefined)?.data ?? {};
  };
  const createPayment = async (directChannel: string, amount: number): Promise<string> => {
    const customer = { email: `payer-${(createdValues += 1)}@example.com`, ip: '198.51.100.7', countryCode: 'PL' };
    const created = await post('/transactions', { amount, directChannel, customer, antifraud: { useragent: 'Browser/1.0' } });
    return String(created['transactionId']);
  };
  const newAliasValue = (): string => `client-${(createdValues += 1)}`;
  /** Delivers the callbacks of the sandbox. @returns the only item of the filtered list, which must be active then */
  const readActive = async (list: string, filter: string): Promise<Body> => {
    await sandbox.deliverCallbacks('all');
    const [item = {}] = (await http.get(`${base}/${list}?${filter}`, { token })).body.data as Body[];
    if (!String(item['status']).endsWith('_active')) throw new Error(`Not active: ${JSON.stringify(item)}`);
    return item;
  };
  const subscribe = async (options: Body, T6 = ACCEPTED_CODE): Promise<string> => {
    const alias = { value: newAliasValue(), type: 'PAYID', label: 'Books' };
    const transactionId = await createPayment('blik-recurrent', 0);
    const id = String((await post('/blik/subscriptions', { transactionId, ticket: { T6 }, alias, options }))['subscriptionId']);
    if (T6 === ACCEPTED_CODE) await readActive('subscriptions', `filter[uuid]=${id}`);
    return id;
  };
  /** Registers an alias in a bank's app. Later payments can be paid with the alias. */
  const registerAlias = async (value = newAliasValue()): Promise<{ id: string; value: string }> => {
    const alias = { value, type: 'UID', label: 'Shop' };
    await post(`/blik/level0/${await createPayment('blik-level0', 5)}`, { ticket: { T6: ACCEPTED_CODE }, alias });
    return { id: String((await readActive('blik/aliases', `filter[value]=${value}`))['id']), value };
  };

  const [unregisteredAlias, uid, modelO] = [await registerAlias(), await registerAlias(), await subscribe({ model: 'O' })];
  await http.send('DELETE', `${base}/blik/aliases/${unregisteredAlias.id}`, { token });
  const limits = { amountLimitPerTransaction: 30, amountLimitTotal: 360, transactionsCountLimit: 12 };
  await subscribe({ model: 'A', frequency: '1M', initiationDate: dateInDays(0), expiresAt: dateInDays(400), ...limits });
  await subscribe({ model: 'M' }, UNCONFIRMED_CODE);
  const endedSubscription = await subscribe({ model: 'O' });
  const [{ blik }] = (await http.get(`${base}/subscriptions?filter[uuid]=${endedSubscription}`, { token })).body.data as [
    { blik: { alias: Body } },
  ];
  await http.send('DELETE', `${base}/blik/aliases/${String(blik.alias['id'])}`, { token });
  return {
    ids: { modelO, uid: uid.id, uidValue: uid.value, today: dateInDays(0), inAYear: dateInDays(365) },
    createValue: {
      level0: () => createPayment('blik-level0', 5),
      consent: () => createPayment('blik-recurrent', 0),
      charge: () => createPayment('blik-recurrent', 5),
      newValue: newAliasValue,
      aliasId: async () => (await registerAlias()).id,
      aliasValue: async () => (await registerAlias()).value,
    },
  };
}
