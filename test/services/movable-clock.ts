import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Debian's package faketime has it; the dynamic linker knows what stands for $LIB. */
const LIBRARY = '/usr/$LIB/faketime/libfaketimeMT.so.1';

/** The clock of a computer on which one process runs: it is right until it is set. */
export class MovableClock {
  private constructor(private readonly folder: string) {}

  static async make(): Promise<MovableClock> {
    const clock = new MovableClock(await mkdtemp(join(tmpdir(), 'clock-')));
    await chmod(clock.folder, 0o755); // PostgreSQL runs as another user
    await clock.set('+0');
    return clock;
  }

  /** @param ahead `+2h`, `-90m`, `+0`: followed within a second. */
  set(ahead: string): Promise<void> {
    return writeFile(this.file, ahead);
  }

  /** What a process is started with. As on any computer, what measures durations stays as it is when the clock is set. */
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
