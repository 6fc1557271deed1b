import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import type * as Cli from '../../src/cli/run-cli.js';
import type * as Demo from '../../src/demo/seed-demo.service.js';
import type * as Settings from '../../src/runtime/config/environment.js';
import type * as Program from '../../src/program/start-gateway.js';
import { ENCRYPTION_KEYS } from '../support/encryption-key.js';
import { TEST_TIMEOUT_SETTINGS } from '../support/patience.js';
import { Receiver } from '../support/receiver.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';
import { filesInCodeBlocks, ROOT } from './support/code-blocks.js';

/** A folder with a copy of the project, changed by the code blocks of the guide. */
const projectCopy = mkdtempSync(join(tmpdir(), 'gateway-guide-'));
let database: TestDatabase;
let receiver: Receiver;
let gateway: Program.RunningGateway;
let [partner, token, serviceId] = ['', '', ''];

const load = async <Module>(path: string): Promise<Module> => (await import(join(projectCopy, path))) as Module;

/** Runs a command of the copied project. @returns its output */
async function runCommand(...argv: string[]): Promise<any> /* oxlint-disable-line typescript/no-explicit-any */ {
  const { runCli } = await load<typeof Cli>('src/cli/run-cli.ts');
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const env = {
    DATABASE_URL: database.appUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    ENCRYPTION_KEYS,
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    ...TEST_TIMEOUT_SETTINGS,
  };
  const code = await runCli([...argv, '--json'], { stdout, stderr, env });
  if (code !== 0) throw new Error(`"${argv.join(' ')}" ended with ${code}: ${String(stderr.read())}`);
  return JSON.parse(String(stdout.read())) as unknown;
}

async function callVouchers(method: string, body?: object, key = 'one'): Promise<{ status: number; body: any }> /* oxlint-disable-line */ {
  const { port } = gateway.app.getHttpServer().address() as { port: number };
  const response = await fetch(`http://127.0.0.1:${port}/voucher/${serviceId}/vouchers`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

async function startCopiedGateway(): Promise<Program.RunningGateway> {
  const { readEnvironment } = await load<typeof Settings>('src/runtime/config/environment.ts');
  const { startGateway } = await load<typeof Program>('src/program/start-gateway.ts');
  const environment = readEnvironment({
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
    SANDBOX: 'off',
    SEED_DEMO: 'off',
    DATA_DIR: projectCopy,
    ENCRYPTION_KEYS,
    DATABASE_URL: database.appUrl,
    PUBLIC_URL: 'https://pay.example.test',
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    ...TEST_TIMEOUT_SETTINGS,
  });
  const { appUrl, ownerUrl } = database;
  return startGateway(environment, { appUrl, ownerUrl, appRole: '', close: () => Promise.resolve() }, pino({ level: 'silent' }));
}

beforeAll(async () => {
  const pages = ['docs/guides', 'docs/errors.md', 'docs/compatibility.md'];
  const readByArchitectureSpec = ['test/architecture.spec.ts', 'docs/architecture.md', 'bench', 'simulation', 'clients/typescript'];
  for (const part of ['src', ...readByArchitectureSpec, ...pages, 'package.json', 'tsconfig.json', 'tsconfig.build.json'])
    cpSync(join(ROOT, part), join(projectCopy, part), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(projectCopy, 'node_modules'));
  for (const [path, text] of filesInCodeBlocks('docs/adding-a-product.md')) {
    mkdirSync(dirname(join(projectCopy, path)), { recursive: true });
    writeFileSync(join(projectCopy, path), text);
  }
  database = await createTestDatabase();
  receiver = await Receiver.start();
});

afterAll(async () => {
  await gateway?.stop();
  await receiver.close();
  await database.drop();
  rmSync(projectCopy, { recursive: true });
});

describe('the product that the guide adds', () => {
  it('compiles together with all other sources', async () => {
    const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
    const compilerErrors = await promisify(execFile)(
      process.execPath,
      [compiler, '--noEmit', '--incremental', 'false', '--pretty', 'false', '-p', 'tsconfig.build.json'],
      { cwd: projectCopy },
    ).then(
      () => '',
      ({ stdout }: { stdout: string }) => stdout,
    );
    expect(compilerErrors).toBe('');
  });

  it('obeys the rules of the architecture', async () => {
    const support = join(ROOT, 'test/support/jest');
    const config = {
      rootDir: projectCopy,
      roots: ['<rootDir>/test'],
      testMatch: ['**/architecture.spec.ts'],
      testEnvironment: join(support, 'environment.mjs'),
      testEnvironmentOptions: { globalsCleanup: 'off' },
      testRunner: join(support, 'runner.mjs'),
      transform: {},
    };
    const argv = [join(ROOT, 'node_modules/jest/bin/jest.js'), '--runInBand', '--config', JSON.stringify(config)];
    const { stderr } = await promisify(execFile)(process.execPath, argv, { cwd: projectCopy });
    expect(stderr).toMatch(/Tests:.* passed/);
  });

  it('sells a voucher with a response, a notification and a ledger entry, and passes the ledger checks', async () => {
    await runCommand('migrate');
    ({ id: partner } = await runCommand('partner', 'create', 'Shop'));
    ({ token } = await runCommand('token', 'create', '--partner', partner, '--name', 'shop', '--ability', 'voucher.*'));
    const name = ['--name', 'Gifts', '--notify-url', receiver.url];
    ({ id: serviceId } = await runCommand('service', 'create', '--partner', partner, '--area', 'voucher', ...name));
    gateway = await startCopiedGateway();

    const created = await callVouchers('POST', { amount: 123 });
    expect(created).toMatchObject({ status: 200, body: { success: true, data: { voucherId: expect.any(String) } } });
    const { voucherId } = created.body.data;
    expect(await callVouchers('POST', { amount: 123 })).toEqual(created);
    expect(await callVouchers('POST', { amount: 0 }, 'two')).toMatchObject({ status: 422 });

    await runCommand('voucher', 'paid', voucherId);
    await runCommand('voucher', 'paid', voucherId);
    expect(await runCommand('audit', 'list', '--action', 'voucher.pay')).toMatchObject([{ subject_id: voucherId }]);
    const [notification] = await until(
      () => receiver.requests,
      ({ length }) => length > 0,
    );
    expect(JSON.parse(notification?.body ?? '')).toMatchObject({
      type: 'voucher:status_changed',
      data: { id: voucherId, service_id: serviceId, status: 'voucher_paid' },
    });

    const list = await callVouchers('GET');
    expect(list.body).toMatchObject({ data: [{ id: voucherId, status: 'voucher_paid', amount: 123 }], pagination: { total: 1 } });
    const { entries, history } = await runCommand('transaction', 'show', voucherId);
    expect(history).toMatchObject([{ to: 'voucher_new' }, { from: 'voucher_new', to: 'voucher_paid' }]);
    const postings = entries.flatMap((entry: { postings: { account: string; amount: string }[] }) => entry.postings);
    expect(postings.map(({ account, amount }: { account: string; amount: string }) => [account, amount])).toEqual([
      ['platform:clearing:kiosks', '123.00'],
      ['platform:vat', '-23.00'],
      ['partner:pending', '-90.00'],
      ['platform:commission', '-10.00'],
    ]);
    expect(await runCommand('transaction', 'find', '--service', serviceId)).toMatchObject([{ id: voucherId, area: 'voucher' }]);
    await runCommand('ledger', 'verify');
    await runCommand('counters', 'verify');
    expect(receiver.requests).toHaveLength(1);
  });

  it('compares the settlement file of the provider with the ledger', async () => {
    const [voucher] = await runCommand('transaction', 'find');
    const unmatchedReference = '00000000-0000-4000-8000-000000000000';
    const file = join(projectCopy, 'kiosks.csv');
    writeFileSync(file, `reference,amount\n${voucher.id},123.00\n${unmatchedReference},5.00\n`);
    const period = ['--from', '2020-01-01', '--to', '2100-01-01', '--author', 'Anna'];
    const imported = await runCommand('settlement', 'import', 'kiosks', file, ...period);
    expect(imported).toMatchObject({ lines: 2, discrepancies: { missing_here: 1 } });
  });

  it('is in the demo', async () => {
    const { SeedDemoService } = await load<typeof Demo>('src/demo/seed-demo.service.ts');
    const { partnerId, services } = await gateway.app.get(SeedDemoService).run();
    const demoService = services.find(({ area }) => (area as string) === 'voucher');
    expect(await runCommand('service', 'list', '--partner', partnerId)).toContainEqual(
      expect.objectContaining({ id: demoService?.id, area: 'voucher', name: 'Demo vouchers' }),
    );
  });

  it('sells nothing for a blocked partner, and says that the service is not active', async () => {
    await runCommand('partner', 'block', partner, '--reason', 'Ticket 4711', '--yes');
    const rejected = await until(
      () => callVouchers('POST', { amount: 123 }, randomUUID()),
      ({ status }) => status !== 200,
    );
    expect(rejected.status).toBe(422);
    expect(JSON.stringify(rejected.body)).toContain('The service is not active');
  });

  it('is in the OpenAPI document', async () => {
    const { port } = gateway.app.getHttpServer().address() as { port: number };
    const document = (await (await fetch(`http://127.0.0.1:${port}/docs/openapi.json`)).json()) as Record<string, object>;
    expect(Object.keys(document['paths'] ?? {})).toContain('/voucher/{serviceId}/vouchers');
    expect(Object.keys(document['webhooks'] ?? {})).toContain('voucher:status_changed');
    expect(document['tags']).toContainEqual(expect.objectContaining({ name: 'Vouchers' }));
  });
});
