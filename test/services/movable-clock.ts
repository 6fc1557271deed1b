import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The library of Debian's package faketime. The dynamic linker replaces $LIB. */
const LIBRARY = '/usr/$LIB/faketime/libfaketimeMT.so.1';

/** A clock for processes that a test starts. It is right until the test sets it. */
export class MovableClock {
  private constructor(private readonly folder: string) {}

  static async make(): Promise<MovableClock> {
    const clock = new MovableClock(await mkdtemp(join(tmpdir(), 'clock-')));
    await chmod(clock.folder, 0o755); // PostgreSQL runs as another user
    await clock.set('+0');
    return clock;
  }

  /** @param offset such as `+2h`, `-90m` or `+0`; processes use it within a second */
  set(offset: string): Promise<void> {
    return writeFile(this.file, offset);
  }

  /** The environment of a process with this clock. Setting the clock does not change measured durations, as on a real computer. */
  get settings(): NodeJS.ProcessEnv {
    return {
      LD_PRELOAD: LIBRARY,
      FAKETIME_TIMESTAMP_FILE: this.file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    };
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true });
  }

  private get file(): string {
    return join(this.folder, 'ahead');
  }
}
