import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { TokenUsage } from '../../src/platform/access/token-usage.js';
import { runCommandWith } from '../cli/cli-world.js';
import type { Shop } from '../support/shop.js';
import { times } from '../support/times.js';
import { startWorld, type World } from '../support/world.js';

interface ListedToken {
  id: string;
  last_used_at: string | null;
  last_address: string | null;
}

let world: World;
let shop: Shop;
beforeAll(async () => {
  const timer = jest.spyOn(TokenUsage.prototype, 'onApplicationBootstrap').mockImplementation(() => undefined); // the test writes the uses itself
  world = await startWorld({ TRUST_PROXY: '127.0.0.1' });
  timer.mockRestore();
  shop = await world.createPartnerShop();
});
afterAll(() => world.stop());

const sendRequest = (token: string, address: string) =>
  world.http.get('/directbilling', { token, headers: { 'X-Forwarded-For': address } });
const listTokens = async (): Promise<ListedToken[]> =>
  JSON.parse((await runCommandWith({ ...world.settings }, ['token', 'list', '--partner', shop.partnerId, '--json'])).out) as ListedToken[];
const lastUseOf = async (id: string): Promise<[boolean, string | null]> => {
  const row = (await listTokens()).find((token) => token.id === id);
  return [row?.last_used_at !== null, row?.last_address ?? null];
};

describe('the last use of a token', () => {
  it('is not recorded for an unused token, nor for a rejected request', async () => {
    const { id, token } = await shop.newToken({ allowedNetworks: ['10.0.0.1'] });
    expect((await sendRequest(token, '203.0.113.8')).status).toBe(403);
    await world.get(TokenUsage).write();
    expect(await lastUseOf(id)).toEqual([false, null]);
  });

  it('is listed with time and address', async () => {
    const { id, token } = await shop.newToken();
    await sendRequest(token, '203.0.113.7');
    await world.get(TokenUsage).write();
    expect(await lastUseOf(id)).toEqual([true, '203.0.113.7']);
    await sendRequest(token, '2001:db8::7');
    await sendRequest(token, '203.0.113.9');
    await world.get(TokenUsage).write();
    expect(await lastUseOf(id)).toEqual([true, '203.0.113.9']);
  });

  it('is not overwritten by a process that writes an older use', async () => {
    const { id } = await shop.newToken();
    await world.asOwner(
      `INSERT INTO access_token_use (token_id, last_used_at, last_address) VALUES ($1, now() + interval '1 hour', '192.0.2.1')`,
      [id],
    );
    world.get(TokenUsage).note(id, '203.0.113.7');
    await world.get(TokenUsage).write();
    expect(await lastUseOf(id)).toEqual([true, '192.0.2.1']);
  });

  it('is written by the next write when a write has failed', async () => {
    const { id } = await shop.newToken();
    await world.asOwner('ALTER TABLE access_token_use RENAME TO away');
    world.get(TokenUsage).note(id, '203.0.113.7');
    await world.get(TokenUsage).write();
    await world.asOwner('ALTER TABLE away RENAME TO access_token_use');
    expect(await lastUseOf(id)).toEqual([false, null]);
    await world.get(TokenUsage).write();
    expect(await lastUseOf(id)).toEqual([true, '203.0.113.7']);
  });

  it('is written once per token by concurrent writes, also for more tokens than fit into one statement', async () => {
    const uses = world.get(TokenUsage);
    await world.asOwner(
      `INSERT INTO access_token (id, partner_id, name, token_hash, abilities, created_at)
       SELECT gen_random_uuid(), $1, 'many', sha256(n::text::bytea), '{*}', now() FROM generate_series(1, 2100) AS n`,
      [shop.partnerId],
    );
    const tokens = await world.database.query<{ id: string }[]>(`SELECT id FROM access_token WHERE name = 'many'`);
    for (const { id } of tokens) uses.note(id, '203.0.113.7');
    await Promise.all(times(5, () => uses.write()));
    const [{ count } = { count: 0 }] = await world.database.query<{ count: number }[]>(
      `SELECT count(*)::integer AS count FROM access_token_use u JOIN access_token t ON t.id = u.token_id WHERE t.name = 'many'`,
    );
    expect(count).toBe(2100);
  });
});
