import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');
/** Files and folders that the simulation needs. They are copied, and sources of the copy are changed. */
const COPIED_PATHS = ['src', 'simulation', 'test/support', 'test/faults/support', 'package.json', 'tsconfig.json', '.swcrc'];

let copy: string;
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'mutant-'));
  for (const path of COPIED_PATHS) cpSync(join(ROOT, path), join(copy, path), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
});
afterAll(() => rmSync(copy, { recursive: true }));

/** Runs the simulation of the copy, on the suite's database server or on a server of its own, whose schema the copy's migrations create. */
function simulateCopy(server: 'the suite’s' | 'its own' = 'the suite’s'): Promise<{ code: number; output: string }> {
  const command = [
    '--import',
    './test/support/typescript.mjs',
    'simulation/simulate.ts',
    '--seed',
    '1',
    '--episode',
    '0',
    '--only',
    '0-199',
  ];
  const { TEST_SERVER_INFO, ...env } = process.env;
  const childEnv = server === 'its own' ? env : { ...env, TEST_SERVER_INFO };
  return new Promise((resolve) => {
    execFile(process.execPath, command, { cwd: copy, env: childEnv }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr }),
    );
  });
}

/** Changes one place of one source in the copy, as a mutation test does, while `work` runs. */
async function withMutant<T>(file: string, from: string, to: string, work: () => Promise<T>): Promise<T> {
  const source = readFileSync(join(copy, file), 'utf8');
  expect(source.split(from)).toHaveLength(2);
  writeFileSync(join(copy, file), source.replace(from, to));
  try {
    return await work();
  } finally {
    writeFileSync(join(copy, file), source);
  }
}

/** File, original text, changed text and database server. A mutant each in the arithmetic, a product, the platform and the schema. */
const MUTANTS = [
  ['src/common/money/ratio.ts', 'toMinor((2n * n + d) / (2n * d))', 'toMinor((2n * n - d) / (2n * d))', 'the suite’s'],
  ['src/products/payments/attempts/ledger-entries.ts', 'amountMinor: -commissionMinor', 'amountMinor: +commissionMinor', 'the suite’s'],
  ['src/platform/ledger/sale-entry.ts', "account: 'platform:vat'", "account: 'platform:commission'", 'the suite’s'],
  [
    'src/platform/migrations/1820000000006-ledger.ts',
    "FILTER (WHERE a.kind = 'partner:pending'), 0) AS pending",
    "FILTER (WHERE a.kind = 'partner:reserved'), 0) AS pending",
    'its own',
  ],
] as const;

describe('the simulation, which runs the sources without a build,', () => {
  it('finds no violation in an unchanged copy', async () => {
    expect(await simulateCopy()).toEqual({ code: 0, output: expect.not.stringContaining('Violated invariant') });
  });

  it.each(MUTANTS)('finds a violation in a copy with a mutant in %s', async (file, from, to, server) => {
    const { code, output } = await withMutant(file, from, to, () => simulateCopy(server));
    expect([code, output]).toEqual([1, expect.stringContaining('Violated invariant: ')]);
  });
});
