import { NestFactory } from '@nestjs/core';
import type { OpenAPIObject } from '@nestjs/swagger';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import { pino } from 'pino';
import { makeApiDocument } from '../../src/web/api-docs/make-api-document.js';
import { operationsOf, parametersOf } from '../../src/web/api-docs/operations.js';
import { AppModule } from '../../src/app.module.js';
import { readEnvironment } from '../../src/runtime/config/environment.js';
import { checkGeneratedFile } from '../support/generated-docs.js';
import { createTestDatabase } from '../support/test-database.js';
import { ENCRYPTION_KEYS } from '../support/encryption-key.js';
import { apiTypes } from './support/api-types.js';

/** Beyond the linter's own rules. */
const RULES = {
  'operation-tag-defined': 'error',
  'no-invalid-parameter-examples': 'error',
  'no-invalid-schema-examples': 'error',
  'no-ambiguous-paths': 'off', // the contract has /sms/numbers/{number} beside /sms/{serviceId}/numbers; ids are eight hex digits
  'no-server-example.com': 'off', // the document names the server it was made by: here one that was started without settings
} as const;

let document: OpenAPIObject;
beforeAll(async () => {
  const database = await createTestDatabase();
  const environment = readEnvironment({ DATABASE_URL: database.appUrl, ENCRYPTION_KEYS, ROLE: 'api', LOG_LEVEL: 'silent' });
  const app = await NestFactory.create(
    AppModule.forRoot({ environment, databaseUrl: database.appUrl, logger: pino({ level: 'silent' }) }),
    { logger: false },
  );
  try {
    await app.init(); // each part of the gateway adds its notifications then
    document = makeApiDocument(app);
  } finally {
    await app.close();
    await database.drop();
  }
});
const text = (): string => `${JSON.stringify(document, null, 2)}\n`;

describe('docs/openapi.json', () => {
  it('is what the code describes (npm run docs writes it anew)', () => checkGeneratedFile('docs/openapi.json', text()));

  it('is what the types of the TypeScript client are made of', async () =>
    checkGeneratedFile('clients/typescript/src/api-types.ts', await apiTypes(text())));

  it('is a valid OpenAPI document', async () => {
    expect(await new Validator().validate(JSON.parse(text()))).toEqual({ valid: true });
  });

  it('satisfies the linter: nothing undeclared, nothing unused, no example that breaks its schema', async () => {
    const config = await createConfig({ extends: ['recommended-strict'], rules: RULES });
    const problems = await lintFromString({ source: text(), config });
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
  });

  it('makes every POST safe to repeat', () => {
    const posts = operationsOf(document).filter(({ method }) => method === 'POST');
    expect(posts.length).toBeGreaterThan(0);
    for (const { operation } of posts) {
      expect(parametersOf(operation)).toContainEqual(expect.objectContaining({ name: 'Idempotency-Key', in: 'header', required: false }));
      const [success = ''] = Object.keys(operation.responses).filter((status) => status.startsWith('2'));
      expect(operation.responses[success]).toHaveProperty(['headers', 'Idempotency-Replayed']);
      expect(Object.keys(operation.responses)).toEqual(
        expect.arrayContaining(['400', '401', '403', '404', '409', '413', '415', '422', '429', '500', '503']),
      );
    }
  });
});
