import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ROOT } from '../docs/support/code-blocks.js';
import { CreateServiceForPayments } from '../../src/products/payments/services/create-service-for-payments.js';
import { startWorld, type World } from '../support/world.js';

const run = promisify(execFile);
const CLIENT = join(ROOT, 'clients/typescript');
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');

let world: World;
let folder: string;
beforeAll(async () => {
  [world, folder] = await Promise.all([startWorld({ ROLE: 'all' }), mkdtemp(join(tmpdir(), 'client-'))]);
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await world.stop();
});

/** The example programs in the README of the package: a shop, a refund, and a receiver of notifications. */
async function readmePrograms(): Promise<string[]> {
  const readme = await readFile(join(CLIENT, 'README.md'), 'utf8');
  return [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, program = '']) => program);
}

it('the TypeScript package is packed, installed in another project, compiled strictly and run', async () => {
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: CLIENT });
  const [packed] = JSON.parse(stdout.slice(stdout.search(/^\[/m))) as { filename: string; files: { path: string }[] }[];
  const files = packed?.files.map(({ path }) => path) ?? [];
  expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json', 'dist/index.js', 'dist/index.d.ts']));
  expect(files.filter((path) => !/^(LICENSE|README\.md|package\.json|dist\/[\w-]+(\.js|\.d\.ts))$/.test(path))).toEqual([]);

  const project = { name: 'shop', private: true, type: 'module', dependencies: { 'payment-gateway-client': `file:${packed?.filename}` } };
  await writeFile(join(folder, 'package.json'), JSON.stringify(project));
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund'], { cwd: folder });
  const programs = await readmePrograms();
  expect(programs).toHaveLength(3);
  const [shop = ''] = programs;
  for (const [index, program] of programs.entries()) await writeFile(join(folder, `shop-${index}.ts`), program);
  await writeFile(join(folder, 'bare.ts'), "import { PaymentGateway } from 'payment-gateway-client';\nexport default PaymentGateway;\n");
  const compile = (...argv: string[]) =>
    run(process.execPath, [TSC, '--strict', '--module', 'nodenext', '--target', 'es2022', ...argv], { cwd: folder });
  const nodeTypes = ['--typeRoots', join(ROOT, 'node_modules/@types'), '--types', 'node'];
  await compile('bare.ts'); // the types of the package do not depend on the types of Node
  await compile(...nodeTypes, 'shop-0.ts', 'shop-1.ts', 'shop-2.ts');

  const { partnerId, token } = await world.createPartnerShop();
  const { id } = await world.get(CreateServiceForPayments).run({ partnerId, name: 'Books' });
  const env = { ...process.env, GATEWAY: world.http.baseUrl, TOKEN: token, SERVICE: id };
  const { stdout: output } = await run(process.execPath, ['shop-0.js'], { cwd: folder, env });
  expect(output).toMatch(/^https:\/\/pay\.example\.test\/pay\/[\da-f-]+\n[\da-f-]+ transaction_new\n$/);

  // A body that the OpenAPI document does not allow is a compiler error.
  for (const [body, compilerError] of [
    ['', "Property 'body' is missing"],
    ["body: { amount: '5' },", "'string' is not assignable to type 'number'"],
    ["body: { amount: 5, directChannel: 'blick' },", `'"blick"' is not assignable`],
  ] as const) {
    await writeFile(join(folder, 'wrong.ts'), shop.replace(/body: \{ amount: 49\.99.*/, body));
    await expect(compile(...nodeTypes, 'wrong.ts')).rejects.toMatchObject({ stdout: expect.stringContaining(compilerError) as unknown });
  }
});
