import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SandboxAddress } from '../../src/connectors/sandbox-address.js';
import { type Payer, payerOf } from '../support/payer.js';
import type { Shop } from '../support/shop.js';
import { times } from '../support/times.js';
import { startWorld, type World } from '../support/world.js';

const PER_PHONE = 3;
const PER_ADDRESS = 5;

let world: World;
let shop: Shop;
beforeAll(async () => {
  const limits = { RATE_LIMIT_CODES_PER_PHONE: String(PER_PHONE), RATE_LIMIT_CODES_PER_ADDRESS: String(PER_ADDRESS) };
  world = await startWorld({ TRUST_PROXY: '127.0.0.1', ...limits });
  shop = await world.partner({ silent: true });
});
afterAll(() => world.stop());

let callers = 0;
const newAddress = (): string => `203.0.113.${(callers += 1)}`;
const newPayer = async (address = newAddress()): Promise<Payer> =>
  payerOf(world, (await shop.create()).body.data.transactionId as string, address);
/** Numbers begin with 601, because numbers that begin with 500 are test numbers and not limited. */
let numbers = 0;
const newNumber = (): string => `601${String((numbers += 1)).padStart(3, '0')}700`;
const sentTo = async (number: string): Promise<number> =>
  (
    await world.database.query<{ n: number }[]>('SELECT count(*)::int AS n FROM sandbox.text_message WHERE phone_number = $1', [
      `48${number}`,
    ])
  )[0]?.n ?? NaN;

describe('codes by SMS', () => {
  it('are limited per phone number, across all IP addresses', async () => {
    const number = newNumber();
    const statuses = [];
    for (const payer of await Promise.all(times(PER_PHONE + 2, () => newPayer()))) statuses.push(await payer.choose('orange', number));
    expect(statuses).toEqual([...times(PER_PHONE, () => 303), 429, 429]);
    expect(await sentTo(number)).toBe(PER_PHONE);
  });

  it('are limited per IP address, and a number that got no code keeps its limit', async () => {
    const [address, victims] = [newAddress(), times(40, newNumber)];
    const statuses: number[] = [];
    for (const number of victims)
      for (let again = 0; again < PER_PHONE; again += 1) statuses.push(await (await newPayer(address)).choose('orange', number));
    expect(statuses.filter((status) => status === 303)).toHaveLength(PER_ADDRESS);
    for (const number of victims.slice(PER_ADDRESS))
      expect([await sentTo(number), await (await newPayer()).choose('orange', number)]).toEqual([0, 303]);
  });

  it('do not count when they could not be sent', async () => {
    const [number, address] = [newNumber(), newAddress()];
    const operators = world.get(SandboxAddress);
    const reachable = operators.current() ?? '';
    operators.set('http://127.0.0.1:1');
    const failed = [];
    for (let tries = 0; tries < PER_ADDRESS + 2; tries += 1) failed.push(await (await newPayer(address)).choose('orange', number));
    operators.set(reachable);
    expect(failed).toEqual(times(PER_ADDRESS + 2, () => 503));
    expect(await (await newPayer(address)).choose('orange', number)).toBe(303);
  });

  it('count for the transaction and the IP address, not for the number, when the operator refuses the number', async () => {
    const payer = await newPayer();
    const unserved = times(PER_ADDRESS, () => newNumber().replace(/700$/, '009'));
    const statuses = [];
    for (const number of unserved) statuses.push(await payer.choose('orange', number));
    expect([...statuses, await payer.choose('orange', newNumber())]).toEqual([...times(PER_ADDRESS, () => 422), 429]);
    const [{ n } = { n: NaN }] = await world.database.query<{ n: number }[]>(
      "SELECT coalesce(sum(points), 0)::int AS n FROM rate_limit WHERE key LIKE 'code-phone:%' AND points > 0 AND expire > 0",
    );
    const before = n;
    await (await newPayer()).choose('orange', unserved[0]);
    const [after] = await world.database.query<{ n: number }[]>(
      "SELECT coalesce(sum(points), 0)::int AS n FROM rate_limit WHERE key LIKE 'code-phone:%' AND points > 0 AND expire > 0",
    );
    expect(after?.n).toBe(before);
  });

  it('are limited per transaction, across all IP addresses', async () => {
    const id = (await shop.create()).body.data.transactionId as string;
    const statuses = [];
    for (let tries = 0; tries < 11; tries += 1)
      statuses.push(await payerOf(world, id, newAddress()).choose('orange', newNumber().replace(/700$/, '009')));
    expect(statuses).toEqual([...times(10, () => 422), 429]);
  });

  it('are not limited for test numbers of the sandbox', async () => {
    const address = newAddress();
    const statuses = await Promise.all(times(PER_ADDRESS * 3, async () => (await newPayer(address)).choose('orange', '500600700')));
    expect(new Set(statuses)).toEqual(new Set([303]));
  });
});
