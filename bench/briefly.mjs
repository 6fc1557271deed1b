// Runs each benchmark for about a second, to see whether all still work. The numbers then mean nothing, so output is shown only
// if a benchmark fails. The benchmarks of the payers' pages and of an unavailable Redis need further programs and are not included.
// Usage: npm run bench:briefly
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MAX_MS = 180_000;
const dataDirs = ['directbilling', 'payment', 'sms'].map((product) => [product, mkdtempSync(join(tmpdir(), 'gateway-bench-'))]);
const pages = dataDirs.flatMap(([product, dataDir]) => {
  const common = ['--data-dir', dataDir, '--product', product];
  return [
    ['fill', ...common, '--rows', '5000', '--hour', '500'],
    ['pages', ...common, '--requests', '1'],
  ];
});
const RUNS = [
  ['http', '--seconds', '1', '--rounds', '1', '--no-latency'],
  ['http', '--product', 'payment', '--seconds', '1', '--rounds', '1', '--no-latency'],
  ['sms', '--seconds', '1', '--rounds', '1', '--partners', '1'],
  ['notifications', '--events', '100', '--rounds', '1', '--pairs', '1', '--seconds', '1', '--waiting', '50'],
  ['expiry', '--transactions', '200'],
  ['hostile', '--seconds', '1'],
  ['one-row', '--seconds', '1', '--rounds', '1', '--no-verdict'],
  ['ledger-verify', '--postings', '2000', '--partners', '5'],
  ['ledger-seal', '--seconds', '1', '--rounds', '1'],
  ['commands', '--calls', '1'],
  ['settlement-file', '--lines', '500'],
  ...pages,
];

try {
  for (const [name, ...options] of RUNS) {
    const started = performance.now();
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, `${name}.mjs`), ...options], {
      encoding: 'utf8',
      timeout: MAX_MS,
    });
    console.log(`${((performance.now() - started) / 1000).toFixed(0)} s: ${name} ${options.join(' ')}`);
    if (status === 0) continue;
    console.error(`${stdout}\n${stderr}\nThe benchmark ${name} does not work: it ended with ${status ?? 'no result in time'}.`);
    process.exitCode = 1;
  }
} finally {
  for (const [, dataDir] of dataDirs) rmSync(dataDir, { recursive: true, force: true });
}
