import { NestFactory } from '@nestjs/core';
import type { OpenAPIObject } from '@nestjs/swagger';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import { pino } from 'pino';
import { makeApiDocument } from '../../src/web/api-docs/make-api-document.js';
import { operationsOf, parametersOf } from '../../src/web/api-docs/operations.js';
import { AppModule } from '../../src/app.module.js';
import type { NotificationKind } from '../../src/platform/products/notification-kind.js';
import { Parts } from '../../src/platform/products/parts.js';
import { TEST_NOTIFICATION } from '../../src/platform/webhooks/outbox/test-notification.js';
import { readEnvironment } from '../../src/runtime/config/environment.js';
import { checkGeneratedFile } from '../support/generated-docs.js';
import { createTestDatabase } from '../support/test-database.js';
import { ENCRYPTION_KEYS } from '../support/encryption-key.js';
import { apiTypes } from './support/api-types.js';

/** Rules in addition to the linter's set `recommended-strict`, and rules of that set that are switched off. */
const LINTER_RULES = {
  'operation-tag-defined': 'error',
  'no-invalid-parameter-examples': 'error',
  'no-invalid-schema-examples': 'error',
  'no-ambiguous-paths': 'off', // /sms/numbers/{number} and /sms/{serviceId}/numbers are distinct, because a service id is hex.
  'no-server-example.com': 'off', // The document contains the URL of the gateway, which is not configured in this test.
} as const;

let document: OpenAPIObject;
let notifications: readonly NotificationKind[];
beforeAll(async () => {
  const database = await createTestDatabase();
  const environment = readEnvironment({ DATABASE_URL: database.appUrl, ENCRYPTION_KEYS, ROLE: 'api', LOG_LEVEL: 'silent' });
  const app = await NestFactory.create(
    AppModule.forRoot({ environment, databaseUrl: database.appUrl, logger: pino({ level: 'silent' }) }),
    { logger: false },
  );
  try {
    await app.init();
    document = makeApiDocument(app);
    ({ notifications } = app.get(Parts));
  } finally {
    await app.close();
    await database.drop();
  }
});
const documentText = (): string => `${JSON.stringify(document, null, 2)}\n`;

describe('docs/openapi.json', () => {
  it('describes the code (npm run docs writes the file)', () => checkGeneratedFile('docs/openapi.json', documentText()));

  it('is the source of the types of the TypeScript client', async () =>
    checkGeneratedFile('clients/typescript/src/api-types.ts', await apiTypes(documentText())));

  it('is a valid OpenAPI document', async () => {
    expect(await new Validator().validate(JSON.parse(documentText()))).toEqual({ valid: true });
  });

  it('passes the linter: everything is declared and used, and every example matches its schema', async () => {
    const config = await createConfig({ extends: ['recommended-strict'], rules: LINTER_RULES });
    const problems = await lintFromString({ source: documentText(), config });
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
  });

  it('declares for every POST the headers Idempotency-Key and Idempotency-Replayed, and all error statuses', () => {
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

  it('has the operations that cause each notification, whose pages name it; only staff cause the test notification', () => {
    const ids = operationsOf(document).map(({ operation }) => operation.operationId);
    for (const { name, causedBy } of notifications) expect([name, causedBy.filter((id) => !ids.includes(id))]).toEqual([name, []]);
    expect(notifications.filter(({ causedBy }) => causedBy.length === 0)).toEqual([TEST_NOTIFICATION]);
  });
});
