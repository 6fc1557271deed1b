import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import type { Declaration } from '../../src/cli/command.js';
import { NOUNS } from '../../src/cli/nouns.js';
import { runCli } from '../../src/cli/run-cli.js';
import { ReverseUnmatchedChargeService } from '../../src/products/direct-billing/charges/reverse-unmatched-charge.service.js';
import { OperatorConnectors } from '../../src/connectors/operators/operator.port.js';
import { actingAs } from '../../src/platform/audit/actor.js';
import { recordChange } from '../../src/platform/audit/audited.js';
import { CentralBank, bankTable } from '../payments/support/central-bank.js';
import { paymentWorld } from '../payments/support/payment-shop.js';
import { moveAttemptsToSandbox } from '../payments/support/refund-shop.js';
import { subscriptionShop, type SubscriptionShop } from '../payments/support/subscription-shop.js';
import { createSmsShop } from '../sms/sms-shop.js';
import { ENCRYPTION_KEYS } from '../support/encryption-key.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';
import { type Run, runCommandWith } from './cli-world.js';

const AUTHOR = ['--author', 'Anna', '--json'];
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

const runCommand = (argv: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Run> =>
  runCommandWith({ ...world.settings, ...env }, argv);
// oxlint-disable-next-line typescript/no-explicit-any -- the output is JSON of unknown shape, which the assertions check
const runJson = async (...argv: string[]): Promise<any> => {
  const { code, out, err } = await runCommand([...argv, '--json']);
  if (code !== 0) throw new Error(`"${argv.join(' ')}" ended with ${code}: ${err}`);
  return JSON.parse(out) as unknown;
};

interface AuditEntry {
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
const listEntries = (...filter: string[]): Promise<AuditEntry[]> => runJson('audit', 'list', ...filter);

const writeTestFile = async (name: string, content: string): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
};
/** Makes two payments with one e-mail address. @returns the second one, which is held for review */
const createHeldPayment = async (): Promise<string> => {
  const pay = async (): Promise<string> => {
    const id = await shop.createNewPayment({ amount: 100, customer: { email: 'often@example.com' } });
    await shop.beginAttempt(id);
    await shop.reportAttempt(id, { outcome: 'paid' });
    return id;
  };
  await pay();
  return pay();
};
const firstId = async (sql: string): Promise<string> => (await world.database.query<{ id: string }[]>(sql))[0]?.id ?? '';
/** Settings with another, newer encryption key. */
const withNewEncryptionKey = (): NodeJS.ProcessEnv => ({
  ENCRYPTION_KEYS: `99:${Buffer.alloc(32, 9).toString('base64')},${ENCRYPTION_KEYS}`,
});

type Call = string[] | { argv: string[]; env?: NodeJS.ProcessEnv; code?: number } | { runInProcess: () => Promise<unknown> };

/** A call of each changing command that changes something. The order matters, because later calls use records of earlier calls. */
const CHANGING_COMMANDS: Record<string, () => Call | Promise<Call>> = {
  'partner create': () => ['Flower Shop', '--sells', 'payment,directbilling,sms'],
  'service create': () => ['--partner', partner, '--area', 'directbilling', '--name', 'Games', '--suffix', 'AUDIT'],
  'service set': () => [service, '--notify-url', 'https://shop.example/ipn', '--suffix', 'AUDITED'],
  'service brand': () => [service, '--accent', '#0b6354'],
  'service tariff': () => [service, '--operator', 'orange', '--shares', '30,30,25.5', ...WHY, '--yes'],
  'service channels': () => [shop.serviceId, '--channel', 'card', '--commission', '0.1', ...WHY, '--yes'],
  'service rotate-key': () => [service, '--yes'],
  'service reencrypt-keys': () => ({ argv: [], env: withNewEncryptionKey() }),
  'token create': () => ['--partner', partner, '--name', 'backend'],
  'token revoke': () => [token, '--yes'],
  'partner block': () => [partner, ...WHY, '--yes'],
  'partner unblock': () => [partner],
  'notification test': () => [shop.serviceId],
  'deliveries resend': async () => [await firstId('SELECT event_id AS id FROM webhook_delivery LIMIT 1')],
  'payment release': async () => [await createHeldPayment(), ...WHY],
  'payment reject': async () => [await createHeldPayment(), ...WHY],
  'payment refund': async () => {
    const id = await shop.createNewPayment({ amount: 100 });
    await shop.beginAttempt(id);
    await shop.reportAttempt(id, { outcome: 'paid' });
    await moveAttemptsToSandbox(world, id);
    return [id, '--amount', '5', ...WHY, '--yes'];
  },
  'payment link create': () => ['--service', shop.serviceId, '--amount', '49.90'],
  'payment link disable': async () => [await firstId('SELECT id FROM payment_link LIMIT 1'), '--yes'],
  'subscription cancel': async () => [(await shop.createActive()).id, ...WHY],
  'subscription mark-fraud': async () => [(await shop.createActive()).id, ...WHY],
  'directbilling reverse-unmatched': () => ({
    runInProcess: async () => {
      const reference = '019a1b2c-3d4e-7f50-8a61-b2c3d4e5f607';
      const orange = world.get(OperatorConnectors).of('orange');
      const charge = { phoneNumber: '48500600700', grossMinor: 1362, seller: 'Shop', description: null, codeReference: reference };
      await orange?.sendCode(charge);
      await orange?.charge({ ...charge, chargeReference: reference, code: '123456' });
      await world.sandbox.deliverCallbacks('all');
      return world.get(ReverseUnmatchedChargeService).run('orange', reference);
    },
  }),
  'sms codes upload': async () => [smsService, await writeTestFile('codes.txt', 'AUDIT1\nAUDIT2\n')],
  'channels marks import': async () => {
    await writeTestFile('card.svg', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><path d="M0 0h40v20H0z"/></svg>');
    return [folder];
  },
  'channels marks clear': () => [],
  'rates refresh': () => {
    bank.setRates('A', null, (response, day) => response.end(bankTable('A', day, { EUR: 4.2511 })));
    return { argv: [], env: { NBP_URL: bank.url } };
  },
  'ledger adjust': () => [
    ...['--debit', 'platform:liquidity', '--credit', 'partner:available', '--partner', partner],
    ...['--amount', '10', '--reference', 'A-1', ...WHY],
  ],
  'wallet payout': () => [partner, '--amount', '5', '--reference', 'TR-1'],
  'settlement import': async () => ['orange', await writeTestFile('orange.csv', 'reference,amount\nX-1,13.62\n'), '--month', '2026-09'],
  'settlement undo': async () => [await firstId('SELECT id FROM settlement_file'), ...WHY, '--yes'],
  'settlement settle': () => ['orange', '--month', '2026-09', '--reference', 'ORA-2026-09'],
  'counters verify': async () => {
    await world.asOwner('UPDATE listing_change SET count = count + 1');
    return { argv: ['--repair'] };
  },
  'payer erase': () => ({ argv: ['jan@example.com', ...WHY, '--yes'], code: 1 }), // The exit code is 1, because pending payments of this payer cannot be erased yet.
  'restored release': async () => {
    await world.asOwner('INSERT INTO restored DEFAULT VALUES');
    return [...WHY, '--yes'];
  },
  'clock advance': () => ['1m'],
};

/** Changing commands whose audit entries this file does not test, with the reason. */
const TESTED_ELSEWHERE: Record<string, string> = {
  migrate: 'the table migrations has each of them, and the audit may not be there yet',
  'panel invite': 'the panel has a suite of its own, which sees the entry',
};

/** Commands that only read. Those in `SCHEDULED_WORK_COMMANDS` do the work of scheduled tasks. Both kinds create no audit entries. */
const READING_COMMANDS = [
  'partner list', 'partner statement', 'service list', 'service show', 'service key', 'token list', 'transaction show', 'transaction find',
  'transaction unmatched', 'deliveries list', 'deliveries show', 'deliveries endpoints', 'directbilling late-bookings', 'directbilling conflicts',
  'sms inbound list', 'payment held', 'payment suspense', 'payment conflicts', 'payment refunds', 'payment chargebacks', 'payment link list', 'payment link show', 'rates show',
  'channels marks list', 'wallet show', 'settlement list', 'settlement files', 'settlement discrepancies', 'statement', 'ledger verify', 'payer erasures', 'clock show', 'restored show',
  'audit list', 'audit show', 'audit export', 'audit verify', 'panel people', 'completion', 'notification verify',
]; // prettier-ignore
const SCHEDULED_WORK_COMMANDS = ['ledger head', 'audit head', 'payment expired'];

/** All commands by their path, such as `payment link create`. */
async function allCommands(): Promise<[path: string, Declaration][]> {
  const commandsOf = (path: string, declaration: Declaration): [string, Declaration][] => {
    const subcommands = Object.entries(declaration.commands);
    if (subcommands.length === 0) return [[path, declaration]];
    return subcommands.flatMap(([name, subcommand]) => commandsOf(`${path} ${name}`, subcommand));
  };
  const nouns = await Promise.all(Object.entries(NOUNS).map(async ([name, { load }]) => commandsOf(name, await load())));
  return nouns.flat();
}

describe('every command of the command line', () => {
  it('is listed in this file as changing or as not changing', async () => {
    const commands = await allCommands();
    const pathsOf = (changing: boolean): string[] =>
      commands
        .filter(([, { isChanging }]) => isChanging === changing)
        .map(([path]) => path)
        .sort();
    expect(pathsOf(true)).toEqual([...Object.keys(CHANGING_COMMANDS), ...Object.keys(TESTED_ELSEWHERE)].sort());
    expect(pathsOf(false)).toEqual([...READING_COMMANDS, ...SCHEDULED_WORK_COMMANDS].sort());
  });

  it.each(Object.keys(CHANGING_COMMANDS))('%s records its changes with author and reason', async (path) => {
    const before = new Set((await listEntries()).map(({ id }) => id));
    const call = await CHANGING_COMMANDS[path]?.();
    if (call === undefined) throw new Error('no call');
    let result: Run | undefined;
    let hasReason = false;
    if ('runInProcess' in call) await actingAs({ author: 'Anna', door: 'cli', reason: null, requestId: 'r-1' }, call.runInProcess);
    else {
      const { argv, env = {}, code = 0 }: Exclude<typeof call, string[]> = Array.isArray(call) ? { argv: call } : call;
      hasReason = argv.includes('Ticket 4711');
      result = await runCommand([...path.split(' '), ...argv, ...AUTHOR], env);
      expect({ code: result.code, err: result.code === code ? '' : result.err }).toEqual({ code, err: '' });
    }
    const newEntries = (await listEntries()).filter(({ id }) => !before.has(id));
    expect(newEntries.length).toBeGreaterThan(0);
    expect(new Set(newEntries.map(({ request_id }) => request_id)).size).toBe(1);
    const reason = hasReason ? 'Ticket 4711' : null;
    for (const entry of newEntries) expect(entry).toMatchObject({ author: 'Anna', door: 'cli', reason });
    if (result && path === 'partner create') partner = (JSON.parse(result.out) as { id: string }).id;
    if (result && path === 'service create') service = (JSON.parse(result.out) as { id: string }).id;
    if (result && path === 'token create') ({ id: token, token: secret } = JSON.parse(result.out) as { id: string; token: string });
  });
});

describe('the audit', () => {
  it('shows the values before and after a change', async () => {
    const [commission] = await listEntries('--action', 'service.channels');
    expect(JSON.parse(commission?.before ?? '')).toMatchObject({ 'card.commission_bp': expect.any(Number) });
    expect(JSON.parse(commission?.after ?? '')).toEqual({ 'card.commission_bp': 10, 'card.commission_fixed_minor': 0 });
    const [unblocked] = await listEntries('--action', 'partner.unblock');
    expect(JSON.parse(unblocked?.before ?? '')).toMatchObject({ blocked_reason: 'Ticket 4711' });
    expect(unblocked?.after).toBe('{}');
    expect(await runJson('audit', 'show', unblocked?.id ?? '')).toMatchObject({
      action: 'partner.unblock',
      before: { blocked_reason: 'Ticket 4711' },
    });
  });

  it('contains no secrets and no personal data of payers', async () => {
    const { out } = await runCommand(['audit', 'export']);
    const { keys } = JSON.parse((await runCommand(['service', 'key', service, '--json'], withNewEncryptionKey())).out) as {
      keys: { key: string }[];
    };
    for (const secretText of [
      secret,
      ...keys.map(({ key }) => key),
      'ciphertext',
      'token_hash',
      'jan@example.com',
      'often@example.com',
      '500600700',
    ])
      expect(out).not.toContain(secretText);
    expect(out.split('\r\n').length - 2).toBe((await listEntries()).length);
  });

  it('is filtered by action, author and subject', async () => {
    expect(new Set((await listEntries('--subject', token)).map(({ action }) => action))).toEqual(new Set(['token.create', 'token.revoke']));
    expect((await listEntries('--action', 'partner')).every(({ action }) => action.startsWith('partner.'))).toBe(true);
    expect(await listEntries('--author', 'Nobody')).toEqual([]);
  });

  it('records nothing for a command that changed nothing', async () => {
    const before = (await listEntries()).length;
    await runCommand(['partner', 'unblock', partner]);
    await runCommand(['token', 'revoke', token, '--yes']);
    for (const subcommand of ['brand', 'channels', 'tariff'])
      await runCommand(['service', subcommand, subcommand === 'tariff' ? service : shop.serviceId]);
    expect(await world.database.query('SELECT FROM service_brand WHERE service_id = $1', [shop.serviceId])).toEqual([]);
    expect(await listEntries()).toHaveLength(before);
  });

  it.each([
    ['address', `'10.0.0.1'`],
    ['address', 'NULL'],
    ['partner_id', 'gen_random_uuid()'],
  ])('detects tampering when the %s of an entry of the panel becomes %s', async (column, value) => {
    const actor = { author: 'Ewa', door: 'panel', reason: null, requestId: null, partnerId: partner, address: '192.0.2.7' } as const;
    const subject = { action: 'panel_user.sign_in', subject: 'panel_user', id: randomUUID() };
    await actingAs(actor, () => world.get(DataSource).transaction((tx) => recordChange(tx, subject)));
    // An entry is sealed only when no older transaction is open on the server, including transactions of other suites in other databases.
    await until(
      () =>
        world.database.query<{ due: boolean }[]>(
          'SELECT pg_snapshot_xmin(pg_current_snapshot()) > max(created_xid) AS due FROM audit_entry',
        ),
      ([row]) => row?.due === true,
    );
    await runJson('audit', 'head');
    await world.asOwner('ALTER TABLE audit_entry DISABLE TRIGGER audit_entry_append_only');
    const whereEntry = `WHERE subject_id = '${subject.id}'`;
    await world.asOwner(`UPDATE audit_entry SET ${column} = ${value} ${whereEntry}`);
    expect((await runCommand(['audit', 'verify'])).code).toBe(1);
    await world.asOwner(`UPDATE audit_entry SET partner_id = '${partner}', address = '192.0.2.7' ${whereEntry}`);
    await world.asOwner('ALTER TABLE audit_entry ENABLE TRIGGER audit_entry_append_only');
    expect(await runJson('audit', 'verify')).toEqual({ sound: true, broken: null });
  });

  it('rejects changes of its entries, and detects a change by the owner of the database', async () => {
    await runJson('audit', 'head');
    const updateAuthor = `UPDATE audit_entry SET author = 'Ben' WHERE action = 'partner.block'`;
    await expect(world.database.query(updateAuthor)).rejects.toThrow('permission denied');
    await expect(world.asOwner(updateAuthor)).rejects.toThrow('append-only');
    expect(await runJson('audit', 'verify')).toEqual({ sound: true, broken: null });
    await world.asOwner(`ALTER TABLE audit_entry DISABLE TRIGGER audit_entry_append_only`);
    await world.asOwner(updateAuthor);
    const { code, out } = await runCommand(['audit', 'verify', '--json']);
    expect([code, JSON.parse(out)]).toMatchObject([
      1,
      { sound: false, broken: { table: 'audit_entry', reason: expect.stringContaining('changed after seal') } },
    ]);
  });
});

describe('a command that asks for confirmation or requires a reason', () => {
  it.each([
    ['partner block', () => [partner, ...WHY]],
    ['token revoke', () => [token]],
    ['service rotate-key', () => [service]],
    ['service channels', () => [shop.serviceId, '--channel', 'card', '--commission', '0.2', ...WHY]],
    ['service tariff', () => [service, '--shares', '1,1,1', ...WHY]],
    ['payer erase', () => ['jan@example.com', ...WHY]],
  ])('%s shows what will change, and changes nothing without a terminal and without --yes', async (path, argv) => {
    const before = (await listEntries()).length;
    const { code, err } = await runCommand([...path.split(' '), ...argv()]);
    expect([code, err]).toEqual([2, expect.stringContaining('Give --yes')]);
    expect(await listEntries()).toHaveLength(before);
  });

  it.each([
    ['y\n', 0, ''],
    ['n\n', 1, 'Nothing was changed.'],
    ['', 1, 'Nothing was changed.'],
  ])('asks on a terminal, and the input %j leads to exit code %d', async (input, code, message) => {
    const stdin = Object.assign(new PassThrough(), { isTTY: true });
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    stdin.end(input);
    const before = (await listEntries()).length;
    const argv = ['service', 'rotate-key', smsService, '--author', 'Anna'];
    expect(await runCli(argv, { stdin, stdout, stderr, env: { ...world.settings, ...withNewEncryptionKey() } })).toBe(code);
    const output = String(stderr.read());
    expect(output).toMatch(/^Notifications of .* are signed with new keys .*\nContinue\? \[y\/N\] /);
    expect(output).toContain(message);
    expect((await listEntries()).length > before).toBe(code === 0);
  });

  it('shows the old and the new commission before it asks for confirmation', async () => {
    const { err } = await runCommand(['service', 'channels', shop.serviceId, '--channel', 'card', '--commission', '0.2', ...WHY]);
    expect(err).toContain('card: 0.1 % + 0.00 PLN → 0.2 % + 0.00 PLN');
  });

  it.each(['jan@example.com asked', 'Called from +48 500-600-700', '500600700'])(
    'rejects a reason that names a payer: %s',
    async (reason) => {
      expect(await runCommand(['partner', 'block', partner, '--reason', reason, '--yes'])).toMatchObject({
        code: 2,
        err: expect.stringContaining('A reason is never deleted'),
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
    expect(await runCommand([...call, '--yes'].filter((text) => text !== '--yes' || argv[0] !== 'payment'))).toMatchObject({
      code: 2,
      err: expect.stringContaining('--reason'),
    });
  });
});
