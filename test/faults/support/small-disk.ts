import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const CHUNK = Buffer.alloc(64 * 1024);

/** A file system of a few megabytes in memory. Only root may mount it, and most containers do not allow it even to root. */
export class SmallDisk {
  private constructor(readonly folder: string) {
    process.once('exit', this.unmountNow);
  }

  /** Whether this machine allows such a disk. There is no substitute for a full disk, so these tests are otherwise skipped, also in CI. */
  static isPermitted(): boolean {
    const folder = mkdtempSync(join(tmpdir(), 'gateway-disk-'));
    try {
      mount(folder, 'size=1m');
      execFileSync('umount', [folder]);
      return true;
    } catch (error) {
      const reason = (error as { stderr?: Buffer }).stderr?.toString().trim() || String(error);
      process.stderr.write(`Tests of a full disk are skipped, because no tmpfs may be mounted here: ${reason}\n`);
      return false;
    } finally {
      rmdirSync(folder);
    }
  }

  /** Mounts the disk on an empty folder, and gives it the owner of the folder. */
  static async mountOn(folder: string, megabytes: number): Promise<SmallDisk> {
    const { uid, gid } = await stat(folder);
    mount(folder, `size=${megabytes}m,mode=0700,uid=${uid},gid=${gid}`);
    return new SmallDisk(folder);
  }

  /** Fills the disk to the last byte. */
  async fill(): Promise<void> {
    const ballast = await open(this.ballast, 'a');
    try {
      for (;;) await ballast.appendFile(CHUNK);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    } finally {
      await ballast.close();
    }
  }

  async freeSpace(): Promise<void> {
    await rm(this.ballast, { force: true });
  }

  unmount(): void {
    process.off('exit', this.unmountNow);
    this.unmountNow();
  }

  private get ballast(): string {
    return join(this.folder, 'ballast');
  }

  private readonly unmountNow = (): void => void execFileSync('umount', ['--lazy', this.folder]);
}

function mount(folder: string, options: string): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'pipe' });
}
