// Runs the benchmarks one after the other and writes their tables into docs/performance.md, each below the comment that names it, with the day, the
// machine and its load. Needs an idle machine and about twenty minutes; those that fill a database of millions of rows are not among them.
// Usage: npm run bench [-- http sms]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';

const DOCUMENT = join(import.meta.dirname, '../docs/performance.md');
const RUNS = [
  ['http', '--rounds', '5'],
  ['http', '--product', 'payment', '--rounds', '5'],
  ['sms', '--seconds', '2', '--rounds', '5'],
  ['one-row', '--no-verdict'],
];

const asked = process.argv.slice(2);
for (const run of RUNS.filter(([name]) => asked.length === 0 || asked.includes(name))) {
  const load = loadavg()[0].toFixed(1);
  const table = tableIn(await outputOf(run));
  if (table.length > 0) await keep(run.join(' '), [measured(load), '', ...table]);
}

/** What a benchmark prints, which is shown meanwhile. */
async function outputOf([name, ...options]) {
  console.log(`\n${name} ${options.join(' ')}`);
  const child = spawn(process.execPath, [join(import.meta.dirname, `${name}.mjs`), ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
    process.stdout.write(chunk);
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`The benchmark ${name} ended with ${code}`);
  return text;
}

function tableIn(text) {
  return text.split('\n').filter((line) => line.startsWith('|'));
}

function measured(load) {
  const day = new Date().toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
  return `${day}, Node ${process.versions.node}, ${cpus().length} × ${cpus()[0].model.trim()}, load average before it ${load}:`;
}

/** Replaces what stands between the comment with the run's name and the comment that ends it. */
async function keep(name, lines) {
  const document = await readFile(DOCUMENT, 'utf8');
  const [begin, end] = [`<!-- bench: ${name} -->\n`, '\n<!-- end -->'];
  const from = document.indexOf(begin) + begin.length;
  const until = document.indexOf(end, from);
  if (from < begin.length || until < 0) throw new Error(`docs/performance.md has no place for the table of "${name}"`);
  await writeFile(DOCUMENT, `${document.slice(0, from)}${lines.join('\n')}${document.slice(until)}`);
}
