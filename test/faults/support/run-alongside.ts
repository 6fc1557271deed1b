import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { pino } from 'pino';
import { AppModule } from '../../../src/app.module.js';
import { readEnvironment } from '../../../src/runtime/config/environment.js';

/** Works in the gateway's database like the command line, in addition to the running processes. */
export async function runAlongside<T>(settings: NodeJS.ProcessEnv, run: (app: INestApplicationContext) => Promise<T>): Promise<T> {
  const environment = readEnvironment({ ...settings, ROLE: 'api', SANDBOX: 'off', LOG_LEVEL: 'silent' });
  const databaseUrl = environment.database.url ?? '';
  const module = AppModule.forRoot({ environment, databaseUrl, logger: pino({ level: 'silent' }) });
  const app = await NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
  try {
    return await run(app);
  } finally {
    await app.close();
  }
}
