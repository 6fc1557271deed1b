import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import { describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { AppModule } from '../../src/app.module.js';
import { readEnvironment } from '../../src/config/environment.js';
import { apiDocument } from '../../src/http/api-docs.js';
import { createTestDatabase } from '../support/test-database.js';

const FILE = join(import.meta.dirname, '../../docs/openapi.json');

describe('docs/openapi.json', () => {
  it('is what the code describes (npm run openapi writes it anew)', async () => {
    const database = await createTestDatabase();
    const environment = readEnvironment({ DATABASE_URL: database.appUrl, ROLE: 'api', LOG_LEVEL: 'silent' });
    const app = await NestFactory.create(AppModule.forRoot({ environment, databaseUrl: database.appUrl, logger: pino({ level: 'silent' }) }), { logger: false });
    try {
      const text = `${JSON.stringify(apiDocument(app), null, 2)}\n`;
      if (process.env['UPDATE_OPENAPI']) writeFileSync(FILE, text);
      expect(JSON.parse(readFileSync(FILE, 'utf8'))).toEqual(JSON.parse(text));
    } finally {
      await app.close();
      await database.drop();
    }
  });
});
