import { NestFactory } from '@nestjs/core';
import { describe, it } from '@jest/globals';
import { pino } from 'pino';
import { AppModule } from '../../src/app.module.js';
import { readEnvironment } from '../../src/config/environment.js';
import { apiDocument } from '../../src/http/api-docs.js';
import { checkGeneratedFile } from '../support/generated-docs.js';
import { createTestDatabase } from '../support/test-database.js';

describe('docs/openapi.json', () => {
  it('is what the code describes (npm run docs writes it anew)', async () => {
    const database = await createTestDatabase();
    const environment = readEnvironment({ DATABASE_URL: database.appUrl, ROLE: 'api', LOG_LEVEL: 'silent' });
    const app = await NestFactory.create(
      AppModule.forRoot({ environment, databaseUrl: database.appUrl, logger: pino({ level: 'silent' }) }),
      { logger: false },
    );
    try {
      checkGeneratedFile('docs/openapi.json', `${JSON.stringify(apiDocument(app), null, 2)}\n`);
    } finally {
      await app.close();
      await database.drop();
    }
  });
});
