import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Command } from 'commander';
import { DataSource } from 'typeorm';
import type { CliCommand } from '../../src/cli/cli-command.js';
import { buildProgram } from '../../src/cli/program.js';
import { runCli } from '../../src/cli/run-cli.js';
import { Session } from '../../src/cli/session.js';
import { ReverseUnmatchedChargeService } from '../../src/products/direct-billing/charges/reverse-unmatched-charge.service.js';
import { OperatorConnectors } from '../../src/connectors/operators/operator.port.js';
import { actingAs } from '../../src/platform/audit/actor.js';
import { recordChange } from '../../src/platform/audit/audited.js';
import { CentralBank, bankTable } from '../payments/support/central-bank.js';
import { paymentWorld } from '../payments/support/payment-shop.js';
import { paidThroughSandbox } from '../payments/support/refund-shop.js';
import { subscriptionShop, type SubscriptionShop } from '../payments/support/subscription-shop.js';
import { createSmsShop } from '../sms/sms-shop.js';
import { ENCRYPTION_KEYS } from '../support/encryption-key.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';
import { type Run, runIn } from './cli-world.js';

const PERSON = ['--author', 'Anna', '--json'];
const WHY = ['--reason', 'Ticket 4711'];

let world: World;
let shop: SubscriptionShop;
let bank: CentralBank;
let folder: string;
let partner: string;
let service: string;
let token: string;
let secret: string;
let smsService: string;
beforeAll(async () => {
  world = await startWorld({ PAYMENT_HOLD_PER_EMAIL: '1' });
  shop = await subscriptionShop(paymentWorld(world));
  bank = await CentralBank.open();
  folder = await mkdtemp(join(tmpdir(), 'audit-'));
  smsService = (await createSmsShop(world, { partnerId: shop.shop.partnerId, type: 'CODE_PACK' })).serviceId;
});
afterAll(async () => {
  await bank.close();
  await rm(folder, { recursive: true });
  await world.stop();
});

const run = (argv: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Run> => runIn({ ...world.settings, ...env }, argv);
// oxlint-disable-next-line typescript/no-explicit-any -- answers are JSON of unknown shape; the assertions are the check
const json = async (...argv: string[]): Promise<any> => {
  const { code, out, err } = await run([...argv, '--json']);
  if (code !== 0) throw new Error(`"${argv.join(' ')}" ended with ${code}: ${err}`);
  return JSON.parse(out) as unknown;
};

interface Entry {
  id: string;
  author: string;
  door: string;
  action: string;
  subject_id: string;
  before: string;
  after: string;
  reason: string | null;
  request_id: string;
}
const entries = (...filter: string[]): Promise<Entry[]> => json('audit', 'list', ...filter);

const file = async (name: string, content: string): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
};
const held = async (): Promise<string> => {
  const pay = async (): Promise<string> => {
    const id = await shop.payment({ amount: 100, customer: { email: 'often@example.com' } });
    await shop.begin(id);
    await shop.report(id, { outcome: 'paid' });
    return id;
  };
  await pay();
  return pay();
};
const first = async (sql: string): Promise<string> => (await world.database.query<{ id: string }[]>(sql))[0]?.id ?? '';
const rotated = (): NodeJS.ProcessEnv => ({ ENCRYPTION_KEYS: `99:${Buffer.alloc(32, 9).toString('base64')},${ENCRYPTION_KEYS}` });

type Call = string[] | { argv: string[]; env?: NodeJS.ProcessEnv; code?: number } | { inside: () => Promise<unknown> };

/** A call of each changing command that changes something. The order matters: later calls use what earlier calls created. */
const CHANGING: Record<string, () => Call | Promise<Call>> = {
  'partner create': () => ['Flower Shop', '--sells', 'payment,directbilling,sms'],
  'service create': () => ['--partner', partner, '--area', 'directbilling', '--name', 'Games', '--suffix', 'AUDIT'],
  'service set': () => [service, '--notify-url', 'https://shop.example/ipn', '--suffix', 'AUDITED'],
  'service brand': () => [service, '--accent', '#0b6354'],
  'service tariff': () => [service, '--operator', 'orange', '--shares', '30,30,25.5', ...WHY, '--yes'],
  'service channels': () => [shop.serviceId, '--channel', 'card', '--commission', '0.1', ...WHY, '--yes'],
  'service rotate-key': () => [service, '--yes'],
  'service reencrypt-keys': () => ({ argv: [], env: rotated() }),
  'token create': () => ['--partner', partner, '--name', 'backend'],
  'token revoke': () => [token, '--yes'],
  'partner block': () => [partner, ...WHY, '--yes'],
  'partner unblock': () => [partner],
  'notification test': () => [shop.serviceId],
  'deliveries resend': async () => [await first('SELECT event_id AS id FROM webhook_delivery LIMIT 1')],
  'payment release': async () => [await held(), ...WHY],
  'payment reject': async () => [await held(), ...WHY],
  'payment refund': async () => {
    const id = await shop.payment({ amount: 100 });
    await shop.begin(id);
    await shop.report(id, { outcome: 'paid' });
    await paidThroughSandbox(world, id);
    return [id, '--amount', '5', ...WHY, '--yes'];
  },
  'payment link create': () => ['--service', shop.serviceId, '--amount', '49.90'],
  'payment link disable': async () => [await first('SELECT id FROM payment_link LIMIT 1'), '--yes'],
  'subscription cancel': async () => [(await shop.active()).id, ...WHY],
  'subscription mark-fraud': async () => [(await shop.active()).id, ...WHY],
  'directbilling reverse-unmatched': () => ({
    inside: async () => {
      const reference = '019a1b2c-3d4e-7f50-8a61-b2c3d4e5f607';
      const orange = world.get(OperatorConnectors).of('orange');
      const output = { phoneNumber: '48500600700', grossMinor: 1362, seller: 'Shop', description: null, codeReference: reference };
      await orange?.sendCode(output);
      await orange?.charge({ ...output, chargeReference: reference, code: '123456' });
      await world.sandbox.deliverReports('all');
      return world.get(ReverseUnmatchedChargeService).run('orange', reference);
    },
  }),
  'sms codes upload': async () => [smsService, await file('codes.txt', 'AUDIT1\nAUDIT2\n')],
  'channels marks import': async () => {
    await file('card.svg', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><path d="M0 0h40v20H0z"/></svg>');
    return [folder];
  },
  'channels marks clear': () => [],
  'rates refresh': () => {
    bank.says('A', null, (response, day) => response.end(bankTable('A', day, { EUR: 4.2511 })));
    return { argv: [], env: { NBP_URL: bank.url } };
  },
  'ledger adjust': () => [
    ...['--debit', 'platform:liquidity', '--credit', 'partner:available', '--partner', partner],
    ...['--amount', '10', '--reference', 'A-1', ...WHY],
  ],
  'wallet payout': () => [partner, '--amount', '5', '--reference', 'TR-1'],
  'settlement import': async () => ['orange', await file('orange.csv', 'reference,amount\nX-1,13.62\n'), '--month', '2026-09'],
  'settlement undo': async () => [await first('SELECT id FROM settlement_file'), ...WHY, '--yes'],
  'settlement settle': () => ['orange', '--month', '2026-09', '--reference', 'ORA-2026-09'],
  'counters verify': async () => {
    await world.asOwner('UPDATE listing_change SET count = count + 1');
    return { argv: ['--repair'] };
  },
  'payer erase': () => ({ argv: ['jan@example.com', ...WHY, '--yes'], code: 1 }), // 1, because its pending payments cannot be erased yet
  'restored release': async () => {
    await world.asOwner('INSERT INTO restored DEFAULT VALUES');
    return [...WHY, '--yes'];
  },
  'clock advance': () => ['1m'],
};

/** Changing commands whose record is tested elsewhere, with the reason. */
const ELSEWHERE: Record<string, string> = {
  migrate: 'the table migrations has each of them, and the audit may not be there yet',
  'panel invite': 'the panel has a suite of its own, which sees the entry',
};

/** Commands that only read, and below them commands that do work of scheduled tasks. Neither makes an audit entry. */
const READING = [
  'partner list', 'partner statement', 'service list', 'service show', 'service key', 'token list', 'transaction show', 'transaction find',
  'transaction unmatched', 'deliveries list', 'deliveries show', 'deliveries endpoints', 'directbilling late-bookings', 'directbilling conflicts',
  'sms inbound list', 'payment held', 'payment suspense', 'payment conflicts', 'payment refunds', 'payment chargebacks', 'payment link list', 'payment link show', 'rates show',
  'channels marks list', 'wallet show', 'settlement list', 'settlement files', 'settlement discrepancies', 'statement', 'ledger verify', 'payer erasures', 'clock show', 'restored show',
  'audit list', 'audit show', 'audit export', 'audit verify', 'panel people', 'completion', 'notification verify',
]; // prettier-ignore
const DOING_SCHEDULED_WORK = ['ledger head', 'audit head', 'payment expired'];

async function commands(): Promise<CliCommand[]> {
  const io = { stdout: new PassThrough(), stderr: new PassThrough(), env: {} };
  const leaves = (command: CliCommand): CliCommand[] =>
    command.commands.length === 0 ? [command] : (command.commands as CliCommand[]).flatMap(leaves);
  return leaves(
    await buildProgram({ io, session: new Session(io, () => Promise.reject(new Error('no application'))), exitCode: 0 }, () => true),
  );
}

const pathOf = (command: Command): string => (command.parent?.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name());

describe('every command of the command line', () => {
  it('is listed in this file as changing or as not changing', async () => {
    const found = await commands();
    const pathsOf = (changing: boolean): string[] =>
      found
        .filter((one) => one.isChanging === changing)
        .map(pathOf)
        .sort();
    expect(pathsOf(true)).toEqual([...Object.keys(CHANGING), ...Object.keys(ELSEWHERE)].sort());
    expect(pathsOf(false)).toEqual([...READING, ...DOING_SCHEDULED_WORK].sort());
  });

  it.each(Object.keys(CHANGING))('%s records its changes with author and reason', async (path) => {
    const before = new Set((await entries()).map(({ id }) => id));
    const call = await CHANGING[path]?.();
    if (call === undefined) throw new Error('no call');
    let answer: Run | undefined;
    let isReasoned = false;
    if ('inside' in call) await actingAs({ author: 'Anna', door: 'cli', reason: null, requestId: 'r-1' }, call.inside);
    else {
      const { argv, env = {}, code = 0 }: Exclude<typeof call, string[]> = Array.isArray(call) ? { argv: call } : call;
      isReasoned = argv.includes('Ticket 4711');
      answer = await run([...path.split(' '), ...argv, ...PERSON], env);
      expect({ code: answer.code, err: answer.code === code ? '' : answer.err }).toEqual({ code, err: '' });
    }
    const made = (await entries()).filter(({ id }) => !before.has(id));
    expect(made.length).toBeGreaterThan(0);
    expect(new Set(made.map(({ request_id }) => request_id)).size).toBe(1);
    const reason = isReasoned ? 'Ticket 4711' : null;
    for (const entry of made) expect(entry).toMatchObject({ author: 'Anna', door: 'cli', reason });
    if (answer && path === 'partner create') partner = (JSON.parse(answer.out) as { id: string }).id;
    if (answer && path === 'service create') service = (JSON.parse(answer.out) as { id: string }).id;
    if (answer && path === 'token create') ({ id: token, token: secret } = JSON.parse(answer.out) as { id: string; token: string });
  });
});

describe('the audit', () => {
  it('shows the values before and after a change', async () => {
    const [commission] = await entries('--action', 'service.channels');
    expect(JSON.parse(commission?.before ?? '')).toMatchObject({ 'card.commission_bp': expect.any(Number) });
    expect(JSON.parse(commission?.after ?? '')).toEqual({ 'card.commission_bp': 10, 'card.commission_fixed_minor': 0 });
    const [unblocked] = await entries('--action', 'partner.unblock');
    expect(JSON.parse(unblocked?.before ?? '')).toMatchObject({ blocked_reason: 'Ticket 4711' });
    expect(unblocked?.after).toBe('{}');
    expect(await json('audit', 'show', unblocked?.id ?? '')).toMatchObject({
      action: 'partner.unblock',
      before: { blocked_reason: 'Ticket 4711' },
    });
  });

  it('contains no secrets and no personal data of payers', async () => {
    const { out } = await run(['audit', 'export']);
    const { keys } = JSON.parse((await run(['service', 'key', service, '--json'], rotated())).out) as { keys: { key: string }[] };
    for (const hidden of [
      secret,
      ...keys.map(({ key }) => key),
      'ciphertext',
      'token_hash',
      'jan@example.com',
      'often@example.com',
      '500600700',
    ])
      expect(out).not.toContain(hidden);
    expect(out.split('\r\n').length - 2).toBe((await entries()).length);
  });

  it('is filtered by action, author and subject', async () => {
    expect(new Set((await entries('--subject', token)).map(({ action }) => action))).toEqual(new Set(['token.create', 'token.revoke']));
    expect((await entries('--action', 'partner')).every(({ action }) => action.startsWith('partner.'))).toBe(true);
    expect(await entries('--author', 'Nobody')).toEqual([]);
  });

  it('records nothing for a command that changed nothing', async () => {
    const before = (await entries()).length;
    await run(['partner', 'unblock', partner]);
    await run(['token', 'revoke', token, '--yes']);
    for (const shown of ['brand', 'channels', 'tariff']) await run(['service', shown, shown === 'tariff' ? service : shop.serviceId]);
    expect(await world.database.query('SELECT FROM service_brand WHERE service_id = $1', [shop.serviceId])).toEqual([]);
    expect(await entries()).toHaveLength(before);
  });

  it.each([
    ['address', `'10.0.0.1'`],
    ['address', 'NULL'],
    ['partner_id', 'gen_random_uuid()'],
  ])('detects tampering when the %s of an entry of the panel becomes %s', async (column, value) => {
    const actor = { author: 'Ewa', door: 'panel', reason: null, requestId: null, partnerId: partner, address: '192.0.2.7' } as const;
    const subject = { action: 'panel_user.sign_in', subject: 'panel_user', id: randomUUID() };
    await actingAs(actor, () => world.get(DataSource).transaction((tx) => recordChange(tx, subject)));
    // Rows are sealed only when no older transaction is open. Transactions of other suites count, too, although they use other databases.
    await until(
      () =>
        world.database.query<{ due: boolean }[]>(
          'SELECT pg_snapshot_xmin(pg_current_snapshot()) > max(created_xid) AS due FROM audit_entry',
        ),
      ([row]) => row?.due === true,
    );
    await json('audit', 'head');
    await world.asOwner('ALTER TABLE audit_entry DISABLE TRIGGER audit_entry_append_only');
    const where = `WHERE subject_id = '${subject.id}'`;
    await world.asOwner(`UPDATE audit_entry SET ${column} = ${value} ${where}`);
    expect((await run(['audit', 'verify'])).code).toBe(1);
    await world.asOwner(`UPDATE audit_entry SET partner_id = '${partner}', address = '192.0.2.7' ${where}`);
    await world.asOwner('ALTER TABLE audit_entry ENABLE TRIGGER audit_entry_append_only');
    expect(await json('audit', 'verify')).toEqual({ sound: true, broken: null });
  });

  it('rejects changes of its entries, and detects a change by the owner of the database', async () => {
    await json('audit', 'head');
    const UPDATE = `UPDATE audit_entry SET author = 'Ben' WHERE action = 'partner.block'`;
    await expect(world.database.query(UPDATE)).rejects.toThrow('permission denied');
    await expect(world.asOwner(UPDATE)).rejects.toThrow('append-only');
    expect(await json('audit', 'verify')).toEqual({ sound: true, broken: null });
    await world.asOwner(`ALTER TABLE audit_entry DISABLE TRIGGER audit_entry_append_only`);
    await world.asOwner(UPDATE);
    const { code, out } = await run(['audit', 'verify', '--json']);
    expect([code, JSON.parse(out)]).toMatchObject([
      1,
      { sound: false, broken: { table: 'audit_entry', reason: expect.stringContaining('changed after seal') } },
    ]);
  });
});

describe('a command that asks or requires a reason', () => {
  it.each([
    ['partner block', () => [partner, ...WHY]],
    ['token revoke', () => [token]],
    ['service rotate-key', () => [service]],
    ['service channels', () => [shop.serviceId, '--channel', 'card', '--commission', '0.2', ...WHY]],
    ['service tariff', () => [service, '--shares', '1,1,1', ...WHY]],
    ['payer erase', () => ['jan@example.com', ...WHY]],
  ])('%s shows what will change, and changes nothing without a terminal and without --yes', async (path, argv) => {
    const before = (await entries()).length;
    const { code, err } = await run([...path.split(' '), ...argv()]);
    expect([code, err]).toEqual([2, expect.stringContaining('give --yes')]);
    expect(await entries()).toHaveLength(before);
  });

  it.each([
    ['y\n', 0, ''],
    ['n\n', 1, 'Nothing was changed.'],
    ['', 1, 'Nothing was changed.'],
  ])('asks on a terminal, and the input %j leads to exit code %d', async (answer, code, words) => {
    const stdin = Object.assign(new PassThrough(), { isTTY: true });
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    stdin.end(answer);
    const before = (await entries()).length;
    const argv = ['service', 'rotate-key', smsService, '--author', 'Anna'];
    expect(await runCli(argv, { stdin, stdout, stderr, env: { ...world.settings, ...rotated() } })).toBe(code);
    const output = String(stderr.read());
    expect(output).toMatch(/^Notifications of .* are signed with new keys .*\nGo on\? \[y\/N\] /);
    expect(output).toContain(words);
    expect((await entries()).length > before).toBe(code === 0);
  });

  it('shows the present commission and the new one', async () => {
    const { err } = await run(['service', 'channels', shop.serviceId, '--channel', 'card', '--commission', '0.2', ...WHY]);
    expect(err).toContain('card: 0.1 % + 0.00 PLN → 0.2 % + 0.00 PLN');
  });

  it.each(['jan@example.com asked', 'Called from +48 500-600-700', '500600700'])(
    'rejects a reason that names a payer: %s',
    async (reason) => {
      expect(await run(['partner', 'block', partner, '--reason', reason, '--yes'])).toMatchObject({
        code: 2,
        err: expect.stringContaining('A reason is kept for good'),
      });
    },
  );

  it.each([
    ['service', 'channels', '0f3a9c21', '--channel', 'card', '--commission', '1'],
    ['payment', 'release', '019a1b2c-3d4e-7f50-8a61-b2c3d4e5f607'],
    ['payer', 'erase', 'jan@example.com'],
    ['payment', 'refund', 'K7Q2ZP0D'],
  ])('requires a reason: %s %s', async (...argv) => {
    const call = argv.map((text) => (text === '0f3a9c21' ? shop.serviceId : text));
    expect(await run([...call, '--yes'].filter((text) => text !== '--yes' || argv[0] !== 'payment'))).toMatchObject({
      code: 2,
      err: expect.stringContaining('--reason'),
    });
  });
});
