import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const NEW_KEY = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc', '-days', '2'];

export interface Certificate {
  certFile: string;
  keyFile: string;
}

/** A certificate authority of one test, with its files in a folder that everybody may read. */
export class Authority {
  private constructor(
    readonly folder: string,
    readonly certificate: string,
  ) {}

  static async make(): Promise<Authority> {
    const folder = await mkdtemp(join(tmpdir(), 'gateway-authority-'));
    await chmod(folder, 0o755);
    await openssl(folder, ...NEW_KEY, '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=Authority of a test');
    return new Authority(folder, await readFile(join(folder, 'ca.pem'), 'utf8'));
  }

  get file(): string {
    return join(this.folder, 'ca.pem');
  }

  /** @param subject names and addresses such as `DNS:localhost,IP:127.0.0.1` @param expired since a week ago; else it ends in two days */
  async issue(name: string, subject: string, { expired = false } = {}): Promise<Certificate> {
    const [certFile, keyFile] = [join(this.folder, `${name}.pem`), join(this.folder, `${name}.key`)];
    const issuerArgs = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-subj', `/CN=${name}`, '-addext', `subjectAltName=${subject}`];
    const leafArgs = [...NEW_KEY, ...issuerArgs, '-addext', 'basicConstraints=critical,CA:FALSE', '-keyout', keyFile, '-out', certFile];
    if (expired) await promisify(execFile)('faketime', ['9 days ago', 'openssl', 'req', ...leafArgs], { cwd: this.folder });
    else await openssl(this.folder, ...leafArgs);
    return { certFile, keyFile };
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }
}

async function openssl(folder: string, ...args: string[]): Promise<void> {
  await promisify(execFile)('openssl', ['req', ...args], { cwd: folder });
}
