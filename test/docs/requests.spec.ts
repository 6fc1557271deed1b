import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formatsPlugin from 'ajv-formats';
import { parseUrl } from '../../src/common/parse-url.js';

interface Operation {
  parameters?: { required: boolean; schema: object }[];
  requestBody: { required: boolean; content: { 'application/json': { schema: object } } };
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
}

const text = readFileSync(join(import.meta.dirname, '../../docs/openapi.json'), 'utf8');
const document = JSON.parse(text) as Document;
const ajv = new Ajv2020({ strict: false });
(formatsPlugin as unknown as typeof formatsPlugin.default)(ajv);
ajv.addFormat('iri', (url) => parseUrl(url) !== null);
ajv.addSchema(document, 'openapi');

const requestBodyOf = (method: string, path: string): Operation['requestBody'] => {
  const operation = document.paths[path]?.[method];
  if (!operation) throw new Error(`${method} ${path} is not in the document`);
  return operation.requestBody;
};
const isValid = (method: string, path: string, body: unknown): boolean => {
  const { schema } = requestBodyOf(method, path).content['application/json'];
  return ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi#/')) as object)(body);
};

const REFUNDS = '/payment/{serviceId}/transactions/{transactionId}/refunds';
const ALIAS = '/payment/{serviceId}/blik/aliases/{aliasId}';
const PAYMENTS = '/payment/{serviceId}/transactions';
const DIRECT_BILLING = '/directbilling/{serviceId}/transactions';

describe('the schemas of requests in the OpenAPI document', () => {
  /** All schemas inside a part of the document, including those that it references. */
  function schemasOf(part: unknown, seen = new Set<unknown>()): object[] {
    if (typeof part !== 'object' || part === null || seen.has(part)) return [];
    seen.add(part);
    const { $ref = '' } = part as { $ref?: string };
    const referencedSchema = $ref && document.components.schemas[$ref.split('/').at(-1) ?? ''];
    return [part, ...[...Object.values(part), referencedSchema].flatMap((child) => schemasOf(child, seen))];
  }

  it('have no defaults in bodies, because some client generators treat a member with a default as required', () => {
    const bodies = Object.values(document.paths).flatMap((methods) => Object.values(methods).map(({ requestBody }) => requestBody));
    const schemas = schemasOf(bodies);
    expect(schemas).toContain(document.components.schemas['SubscriptionOptionsRequest']);
    expect(schemas.filter((schema) => 'default' in schema)).toEqual([]);
  });

  it('have defaults only for optional parameters', () => {
    const parameters = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).flatMap(({ parameters: declared = [] }) => declared),
    );
    const withDefault = parameters.filter(({ schema }) => 'default' in schema);
    expect(withDefault.length).toBeGreaterThan(10);
    expect(withDefault.filter(({ required }) => required)).toEqual([]);
  });

  it.each([
    ['post', REFUNDS],
    ['delete', ALIAS],
  ])('allow no body, an empty object and an empty list for %s %s', (method, path) => {
    expect(requestBodyOf(method, path).required).toBe(false);
    expect([{}, [], [1], 'x'].map((body) => isValid(method, path, body))).toEqual([true, true, false, false]);
  });

  it.each([
    ['76561198000000000', true],
    [76561198000000000, true],
    [null, true],
    ['7656119800000000', false],
    [true, false],
  ])('declare whether the steamid %j is valid: %j', (steamid, valid) =>
    expect(isValid('post', PAYMENTS, { amount: 1, antifraud: { steamid } })).toBe(valid),
  );

  it.each([PAYMENTS, DIRECT_BILLING])('allow return URLs with non-ASCII letters: %s', (path) =>
    expect(isValid('post', path, { amount: 1, returns: { success: 'https://sklep.example/zapłacono?imię=Żółć' } })).toBe(true),
  );
});
