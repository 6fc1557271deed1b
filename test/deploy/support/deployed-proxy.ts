import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../support/free-port.js';
import type { Certificate } from './authority.js';
import { readDeployed } from './deployed-files.js';

/** The ports of a proxy in a test, its certificate, and the ports of the two api processes behind the proxy. */
export interface ProxyOptions {
  folder: string;
  plainPort: number;
  tlsPort: number;
  certificate: Certificate;
  apiPorts: readonly [number, number];
}

export interface ProxyProgram {
  program: string;
  /** Writes the deployed configuration with the ports and paths of the test. @returns the path of the file. */
  configure(options: ProxyOptions): Promise<string>;
  check(file: string): string[];
  run(file: string): string[];
}

type Change = readonly [from: string | RegExp, to: string];

/** The deployed file after all replacements. @throws if the file lacks a text to replace: `changes` must be adapted to the edited file. */
function deployedWithChanges(path: string, changes: readonly Change[]): string {
  return changes.reduce((text, [from, to]) => {
    const next = text.replaceAll(from, to);
    if (next === text) throw new Error(`${path} has no ${String(from)}`);
    return next;
  }, readDeployed(path));
}

export const HAPROXY: ProxyProgram = {
  program: '/usr/sbin/haproxy',
  async configure({ folder, plainPort, tlsPort, certificate, apiPorts }) {
    const combinedFile = join(folder, 'payment-gateway.pem');
    await writeFile(combinedFile, (await readFile(certificate.certFile, 'utf8')) + (await readFile(certificate.keyFile, 'utf8')));
    const file = join(folder, 'haproxy.cfg');
    const changes: Change[] = [
      [/^ {2}(user|group|chroot) .*\n/gm, ''], // the tests run as another user
      ['/dev/log', 'stderr'],
      ['/run/haproxy/', `${folder}/`],
      ['bind :80\n', `bind 127.0.0.1:${plainPort}\n`],
      ['bind :443 ', `bind 127.0.0.1:${tlsPort} `],
      ['/etc/haproxy/payment-gateway.pem', combinedFile],
      ['127.0.0.1:3000', `127.0.0.1:${apiPorts[0]}`],
      ['127.0.0.1:3001', `127.0.0.1:${apiPorts[1]}`],
    ];
    await writeFile(file, deployedWithChanges('deploy/haproxy/haproxy.cfg', changes));
    return file;
  },
  check: (file) => ['-c', '-dW', '-f', file],
  run: (file) => ['-db', '-f', file],
};

const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

export const NGINX: ProxyProgram = {
  program: '/usr/sbin/nginx',
  async configure({ folder, plainPort, tlsPort, certificate, apiPorts }) {
    const changes: Change[] = [
      [/^ {2}listen \[::\].*\n/gm, ''],
      ['listen 80;', `listen 127.0.0.1:${plainPort};`],
      ['listen 443 ', `listen 127.0.0.1:${tlsPort} `],
      ['/etc/nginx/payment-gateway/fullchain.pem', certificate.certFile],
      ['/etc/nginx/payment-gateway/key.pem', certificate.keyFile],
      ['127.0.0.1:3000', `127.0.0.1:${apiPorts[0]}`],
      ['127.0.0.1:3001', `127.0.0.1:${apiPorts[1]}`],
    ];
    const site = join(folder, 'payment-gateway.conf');
    await writeFile(site, deployedWithChanges('deploy/nginx/payment-gateway.conf', changes));
    const file = join(folder, 'nginx.conf');
    const paths = TEMPORARY.map((name) => `${name}_temp_path ${join(folder, name)};`).join(' ');
    await writeFile(
      file,
      `pid ${join(folder, 'nginx.pid')}; error_log stderr; daemon off; events {} http { access_log off; ${paths} include ${site}; }`,
    );
    return file;
  },
  check: (file) => ['-t', '-q', '-c', file],
  run: (file) => ['-c', file],
};

/** A proxy of the system's packages with its deployed configuration, on free ports. */
export class DeployedProxy {
  private constructor(
    readonly proxyOptions: ProxyOptions,
    /** The output of the program when it checks its configuration. */
    readonly checkOutput: string,
    private readonly child: ChildProcess,
  ) {
    process.once('exit', this.killNow);
  }

  static async start(proxy: ProxyProgram, certificate: Certificate, apiPorts: readonly [number, number]): Promise<DeployedProxy> {
    const folder = await mkdtemp(join(tmpdir(), 'gateway-proxy-'));
    await chmod(folder, 0o755);
    const options = { folder, certificate, apiPorts, plainPort: await freePort(), tlsPort: await freePort() };
    const file = await proxy.configure(options);
    const { stdout, stderr } = await promisify(execFile)(proxy.program, proxy.check(file));
    const child = spawn(proxy.program, proxy.run(file), { stdio: 'ignore' });
    return new DeployedProxy(options, stdout + stderr, child);
  }

  async stop(): Promise<void> {
    if (this.child.exitCode === null) {
      const exit = once(this.child, 'exit');
      this.child.kill('SIGTERM'); // SIGKILL would leave the workers of nginx running
      await exit;
    }
    process.off('exit', this.killNow);
    await rm(this.proxyOptions.folder, { recursive: true, force: true });
  }

  private readonly killNow = (): void => void this.child.kill('SIGTERM');
}
