// Processor time of commands, each in its own process with a running database: the median of several calls, and the number of loaded files.
// Usage: npm run bench:commands [-- --calls 5]
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ENCRYPTION_KEYS, median, startDatabase } from './world.mjs';

const { values: options } = parseArgs({ options: { calls: { type: 'string', default: '5' } } });
const ROOT = join(import.meta.dirname, '..');
const CPU_TIME_REPORTER =
  'data:text/javascript,import{writeSync}from"node:fs";process.on("exit",()=>{const{user,system}=process.cpuUsage();writeSync(3,String(user+system))})';
/** The debugger sees every script, however it is loaded. It takes time, so files are counted in a separate call. */
const FILE_COUNT_REPORTER =
  'data:text/javascript,import{writeSync}from"node:fs";import{Session}from"node:inspector";const files=new Set(),session=new Session();' +
  'session.connect();session.on("Debugger.scriptParsed",({params:{url}})=>/^(file:|[/])/.test(url)&&files.add(url));session.post("Debugger.enable");' +
  'process.on("exit",()=>writeSync(3,String(files.size)))';

const database = await startDatabase();
const env = { ...process.env, DATABASE_URL: database.appUrl, DATABASE_OWNER_URL: database.ownerUrl, ENCRYPTION_KEYS };

/** @returns the number that the reporter wrote at the end of the process, and the output of the command. */
function runCommand(reporter, command, expected = 0) {
  const { status, stdout, stderr, output } = spawnSync(
    process.execPath,
    ['--import', reporter, '--enable-source-maps', join(ROOT, 'dist/cli/main.js'), ...command],
    { env, stdio: ['ignore', 'pipe', 'pipe', 'pipe'], encoding: 'utf8' },
  );
  if (status !== expected) throw new Error(`"${command.join(' ')}" ended with ${status}: ${stderr}`);
  return { reported: Number(output[3]), stdout };
}

try {
  const { id } = JSON.parse(runCommand(CPU_TIME_REPORTER, ['partner', 'create', 'Flower Shop', '--json']).stdout);
  const month = new Date().toISOString().slice(0, 7);
  const commands = [
    ['--version'],
    ['--help'],
    ['partner', '--help'],
    ['partner', 'list'],
    ['partner', 'statement', id, '--month', month],
    ['token', 'list', '--partner', id],
    ['wallet', 'show', id],
    ['deliveries', 'list'],
    ['statement', '--month', month],
    ['service', 'list'],
    ['audit', 'list'],
    ['transaction', 'find'],
    ['token', 'create', '--partner', id, '--name', 'Till'],
    ['partner', 'create', 'Another Shop', '--yes'],
    ['payment', 'refund', 'K7Q2ZP0D', '--reason', 'Ticket 4711', '--yes'], // the payment does not exist, so all but the refund itself runs
  ];
  console.log('ms of processor time, files');
  for (const command of commands) {
    const expected = command[1] === 'refund' ? 1 : 0;
    const fileCount = runCommand(FILE_COUNT_REPORTER, command, expected).reported; // the first call also compiles the command
    const times = Array.from({ length: Number(options.calls) }, () => runCommand(CPU_TIME_REPORTER, command, expected).reported / 1_000);
    const name = command.map((word) => (word === id ? '<id>' : word)).join(' ');
    console.log(`${Math.round(median(times)).toString().padStart(5)} ${fileCount.toString().padStart(5)}  gateway ${name}`);
  }
} finally {
  await database.stop();
}
