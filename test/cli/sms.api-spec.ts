import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { runCli } from '../../src/cli/run-cli.js';
import { type CliWorld, startCliWorld } from './cli-world.js';

let cli: CliWorld;
let database: DataSource;
let partner: string;
let folder: string;
beforeAll(async () => {
  cli = await startCliWorld();
  database = await new DataSource({ type: 'postgres', url: cli.env['DATABASE_OWNER_URL'] ?? '' }).initialize();
  partner = (await cli.json('partner', 'create', 'Shop')).id;
  folder = await mkdtemp(join(tmpdir(), 'gateway-codes-'));
});
afterAll(async () => {
  await database.destroy();
  await cli.drop();
  await rm(folder, { recursive: true });
});

const createCommand = (...options: string[]): string[] => [
  'service',
  'create',
  '--area',
  'sms',
  '--partner',
  partner,
  '--name',
  'Points',
  '--prefix',
  'TC',
  ...options,
];
const packService = async (suffix: string): Promise<string> =>
  (await cli.json(...createCommand('--type', 'CODE_PACK', '--suffix', suffix, '--number', '7055'))).id;
const writeCodeFile = async (name: string, text: string): Promise<string> => {
  const file = join(folder, name);
  await writeFile(file, text);
  return file;
};

describe('service create --area sms', () => {
  it('creates a service with its keyword, numbers and keys', async () => {
    const created = await cli.json(
      ...createCommand(
        '--type',
        'ONE_TIME_CODE',
        '--suffix',
        'POINTS',
        '--number',
        '92555',
        '--number',
        '7055',
        '--share',
        '47.5',
        '--adult',
        '--description',
        'Game points',
      ),
    );
    expect(created).toMatchObject({
      area: 'sms',
      status: 'service_active',
      type: 'ONE_TIME_CODE',
      prefix: 'TC',
      suffix: 'POINTS',
      numbers: [7055, 92555],
      share: '47.5',
      adult: true,
      description: 'Game points',
      api_url: null,
    });
    expect(await cli.json('service', 'show', created.id)).toEqual(created);
    expect((await cli.json('service', 'key', created.id)).keys).toHaveLength(2);
  });

  it('rejects a keyword of another service in any case', async () => {
    const { code, err } = await cli.run(...createCommand('--type', 'ONE_TIME_CODE', '--suffix', 'points', '--number', '7055'));
    const [{ id: owner }] = await cli.json('service', 'list', '--partner', partner);
    expect([code, err]).toEqual([
      1,
      `error: The keyword TC.points already belongs to service ${owner}. Choose another prefix or suffix, or give that service others first: npm run gateway -- service set ${owner} --help\n`,
    ]);
    expect(await cli.json('service', 'list', '--partner', partner)).toHaveLength(1);
  });

  it.each([
    [['--type', 'API_URL', '--suffix', 'A', '--number', '7055'], '--api-url belongs to --type API_URL'],
    [
      ['--type', 'CODE_PACK', '--suffix', 'A', '--number', '7055', '--api-url', 'https://a.example/'],
      '--api-url belongs to --type API_URL',
    ],
    [['--type', 'CODE_PACK', '--suffix', 'A', '--number', '7056'], 'It must be one of 7055, 7155'],
    [['--type', 'CODE_PACK', '--suffix', 'A B', '--number', '7055'], 'It must have 1 to 32 letters'],
    [['--type', 'CODE_PACK', '--suffix', 'A', '--number', '7055', '--share', '101'], 'It must be a percentage'],
    [['--type', 'CODE_PACK', '--suffix', 'A'], "required option '--number <number>' not specified"],
    [['--type', 'OTHER', '--suffix', 'A', '--number', '7055'], 'Allowed choices are ONE_TIME_CODE, CODE_PACK, API_URL'],
  ])('called with %p prints an error', async (options, message) => {
    const { code, err } = await cli.run(...createCommand(...options));
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe('sms codes upload', () => {
  it('adds codes, reports duplicates and malformed lines, and adds nothing when it is repeated', async () => {
    const id = await packService('PACK');
    const file = await writeCodeFile('codes.txt', '\ufeffAAAAA1\r\nAAAAA2\r\n\r\nAAAAA1\r\nnot a code\r\nAAAAA3');
    const first = await cli.json('sms', 'codes', 'upload', id, file);
    expect(first).toEqual({
      added: 3,
      duplicates: 1,
      malformed: 1,
      free: 3,
      refused: [
        { line: 5, code: 'not a code', why: 'form' },
        { line: 4, code: 'AAAAA1', why: 'duplicate' },
      ],
    });
    const repeated = await cli.run('sms', 'codes', 'upload', id, file);
    expect(repeated.out).toContain('0 codes added, 4 duplicates and 1 malformed lines left out. 3 codes are free now.');
    expect(await cli.json('service', 'show', id)).toMatchObject({ codes_free: 3, codes_taken: 0 });
  });

  it('adds 12,000 codes, more than one batch, and shows a progress bar on a terminal', async () => {
    const id = await packService('LARGE');
    const file = await writeCodeFile(
      'large.txt',
      Array.from({ length: 12_000 }, (_, i) => i.toString(36).toUpperCase().padStart(6, '0')).join('\n'),
    );
    const [stdout, stderr] = [
      new PassThrough(),
      Object.assign(new PassThrough(), { isTTY: true, columns: 100, cursorTo: () => true, clearLine: () => true, moveCursor: () => true }),
    ];
    const code = await runCli(['sms', 'codes', 'upload', id, file, '--json'], { stdout, stderr, env: cli.env });
    expect([code, JSON.parse(String(stdout.read()))]).toEqual([
      0,
      { added: 12_000, duplicates: 0, malformed: 0, free: 12_000, refused: [] },
    ]);
    expect(String(stderr.read())).toMatch(/kB/);
  });

  it('ends with an error when it is interrupted, and the next run adds the remaining codes', async () => {
    const id = await packService('BREAK');
    const file = await writeCodeFile('break.txt', Array.from({ length: 20_000 }, (_, i) => `C${i}`).join('\n'));
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    expect(await runCli(['sms', 'codes', 'upload', id, file], { stdout, stderr, env: cli.env, signal: AbortSignal.abort() })).not.toBe(0);
    await cli.json('sms', 'codes', 'upload', id, file);
    expect(await cli.json('service', 'show', id)).toMatchObject({ codes_free: 20_000 });
  });

  it.each([
    ['a file that is not there', 'missing.txt', 'is not a file that can be read.'],
    ['a folder', '.', 'is not a file that can be read.'],
  ])('rejects %s', async (_, name, message) => {
    const { code, err } = await cli.run('sms', 'codes', 'upload', await packService(`X${name.length}`), join(folder, name));
    expect([code, err]).toEqual([1, expect.stringContaining(message)]);
  });

  it('rejects a service of another product', async () => {
    const { id } = await cli.json('service', 'create', '--partner', partner, '--area', 'directbilling', '--name', 'Other');
    expect((await cli.run('sms', 'codes', 'upload', id, await writeCodeFile('other.txt', 'A'))).err).toContain(
      `Service ${id} is not an SMS service. Its area is directbilling.`,
    );
  });

  it('rejects a service of another type', async () => {
    const id = (await cli.json(...createCommand('--type', 'ONE_TIME_CODE', '--suffix', 'FRESH', '--number', '7055'))).id;
    expect((await cli.run('sms', 'codes', 'upload', id, await writeCodeFile('one.txt', 'A'))).err).toContain('its type is not CODE_PACK');
  });
});

describe('sms inbound list', () => {
  it('lists received messages, also those that were rejected', async () => {
    expect((await cli.run('sms', 'inbound', 'list')).out).toBe('No such messages.\n');
    const id = (await cli.json(...createCommand('--type', 'ONE_TIME_CODE', '--suffix', 'LISTED', '--number', '7055'))).id;
    await database.query(
      `INSERT INTO sms_inbound (message_id, from_number, send_number, text, sent_at, received_at, test, outcome, service_id, reply) VALUES
       ('a', '48500600700', '7056', E'hello\\nthere', $1, $1, false, 'number_unknown', NULL, 'no'),
       ('b', '48500600700', '7055', 'TC.LISTED', $1::timestamptz + interval '1 second', $1::timestamptz + interval '1 second', true, 'matched', $2, 'Code: ABC')`,
      ['2026-11-21T13:05:09+01:00', id],
    );
    const messages = await cli.json('sms', 'inbound', 'list');
    expect(messages.map((row: { message_id: string }) => row.message_id)).toEqual(['b', 'a']);
    expect(await cli.json('sms', 'inbound', 'list', '--outcome', 'refused')).toEqual([
      {
        received_at: '2026-11-21T13:05:09+01:00',
        outcome: 'number_unknown',
        from: '48500600700',
        number: '7056',
        text: 'hello\nthere',
        reply: 'no',
        service_id: null,
        transaction_id: null,
        test: false,
        message_id: 'a',
      },
    ]);
    expect(await cli.json('sms', 'inbound', 'list', '--service', id)).toHaveLength(1);
    expect(await cli.json('sms', 'inbound', 'list', '--outcome', 'pack_empty')).toEqual([]);
    expect((await cli.run('sms', 'inbound', 'list', '--limit', '1')).err).toBe(
      'The list is limited to 1. Give a larger --limit to see more.\n',
    );
    expect((await cli.run('sms', 'inbound', 'list', '--outcome', 'odd')).code).toBe(2);
  });
});

describe('transaction show of SMS', () => {
  it('shows the message, the code and the call to the partner', async () => {
    const id = (
      await cli.json(
        ...createCommand('--type', 'API_URL', '--api-url', 'https://shop.example/sms', '--suffix', 'SHOWN', '--number', '7255'),
      )
    ).id;
    await database.query(
      `WITH message AS (INSERT INTO sms_inbound VALUES ('shown', '48500600700', '7255', 'TC.SHOWN', $1, $1, false, 'matched', $2, 'Thanks')),
            made AS (INSERT INTO sms_transaction (service_id, message_id, from_number, send_number, code, test, net_minor, gross_minor, partner_minor, sent_at, created_at)
                     VALUES ($2, 'shown', '48500600700', 7255, '', false, 200, 246, 100, $1, $1) RETURNING id)
       INSERT INTO sms_partner_call (transaction_id, state, attempts, last_problem) SELECT id, 'stopped', 2, 'STATUS_410' FROM made`,
      ['2026-11-21T13:05:09+01:00', id],
    );
    const [{ transaction_id: transactionId }] = await cli.json('sms', 'inbound', 'list', '--service', id);
    const view = await cli.json('transaction', 'show', transactionId);
    expect(view).toEqual({
      transaction: {
        id: Number(transactionId),
        area: 'sms',
        service_id: id,
        from: '48500600700',
        number: 7255,
        text: 'TC.SHOWN',
        reply: 'Thanks',
        code: '',
        used_at: null,
        test: false,
        gross: '2.46',
        net: '2.00',
        partner_share: '1.00',
        currency: 'PLN',
        sent_at: '2026-11-21T13:05:09+01:00',
        created_at: '2026-11-21T13:05:09+01:00',
        message_id: 'shown',
      },
      partner_calls: [{ state: 'stopped', attempts: 2, problem: 'STATUS_410', next_attempt_at: null }],
      history: [{ at: '2026-11-21T13:05:09+01:00', from: null, to: 'sold', reason: 'message_received' }],
      entries: [],
    });
  });
});
