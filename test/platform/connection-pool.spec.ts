import { Test } from '@nestjs/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { readEnvironment } from '../../src/runtime/config/environment.js';
import { DatabaseModule } from '../../src/runtime/database/database.module.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('no statement is compiled, however long the server expects it to take', async () => {
  const settings = readEnvironment({}).database;
  const module = await Test.createTestingModule({ imports: [DatabaseModule.forRoot(database.appUrl, settings)] }).compile();
  expect(await module.get(DataSource).query('SHOW jit')).toEqual([{ jit: 'off' }]);
  await module.close();
});
