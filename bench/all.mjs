// Runs the benchmarks one after the other and writes their tables into docs/performance.md, each below the comment that names it, with the day, the
// machine and its load. Needs an idle machine and about twenty minutes. The benchmarks with millions of rows are not included.
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

const requestedNames = process.argv.slice(2);
for (const run of RUNS.filter(([name]) => requestedNames.length === 0 || requestedNames.includes(name))) {
  const load = loadavg()[0].toFixed(1);
  const table = tableIn(await outputOf(run));
  if (table.length > 0) await replaceTable(run.join(' '), [measurementLine(load), '', ...table]);
}

/** Runs a benchmark and shows its output meanwhile. @returns the output. */
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

function measurementLine(load) {
  const day = new Date().toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
  return `${day}, Node ${process.versions.node}, ${cpus().length} × ${cpus()[0].model.trim()}, load average before it ${load}:`;
}

/** Replaces the lines between the comment with the run's name and the end comment. */
async function replaceTable(name, lines) {
  const document = await readFile(DOCUMENT, 'utf8');
  const [begin, end] = [`<!-- bench: ${name} -->\n`, '\n<!-- end -->'];
  const start = document.indexOf(begin) + begin.length;
  const stop = document.indexOf(end, start);
  if (start < begin.length || stop < 0) throw new Error(`docs/performance.md has no place for the table of "${name}"`);
  await writeFile(DOCUMENT, `${document.slice(0, start)}${lines.join('\n')}${document.slice(stop)}`);
}
