import { Test } from '@nestjs/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { DataSource } from 'typeorm';
import { ConfigModule } from '../../src/runtime/config/config.module.js';
import { readEnvironment } from '../../src/runtime/config/environment.js';
import { DatabaseModule } from '../../src/runtime/database/database.module.js';
import { LoggingModule } from '../../src/runtime/logging/logging.module.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('the connection pool turns off JIT compilation of statements', async () => {
  const environment = readEnvironment({});
  const module = await Test.createTestingModule({
    imports: [
      ConfigModule.forRoot(environment),
      LoggingModule.forRoot(pino({ level: 'silent' })),
      DatabaseModule.forRoot(database.appUrl, environment.database),
    ],
  }).compile();
  expect(await module.get(DataSource).query('SHOW jit')).toEqual([{ jit: 'off' }]);
  await module.close();
});
