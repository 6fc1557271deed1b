import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { DatabaseClock } from '../../src/runtime/clock/database-clock.js';
import { type CliWorld, startCliWorld } from './cli-world.js';

const DAY_MS = 86_400_000;
const UNKNOWN_ID = '00000000-0000-7000-8000-000000000000';

let cli: CliWorld;
let database: DataSource;
let partner: string;
let service: string;
beforeAll(async () => {
  cli = await startCliWorld();
  database = await new DataSource({ type: 'postgres', url: cli.env['DATABASE_OWNER_URL'] ?? '' }).initialize();
  partner = (await cli.json('partner', 'create', 'Shop')).id;
  service = (await cli.json('service', 'create', '--partner', partner, '--area', 'directbilling', '--name', 'Votes')).id;
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(async () => {
  await database.destroy();
  await cli.drop();
});

const createToken = (...options: string[]) => cli.json('token', 'create', '--partner', partner, '--name', 'Till', ...options);

describe('token create', () => {
  it('prints the token only once, and stores only its hash', async () => {
    const created = await createToken();
    expect(created).toEqual({
      id: expect.any(String),
      token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      partner_id: partner,
      name: 'Till',
      abilities: ['*'],
      addresses: [],
      services: [],
      compatibility: null,
      expires_at: null,
    });
    const [row] = await database.query('SELECT * FROM access_token WHERE id = $1', [created.id]);
    expect(row.token_hash).toEqual(createHash('sha256').update(created.token).digest());
    const list = await cli.run('token', 'list', '--partner', partner);
    expect(list.out).toContain(created.id);
    expect(list.out).not.toContain(created.token);
  });

  it('prints text that says that the token is shown only now', async () => {
    expect((await cli.run('token', 'create', '--partner', partner, '--name', 'x')).out).toContain('The token is shown only now');
  });

  it.each([
    [[], 'this token may do everything (--ability), works from any address (--address), never expires (--expires).'],
    [['--ability', 'sms.*', '--expires', '90d'], 'this token works from any address (--address).'],
  ])('warns of broad rights with %j', async (options, message) => {
    expect((await cli.run('token', 'create', '--partner', partner, '--name', 'x', ...options)).out).toContain(message);
  });

  it('does not warn of a token with limits', async () => {
    const limits = ['--ability', 'sms.*', '--address', '203.0.113.7', '--expires', '90d'];
    expect((await cli.run('token', 'create', '--partner', partner, '--name', 'x', ...limits)).out).not.toContain('Note:');
  });

  it('accepts limits, each several times', async () => {
    const created = await createToken(
      ...['--ability', 'sms.*', '--ability', 'directbilling.transactions'],
      ...['--address', '203.0.113.0/24', '--address', '2001:db8::1', '--service', service],
    );
    expect(created).toMatchObject({
      abilities: ['sms.*', 'directbilling.transactions'],
      addresses: ['203.0.113.0/24', '2001:db8::1'],
      services: [service],
    });
  });

  it.each(['A', 'B'])('creates a token for clients of tier %s', async (tier) => {
    const created = await createToken('--compatibility', tier);
    expect(created.compatibility).toBe(tier);
    const list = await cli.json('token', 'list', '--partner', partner);
    expect(list.find(({ id }: { id: string }) => id === created.id)).toMatchObject({ compatibility: tier });
  });

  it.each([
    ['2999-01-01', '2999-01-01T00:00:00+01:00'],
    ['2999-07-01T12:30', '2999-07-01T12:30:00+02:00'],
    ['2999-07-01T12:30:00Z', '2999-07-01T14:30:00+02:00'],
  ])('accepts the expiry %s in the display time zone', async (input, output) => {
    expect((await createToken('--expires', input)).expires_at).toBe(output);
  });

  it('accepts the expiry as a duration', async () => {
    const at = new Date(Math.ceil(Date.now() / 1000) * 1000); // rounded to a second, because times are printed without milliseconds
    jest.spyOn(DatabaseClock.prototype, 'now').mockReturnValue(at);
    const { expires_at } = await createToken('--expires', '90d');
    expect(Date.parse(expires_at)).toBe(at.getTime() + 90 * DAY_MS);
  });

  it.each([
    [['--compatibility', 'C'], 'Allowed choices are A, B'],
    [['--ability', 'payments.*'], 'Known abilities are * for everything'],
    [['--ability', 'sms.services.sohw'], '  sms.services.show'],
    [['--address', '10'], 'It must be an IPv4 or IPv6 address or a CIDR'],
    [['--address', '203.0.113.0/33'], 'It must be an IPv4 or IPv6 address or a CIDR'],
    [['--address', 'shop.example'], 'It must be an IPv4 or IPv6 address or a CIDR'],
    [['--service', 'sms'], 'eight hexadecimal digits'],
    [['--expires', 'tomorrow'], 'It must be a date such as 2027-01-01'],
    [['--expires', '2027-02-30'], 'It must be a date such as 2027-01-01'],
    [['--expires', '90'], 'It must be a date such as 2027-01-01'],
    [['--expires', '2001-01-01'], '--expires is in the past: 2001-01-01T00:00:00+01:00'],
    [['--expires', '0s'], '--expires is in the past'],
  ])('rejects %j', async (options, message) => {
    const { code, out, err } = await cli.run('token', 'create', '--partner', partner, '--name', 'x', ...options);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(message);
  });

  it('rejects another partner’s service', async () => {
    const other = (await cli.json('partner', 'create', 'Other')).id;
    const { code, err } = await cli.run('token', 'create', '--partner', other, '--name', 'x', '--service', service);
    expect([code, err]).toEqual([
      1,
      `error: The partner has no service ${service}. See its services: npm run gateway -- service list --partner ${other}\n`,
    ]);
  });

  it('rejects an unknown partner and an invalid id', async () => {
    expect((await cli.run('token', 'create', '--partner', UNKNOWN_ID, '--name', 'x')).code).toBe(1);
    expect((await cli.run('token', 'create', '--partner', '1', '--name', 'x')).code).toBe(2);
  });
});

describe('token list and revoke', () => {
  it('show which tokens are valid', async () => {
    const shop = (await cli.json('partner', 'create', 'Listed')).id;
    expect(await cli.run('token', 'list', '--partner', shop)).toEqual({ code: 0, out: 'The partner has no tokens.\n', err: '' });
    const createNamed = (name: string) => cli.json('token', 'create', '--partner', shop, '--name', name);
    const [, revoked, expired] = [await createNamed('a'), await createNamed('b'), await createNamed('c')];
    expect(await cli.json('token', 'revoke', revoked.id, '--yes')).toEqual({ id: revoked.id, revoked: true });
    expect((await cli.run('token', 'revoke', revoked.id, '--yes')).out).toBe(`Token ${revoked.id} is revoked.\n`);
    await database.query("UPDATE access_token SET expires_at = '2001-01-01' WHERE id = $1", [expired.id]);
    const states = (await cli.json('token', 'list', '--partner', shop)).map(({ name, state }: { name: string; state: string }) => [
      name,
      state,
    ]);
    expect(states).toEqual([
      ['a', 'valid'],
      ['b', 'revoked'],
      ['c', 'expired'],
    ]);
  });

  it('require an existing partner', async () => {
    expect(await cli.run('token', 'list')).toMatchObject({
      code: 2,
      err: expect.stringContaining("required option '--partner <id>' not specified"),
    });
    expect((await cli.run('token', 'list', '--partner', UNKNOWN_ID)).code).toBe(1);
  });

  it('reject an unknown token', async () => {
    expect(await cli.run('token', 'revoke', UNKNOWN_ID, '--yes')).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining(`There is no token ${UNKNOWN_ID}`),
    });
    expect((await cli.run('token', 'revoke', 'abc')).code).toBe(2);
  });
});
