import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Environment } from '../runtime/config/environment.js';

/** Stores the demo token in clear text, so that each start can print the token. The database contains only its hash. */
@Injectable()
export class DemoTokenFile {
  private readonly path: string;

  constructor(private readonly environment: Environment) {
    this.path = join(environment.database.dataDir, 'demo-token');
  }

  /** @returns null when no token is stored. */
  async read(): Promise<string | null> {
    try {
      return (await readFile(this.path, 'utf8')).trim() || null;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  async write(token: string): Promise<void> {
    await mkdir(this.environment.database.dataDir, { recursive: true });
    await writeFile(this.path, `${token}\n`, { mode: 0o600 }); // only for the user of the gateway
  }
}
