import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { DatabaseClock } from '../../src/runtime/clock/database-clock.js';
import { type CliWorld, startCliWorld } from './cli-world.js';
import { ENCRYPTION_KEYS } from '../support/encryption-key.js';

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/;
const DEFAULT_OVERLAP_MS = 86_400_000;
const UNKNOWN_PARTNER = '00000000-0000-7000-8000-000000000000';

let cli: CliWorld;
let partner: string;
beforeAll(async () => {
  cli = await startCliWorld();
  partner = (await cli.json('partner', 'create', 'Shop')).id;
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => cli.drop());

const createService = (...options: string[]) =>
  cli.json('service', 'create', '--partner', partner, '--area', 'directbilling', '--name', 'Web shop', ...options);

describe('service create', () => {
  it.each([
    ['directbilling', [], { suffix: 'Mine' }],
    ['directbilling', ['--suffix', 'POINTS'], { suffix: 'POINTS' }],
    [
      'sms',
      ['--type', 'ONE_TIME_CODE', '--prefix', 'TC', '--suffix', 'MINE', '--number', '7255', '--number', '7055'],
      {
        type: 'ONE_TIME_CODE',
        prefix: 'TC',
        suffix: 'MINE',
        numbers: [7055, 7255],
        description: null,
        adult: false,
        share: '50',
        api_url: null,
      },
    ],
  ])('creates a complete service of %s with %j', async (area, options, details) => {
    const common = ['--partner', partner, '--area', area, '--name', 'Mine', '--notify-url', 'https://shop.example/ipn'];
    const created = await cli.json('service', 'create', ...common, ...options);
    expect(created).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}$/),
      partner_id: partner,
      area,
      name: 'Mine',
      status: 'service_active',
      notify_url: 'https://shop.example/ipn',
      amounts: 'two-decimals',
      service_id_name: 'serviceId',
      user_agent: null,
      retry_schedule: null,
      created_at: expect.stringMatching(TIMESTAMP),
      updated_at: expect.stringMatching(TIMESTAMP),
      ...details,
    });
    expect(await cli.json('service', 'show', created.id)).toEqual(created);
    expect((await cli.json('service', 'key', created.id)).keys).toHaveLength(2);
  });

  it('rejects an unknown partner', async () => {
    const { code, err } = await cli.run('service', 'create', '--partner', UNKNOWN_PARTNER, '--area', 'directbilling', '--name', 'x');
    expect([code, err]).toEqual([1, `error: There is no partner ${UNKNOWN_PARTNER}. See the partners: npm run gateway -- partner list\n`]);
  });

  it.each([
    ['an area that does not exist', ['--area', 'fax', '--name', 'x'], 'Allowed choices are directbilling, sms, payment.'],
    ['a channel that does not exist', ['--area', 'payment', '--name', 'x', '--channels', 'blik,cash'], 'There is no channel cash.'],
    ['no area', ['--name', 'x'], "required option '--area <area>' not specified"],
    ['no name', ['--area', 'sms'], "required option '--name <name>' not specified"],
    [
      'an option of another product',
      ['--area', 'directbilling', '--name', 'x', '--prefix', 'TC'],
      '--prefix belongs to SMS services, and this is a service of DirectBilling.',
    ],
    ['a switch of another product', ['--area', 'directbilling', '--name', 'x', '--adult'], '--adult belongs to SMS services'],
    ['an SMS service without its words', ['--area', 'sms', '--name', 'x', '--type', 'CODE_PACK'], "required option '--prefix <word>'"],
    [
      'an address that is no URL',
      ['--area', 'directbilling', '--name', 'x', '--notify-url', 'shop.example'],
      'It must be an http or https URL',
    ],
    [
      'another scheme',
      ['--area', 'directbilling', '--name', 'x', '--notify-url', 'ftp://shop.example/'],
      'It must be an http or https URL',
    ],
    [
      'a URL with a password',
      ['--area', 'directbilling', '--name', 'x', '--notify-url', 'https://u:p@shop.example/'],
      'It must be an http or https URL',
    ],
  ])('rejects %s', async (_, options, message) => {
    const { code, out, err } = await cli.run('service', 'create', '--partner', partner, ...options);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(message);
    expect(err).toContain('--help');
  });
});

describe('service list', () => {
  it('lists the services of all partners or of one', async () => {
    const other = (await cli.json('partner', 'create', 'Other')).id;
    const service = await createService();
    const listIds = async (...options: string[]) => (await cli.json('service', 'list', ...options)).map(({ id }: { id: string }) => id);
    expect(await listIds()).toContain(service.id);
    expect(await listIds('--partner', partner)).toContain(service.id);
    expect(await listIds('--partner', other)).toEqual([]);
    expect((await cli.run('service', 'list', '--partner', other)).out).toBe('No services yet.\n');
  });

  it('rejects an unknown partner', async () => {
    expect((await cli.run('service', 'list', '--partner', UNKNOWN_PARTNER)).code).toBe(1);
  });
});

describe('service set', () => {
  it('changes only the named settings', async () => {
    const before = await createService();
    const after = await cli.json(
      'service',
      'set',
      before.id,
      '--status',
      'service_blocked',
      '--amounts',
      'shortest',
      '--retry-schedule',
      '0,5,30s,2m,1h',
      '--name',
      'New',
    );
    expect(after).toEqual({
      ...before,
      name: 'New',
      status: 'service_blocked',
      amounts: 'shortest',
      retry_schedule: [0, 5, 30, 120, 3600],
      updated_at: after.updated_at,
    });
  });

  it('sets the form of notifications for older clients, at creation or later', async () => {
    const form = ['--amounts', 'shortest', '--service-id-name', 'service_id', '--user-agent', 'Shop-IPN/2.0'];
    const expected = { amounts: 'shortest', service_id_name: 'service_id', user_agent: 'Shop-IPN/2.0' };
    const common = ['service', 'create', '--partner', partner, '--area', 'directbilling', '--name', 'Old shop'];
    const created = await cli.json(...common, ...form);
    expect(created).toMatchObject(expected);
    expect(await cli.json('service', 'set', (await createService()).id, ...form)).toMatchObject(expected);
    expect(await cli.json('service', 'set', created.id, '--user-agent', 'default')).toMatchObject({ ...expected, user_agent: null });
    const recommendation = 'existing client library needs --amounts shortest';
    expect((await cli.run(...common)).out).toContain(recommendation);
    expect((await cli.run(...common, ...form)).out).not.toContain(recommendation);
    expect((await cli.run('service', 'create', '--help')).out).toContain(recommendation);
  });

  it('sets and removes the notification URL and the retry schedule', async () => {
    const { id } = await createService();
    const changed = await cli.json('service', 'set', id, '--notify-url', 'http://shop.example:8080/ipn?a=1', '--retry-schedule', '0');
    expect([changed.notify_url, changed.retry_schedule]).toEqual(['http://shop.example:8080/ipn?a=1', [0]]);
    const removed = await cli.json('service', 'set', id, '--notify-url', 'none', '--retry-schedule', 'default');
    expect([removed.notify_url, removed.retry_schedule]).toEqual([null, null]);
  });

  it.each([
    ['nothing to change', [], 'Nothing to change: give at least one of'],
    ['an unknown status', ['--status', 'on'], 'Allowed choices are service_new'],
    ['an unknown name', ['--service-id-name', 'id'], 'Allowed choices are serviceId, service_id.'],
    ['a User-Agent that no header can carry', ['--user-agent', 'ż'], 'It must have 1 to 120 printable ASCII characters'],
    ['an unknown rendering', ['--amounts', '5.00'], 'Allowed choices are two-decimals, shortest.'],
    ['an empty schedule', ['--retry-schedule', ''], 'It must be "default" or 1 to 50 waiting times'],
    ['a step that is no time', ['--retry-schedule', '0,soon'], 'It must be "default" or 1 to 50 waiting times'],
    ['a step too far away', ['--retry-schedule', '0,31d'], 'It must be "default" or 1 to 50 waiting times'],
    ['a negative step', ['--retry-schedule', '-5'], 'It must be "default" or 1 to 50 waiting times'],
    ['too many steps', ['--retry-schedule', Array(51).fill('1').join(',')], 'It must be "default" or 1 to 50 waiting times'],
  ])('rejects %s', async (_, options, message) => {
    const { code, err } = await cli.run('service', 'set', '0f3a9c21', ...options);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });

  it('rejects a notification URL in a private network, unless WEBHOOK_ALLOWED_NETWORKS contains the network', async () => {
    const { id } = await createService();
    const setUrl = () => cli.run('service', 'set', id, '--notify-url', 'http://127.0.0.1:3001/inbox');
    expect(await setUrl()).toMatchObject({
      code: 2,
      err: expect.stringContaining('WEBHOOK_ALLOWED_NETWORKS allows your own networks.'),
    });
    expect((await cli.json('service', 'show', id)).notify_url).toBeNull();
    cli.env['WEBHOOK_ALLOWED_NETWORKS'] = '127.0.0.0/8';
    const { code } = await setUrl();
    delete cli.env['WEBHOOK_ALLOWED_NETWORKS'];
    expect(code).toBe(0);
  });

  it('changes the suffix, alone or together with other settings', async () => {
    const { id } = await createService('--suffix', 'OLD');
    expect(await cli.json('service', 'set', id, '--suffix', 'NEW')).toMatchObject({ suffix: 'NEW', name: 'Web shop' });
    expect(await cli.json('service', 'set', id, '--suffix', ' TITLE ', '--name', 'Other')).toMatchObject({
      suffix: 'TITLE',
      name: 'Other',
    });
    expect((await cli.json('service', 'show', id)).suffix).toBe('TITLE');
  });

  it('rejects options of another product, and then changes nothing', async () => {
    const { id } = await createService();
    expect(await cli.run('service', 'set', id, '--name', 'Other', '--number', '7055')).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('--number belongs to SMS services, and this is a service of DirectBilling.'),
    });
    expect(await cli.run('service', 'set', id, '--name', 'Other', '--suffix', '')).toMatchObject({
      code: 2,
      err: expect.stringContaining("option '--suffix <text>' argument '' is invalid. It must have 1 to 120 characters"),
    });
    expect((await cli.json('service', 'show', id)).name).toBe('Web shop');
  });

  it('rejects an unknown service id and an invalid one', async () => {
    expect(await cli.run('service', 'set', '00000000', '--amounts', 'shortest')).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no service 00000000'),
    });
    expect(await cli.run('service', 'set', 'nonsense', '--amounts', 'shortest')).toMatchObject({
      code: 2,
      err: expect.stringContaining('eight hexadecimal digits'),
    });
  });
});

describe('service key', () => {
  it('shows the valid keys in clear text, as JSON and as text', async () => {
    const { id } = await createService();
    const { service_id, keys } = await cli.json('service', 'key', id);
    expect(service_id).toBe(id);
    expect(keys).toEqual([
      { purpose: 'ipn', key: expect.stringMatching(/^[0-9a-f]{32}$/), valid_from: expect.stringMatching(TIMESTAMP), valid_until: null },
      {
        purpose: 'webhook',
        key: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
        valid_from: expect.stringMatching(TIMESTAMP),
        valid_until: null,
      },
    ]);
    const { out } = await cli.run('service', 'key', id);
    for (const { key } of keys) expect(out).toContain(key);
  });

  it('does not log the keys, even with the log level trace', async () => {
    const { id } = await createService();
    const { keys } = await cli.json('service', 'key', id);
    cli.env['LOG_LEVEL'] = 'trace';
    const { err } = await cli.run('service', 'key', id);
    delete cli.env['LOG_LEVEL'];
    expect(err).not.toBe('');
    for (const { key } of keys) expect(err).not.toContain(key);
  });

  it('prints an error when the encryption key is another one', async () => {
    const { id } = await createService();
    cli.env['ENCRYPTION_KEYS'] = `7:${Buffer.alloc(32, 7).toString('base64')}`;
    const { code, out, err } = await cli.run('service', 'key', id);
    cli.env['ENCRYPTION_KEYS'] = ENCRYPTION_KEYS;
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('encryption key version 0, which is missing in ENCRYPTION_KEYS');
  });

  it('rejects an unknown service', async () => {
    expect(await cli.run('service', 'key', '00000000')).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('There is no service'),
    });
  });
});

describe('service rotate-key', () => {
  it('adds a key of each purpose, and the old keys end after the overlap', async () => {
    const { id } = await createService();
    const before = (await cli.json('service', 'key', id)).keys as { key: string }[];
    const now = new Date(Math.ceil(Date.now() / 1000) * 1000 + 60_000); // after the creation of the keys, rounded to a second because times are printed without milliseconds
    jest.spyOn(DatabaseClock.prototype, 'now').mockReturnValue(now);
    const after = (await cli.json('service', 'rotate-key', id, '--yes')).keys as {
      key: string;
      purpose: string;
      valid_until: string | null;
    }[];
    expect(after).toHaveLength(4);
    for (const { key } of before) {
      const validUntil = Date.parse(after.find((rotated) => rotated.key === key)?.valid_until ?? '');
      expect(validUntil).toBe(now.getTime() + DEFAULT_OVERLAP_MS);
    }
    expect(after.filter(({ valid_until }) => valid_until === null).map(({ purpose }) => purpose)).toEqual(['ipn', 'webhook']);
  });

  it('rotates a single key, with another overlap', async () => {
    const { id } = await createService();
    const { keys } = await cli.json('service', 'rotate-key', id, '--purpose', 'webhook', '--overlap', '7d', '--yes');
    expect(keys.map(({ purpose }: { purpose: string }) => purpose).sort()).toEqual(['ipn', 'webhook', 'webhook']);
  });

  it('says in its help that the partner must accept both keys for a time', async () => {
    const { out } = await cli.run('service', 'rotate-key', '--help');
    expect(out.replaceAll(/\s+/g, ' ')).toContain('adds the new key, accepts a valid signature of either key');
    expect(out).not.toContain('change over at any moment');
  });

  it.each([
    [['--overlap', '91d'], 'It must be a duration of at most 90d'],
    [['--overlap', 'long'], 'It must be a duration of at most 90d'],
    [['--purpose', 'all'], 'Allowed choices are ipn, webhook, both.'],
  ])('rejects %j', async (options, message) => {
    expect(await cli.run('service', 'rotate-key', '0f3a9c21', ...options)).toMatchObject({
      code: 2,
      err: expect.stringContaining(message),
    });
  });
});

describe('service tariff', () => {
  const tariffRow = (operator: string, changes: object = {}) => ({
    operator,
    enabled: true,
    share_below_9: '30',
    share_from_9: '30',
    share_from_25: '30',
    max_gross: '100.00',
    currency: 'PLN',
    ...changes,
  });
  let id: string;
  beforeAll(async () => {
    id = (await cli.json('service', 'create', '--partner', partner, '--area', 'directbilling', '--name', 'Points')).id;
  });

  it('shows the commission at each operator', async () => {
    expect(await cli.json('service', 'tariff', id)).toEqual({
      service_id: id,
      tariffs: ['orange', 'play', 't-mobile', 'plus'].map((operator) => tariffRow(operator)),
    });
    expect((await cli.run('service', 'tariff', id)).out).toContain('Shares are percent of the net price');
  });

  it('changes one operator and keeps values that are not named', async () => {
    const changed = tariffRow('orange', { share_below_9: '45', share_from_9: '30.5', share_from_25: '0', max_gross: '50.00' });
    expect(
      (
        await cli.json(
          'service',
          'tariff',
          id,
          '--operator',
          'orange',
          '--shares',
          '45,30.5,0',
          '--max',
          '50',
          '--reason',
          'Contract',
          '--yes',
        )
      ).tariffs,
    ).toEqual([changed]);
    expect((await cli.json('service', 'tariff', id, '--operator', 'orange', '--disable')).tariffs).toEqual([
      { ...changed, enabled: false },
    ]);
    expect((await cli.json('service', 'tariff', id, '--operator', 'plus')).tariffs).toEqual([tariffRow('plus')]);
  });

  it('changes all operators when none is named', async () => {
    const { tariffs } = await cli.json('service', 'tariff', id, '--max', '20.50', '--enable');
    expect(tariffs.map(({ max_gross, enabled }: { max_gross: string; enabled: boolean }) => [max_gross, enabled])).toEqual(
      Array(4).fill(['20.50', true]),
    );
  });

  it.each([
    [['--shares', '30,30'], 'It must be three percentages from 0 to 99'],
    [['--shares', '30,30,99.01'], 'It must be three percentages from 0 to 99'],
    [['--shares', '30,30,x'], 'It must be three percentages from 0 to 99'],
    [['--shares', '30,30,1.000'], 'It must be three percentages from 0 to 99'],
    [['--shares', '1,2,3,4'], 'It must be three percentages from 0 to 99'],
    [['--shares', '-1,2,3'], 'It must be three percentages from 0 to 99'],
    [['--max', '0'], 'It must be an amount above 0'],
    [['--max', '1.234'], 'It must be an amount above 0'],
    [['--max', '1.000'], 'It must be an amount above 0'], // may be a thousand
    [['--max', '1e3'], 'It must be an amount above 0'],
    [['--max', '1000000'], 'It must be an amount above 0'],
    [['--operator', 'vodafone'], 'Allowed choices are orange, play, t-mobile, plus.'],
    [['--enable', '--disable'], "cannot be used with option '--enable'"],
  ])('rejects %j', async (options, message) => {
    expect(await cli.run('service', 'tariff', id, ...options)).toMatchObject({ code: 2, out: '', err: expect.stringContaining(message) });
  });

  it('rejects services of other products', async () => {
    const smsOptions = [
      '--area',
      'sms',
      '--name',
      'Votes',
      '--type',
      'CODE_PACK',
      '--prefix',
      'TC',
      '--suffix',
      'TARIFF',
      '--number',
      '7055',
    ];
    const { id: other } = await cli.json('service', 'create', '--partner', partner, ...smsOptions);
    expect(await cli.run('service', 'tariff', other)).toMatchObject({
      code: 1,
      err: expect.stringContaining('Only DirectBilling services have a tariff'),
    });
  });
});

describe('a service name with control characters', () => {
  it('is printed with replacement characters as text, and unchanged as JSON', async () => {
    const { id } = await createService();
    const dataSource = await new DataSource({ type: 'postgres', url: cli.env['DATABASE_URL'] ?? '' }).initialize();
    await dataSource.query('UPDATE service SET name = $2 WHERE id = $1', [id, 'a\u001b[2Jb']);
    await dataSource.destroy();
    expect((await cli.run('service', 'show', id)).out).toContain('a\ufffd[2Jb');
    expect((await cli.json('service', 'show', id)).name).toBe('a\u001b[2Jb');
  });
});
