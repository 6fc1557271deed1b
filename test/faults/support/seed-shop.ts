import { NestFactory } from '@nestjs/core';
import { pino } from 'pino';
import { AppModule } from '../../../src/app.module.js';
import { readEnvironment } from '../../../src/config/environment.js';
import type { HttpClient } from '../../support/http-client.js';
import type { Receiver } from '../../support/receiver.js';
import { createShop, type Shop } from '../../support/shop.js';

/** Makes a shop as the command line does: beside the running processes, in the same database. */
export async function seedShop(settings: NodeJS.ProcessEnv, http: HttpClient, receiver: Receiver): Promise<Shop> {
  const environment = readEnvironment({ ...settings, ROLE: 'api', SANDBOX: 'off', LOG_LEVEL: 'silent' });
  const databaseUrl = environment.database.url ?? '';
  const module = AppModule.forRoot({ environment, databaseUrl, logger: pino({ level: 'silent' }) });
  const app = await NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
  try {
    return await createShop(app, http, receiver);
  } finally {
    await app.close();
  }
}
