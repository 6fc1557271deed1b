import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type Server } from 'node:tls';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '../../src/runtime/logging/logger.js';
import { until } from '../support/until.js';
import { Authority } from './support/authority.js';
import { readDeployed } from './support/deployed-files.js';

const COLLECTOR = 'logs.example.com';

let authority: Authority;
let collector: Server;
let collected = '';
let folder: string;
let child: ChildProcess;

beforeAll(async () => {
  authority = await Authority.make();
  const { certFile, keyFile } = await authority.issue(COLLECTOR, `DNS:${COLLECTOR}`);
  collector = createServer({ cert: await readFile(certFile), key: await readFile(keyFile) }, (socket) =>
    socket.on('data', (chunk) => void (collected += String(chunk))),
  ).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  folder = await mkdtemp(join(tmpdir(), 'gateway-rsyslog-'));
  const file = join(folder, 'rsyslog.conf');
  await writeFile(file, configuration((collector.address() as AddressInfo).port));
  await promisify(execFile)('/usr/sbin/rsyslogd', ['-N1', '-f', file]); // -N1 rejects settings that rsyslog does not know
  child = spawn('/usr/sbin/rsyslogd', ['-n', '-f', file, '-i', join(folder, 'pid')], { stdio: 'ignore' });
  await until(
    () => existsSync(join(folder, 'log')),
    (listens) => listens,
  );
});
afterAll(async () => {
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
  collector.close();
  await rm(folder, { recursive: true });
  await authority.remove();
});

/** The deployed rules, for a daemon that reads its own socket instead of the journal's. */
function configuration(port: number): string {
  const deployed = readDeployed('deploy/rsyslog/30-payment-gateway.conf');
  const rules = deployed
    .replace(`target="${COLLECTOR}" port="6514"`, `target="127.0.0.1" port="${port}"`)
    .replace('/etc/ssl/certs/ca-certificates.crt', authority.file);
  const [, globalSettings = ''] = /: (global\(maxMessageSize=.*\))/.exec(deployed) ?? [];
  return `${globalSettings}
global(workDirectory="${folder}")
module(load="imuxsock" sysSock.use="off")
input(type="imuxsock" socket="${join(folder, 'log')}" createPath="off" useSysTimeStamp="off" rateLimit.interval="0")
${rules}`;
}

/** Writes a line to the socket, as journald forwards the output of a unit. */
async function write(tag: string, line: string): Promise<void> {
  await promisify(execFile)('logger', [
    '--socket',
    join(folder, 'log'),
    '--socket-errors=on',
    '--size',
    '64KiB',
    '--tag',
    tag,
    '--id=7',
    '--',
    line,
  ]);
}

describe('rsyslog as deployed', () => {
  it('forwards the lines of the gateway unchanged over TLS, and no lines of other programs', async () => {
    const lines: string[] = [];
    const logger = createLogger('info', { write: (line) => void lines.push(line.trimEnd()) });
    logger.info({ port: 3000 }, 'the gateway listens');
    logger.warn({ name: 'zażółć "quoted" \\ back' }, 'two\nlines and a\ttab');
    logger.error({ err: new Error('x'.repeat(20_000)) }, 'a long one');
    await write('sshd', 'somebody logs in');
    for (const [index, line] of lines.entries()) await write(index === 0 ? 'payment-gateway-worker' : 'payment-gateway-api', line);
    await until(
      () => collected.split('\n').length - 1,
      (count) => count >= lines.length,
    );
    expect(collected.trimEnd().split('\n')).toEqual(lines);
  });
});
