import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SandboxAddress } from '../../src/connectors/sandbox-address.js';
import { type Payer, payerOf } from '../support/payer.js';
import type { Shop } from '../support/shop.js';
import { times } from '../support/times.js';
import { startWorld, type World } from '../support/world.js';

const PER_PHONE = 3;
const PER_IP_ADDRESS = 5;

let world: World;
let shop: Shop;
beforeAll(async () => {
  const limits = { RATE_LIMIT_CODES_PER_PHONE: String(PER_PHONE), RATE_LIMIT_CODES_PER_ADDRESS: String(PER_IP_ADDRESS) };
  world = await startWorld({ TRUST_PROXY: '127.0.0.1', ...limits });
  shop = await world.createPartnerShop({ silent: true });
});
afterAll(() => world.stop());

let addressCount = 0;
const newIpAddress = (): string => `203.0.113.${(addressCount += 1)}`;
const newPayer = async (address = newIpAddress()): Promise<Payer> =>
  payerOf(world, (await shop.create()).body.data.transactionId as string, address);
/** The new numbers begin with 601, because numbers that begin with 500 are test numbers and not limited. */
let numberCount = 0;
const newNumber = (): string => `601${String((numberCount += 1)).padStart(3, '0')}700`;
const countCodesSentTo = async (number: string): Promise<number> =>
  (
    await world.database.query<{ n: number }[]>('SELECT count(*)::int AS n FROM sandbox.text_message WHERE phone_number = $1', [
      `48${number}`,
    ])
  )[0]?.n ?? NaN;

describe('codes by SMS', () => {
  it('are limited per phone number, across all IP addresses', async () => {
    const number = newNumber();
    const statuses = [];
    for (const payer of await Promise.all(times(PER_PHONE + 2, () => newPayer())))
      statuses.push(await payer.chooseOperator('orange', number));
    expect(statuses).toEqual([...times(PER_PHONE, () => 303), 429, 429]);
    expect(await countCodesSentTo(number)).toBe(PER_PHONE);
  });

  it('are limited per IP address, and the limit of a number that got no code is not used up', async () => {
    const [address, victimNumbers] = [newIpAddress(), times(40, newNumber)];
    const statuses: number[] = [];
    for (const number of victimNumbers)
      for (let attempt = 0; attempt < PER_PHONE; attempt += 1)
        statuses.push(await (await newPayer(address)).chooseOperator('orange', number));
    expect(statuses.filter((status) => status === 303)).toHaveLength(PER_IP_ADDRESS);
    for (const number of victimNumbers.slice(PER_IP_ADDRESS))
      expect([await countCodesSentTo(number), await (await newPayer()).chooseOperator('orange', number)]).toEqual([0, 303]);
  });

  it('do not count when they could not be sent', async () => {
    const [number, address] = [newNumber(), newIpAddress()];
    const sandboxAddress = world.get(SandboxAddress);
    const sandboxUrl = sandboxAddress.current() ?? '';
    sandboxAddress.set('http://127.0.0.1:1');
    const statuses = [];
    for (let attempt = 0; attempt < PER_IP_ADDRESS + 2; attempt += 1)
      statuses.push(await (await newPayer(address)).chooseOperator('orange', number));
    sandboxAddress.set(sandboxUrl);
    expect(statuses).toEqual(times(PER_IP_ADDRESS + 2, () => 503));
    expect(await (await newPayer(address)).chooseOperator('orange', number)).toBe(303);
  });

  it('count for the IP address, but not for the number, when the operator refuses the number', async () => {
    const payer = await newPayer();
    // The simulated operators refuse numbers that end in 009.
    const refusedNumbers = times(PER_IP_ADDRESS, () => newNumber().replace(/700$/, '009'));
    const statuses = [];
    for (const number of refusedNumbers) statuses.push(await payer.chooseOperator('orange', number));
    expect([...statuses, await payer.chooseOperator('orange', newNumber())]).toEqual([...times(PER_IP_ADDRESS, () => 422), 429]);
    const [{ n } = { n: NaN }] = await world.database.query<{ n: number }[]>(
      "SELECT coalesce(sum(points), 0)::int AS n FROM rate_limit WHERE key LIKE 'code-phone:%' AND points > 0 AND expire > 0",
    );
    const before = n;
    await (await newPayer()).chooseOperator('orange', refusedNumbers[0]);
    const [after] = await world.database.query<{ n: number }[]>(
      "SELECT coalesce(sum(points), 0)::int AS n FROM rate_limit WHERE key LIKE 'code-phone:%' AND points > 0 AND expire > 0",
    );
    expect(after?.n).toBe(before);
  });

  it('are limited per transaction, across all IP addresses', async () => {
    const id = (await shop.create()).body.data.transactionId as string;
    const statuses = [];
    for (let attempt = 0; attempt < 11; attempt += 1)
      statuses.push(await payerOf(world, id, newIpAddress()).chooseOperator('orange', newNumber().replace(/700$/, '009')));
    expect(statuses).toEqual([...times(10, () => 422), 429]);
  });

  it('are not limited for test numbers of the sandbox', async () => {
    const address = newIpAddress();
    const statuses = await Promise.all(
      times(PER_IP_ADDRESS * 3, async () => (await newPayer(address)).chooseOperator('orange', '500600700')),
    );
    expect(new Set(statuses)).toEqual(new Set([303]));
  });
});
