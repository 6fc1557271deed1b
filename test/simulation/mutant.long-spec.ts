import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');
/** What the simulation is made of, as it is copied to have its sources changed. */
const PARTS = ['src', 'simulation', 'test/support', 'test/faults/support', 'package.json', 'tsconfig.json', '.swcrc'];

let copy: string;
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'mutant-'));
  for (const part of PARTS) cpSync(join(ROOT, part), join(copy, part), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
});
afterAll(() => rmSync(copy, { recursive: true }));

/** What the simulation says of the copy as it stands, on the suite's database server or with one that the copy's own migrations make. */
function simulated(server: 'the suite’s' | 'its own' = 'the suite’s'): Promise<{ code: number; said: string }> {
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
  const of = server === 'its own' ? env : { ...env, TEST_SERVER_INFO };
  return new Promise((resolve) => {
    execFile(process.execPath, command, { cwd: copy, env: of }, (error, out, complained) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, said: out + complained }),
    );
  });
}

/** Changes one place of one source, as a mutation test does, while the work is under way. */
async function mutated<T>(file: string, from: string, to: string, work: () => Promise<T>): Promise<T> {
  const source = readFileSync(join(copy, file), 'utf8');
  expect(source.split(from)).toHaveLength(2);
  writeFileSync(join(copy, file), source.replace(from, to));
  try {
    return await work();
  } finally {
    writeFileSync(join(copy, file), source);
  }
}

/** One in the arithmetic, one in a product, one in the platform, one in the schema. */
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

describe('the simulation runs the sources as they stand:', () => {
  it('every invariant holds of a copy that nobody has changed', async () => {
    expect(await simulated()).toEqual({ code: 0, said: expect.not.stringContaining('NOT SO') });
  });

  it.each(MUTANTS)('and one does not of a copy with a mutant in %s', async (file, from, to, server) => {
    const { code, said } = await mutated(file, from, to, () => simulated(server));
    expect([code, said]).toEqual([1, expect.stringContaining('NOT SO: ')]);
  });
});
