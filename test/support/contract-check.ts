import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import formatsPlugin from 'ajv-formats';
import type { Answer } from './http-client.js';

type Schema = Record<string, unknown>;
interface Operation {
  responses: Record<string, { content?: { 'application/json'?: { schema: Schema } } }>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

const document = JSON.parse(readFileSync(join(import.meta.dirname, '../../docs/openapi.json'), 'utf8')) as Document;

// The plugin is CommonJS: under ESM its function is the default's default.
const addFormats = formatsPlugin as unknown as typeof formatsPlugin.default;
const ajv = new Ajv({ strict: false, allErrors: true });
addFormats(ajv);
ajv.addSchema({ $id: 'openapi', components: toJsonSchema(document.components) });

const routes = Object.entries(document.paths).map(([template, operations]) => ({
  template,
  pattern: new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}/?$`),
  // A fixed segment wins over a parameter, as it does in the router.
  parameters: template.split('{').length - 1,
  operations,
}));
const validators = new Map<string, ValidateFunction>();

/** Any error: what stands in the contract for all endpoints, so it is not repeated with each operation. */
const ERROR_MEMBERS: Record<number, string[]> = {
  400: ['success', 'errorCode', 'message'],
  401: ['success', 'errorCode'],
  403: ['success', 'errorCode'],
  404: ['success', 'errorCode'],
  409: ['success', 'errorCode', 'message'],
  413: ['success', 'errorCode'],
  415: ['success', 'errorCode'],
  422: ['success', 'errorCode', 'errors'],
  429: ['success', 'errorCode'],
  500: ['success', 'errorCode', 'errorId'],
  503: ['success', 'errorCode'],
};

/** Throws when an answer of the API is not what `docs/openapi.json` says, so that code and document cannot drift. */
export function checkAgainstContract(method: string, path: string, answer: Answer): void {
  const [pathname = ''] = path.split('?', 1);
  const route = routes.filter(({ pattern }) => pattern.test(pathname)).sort((a, b) => a.parameters - b.parameters)[0];
  const operation = route?.operations[method.toLowerCase()];
  if (answer.status >= 400 && answer.body !== undefined) checkError(method, path, answer);
  if (!operation || !route || answer.status >= 400) return;
  const response = operation.responses[String(answer.status)];
  if (!response) throw new Error(`${method} ${route.template} answered ${answer.status}, which the OpenAPI document does not list`);
  const schema = response.content?.['application/json']?.schema;
  if (!schema) return;
  const key = `${method} ${route.template} ${answer.status}`;
  const validate = validators.get(key) ?? ajv.compile(toJsonSchema(schema));
  validators.set(key, validate);
  if (!validate(answer.body))
    throw new Error(`${key} does not match the OpenAPI document: ${ajv.errorsText(validate.errors)}\n${answer.text.slice(0, 800)}`);
}

function checkError(method: string, path: string, { status, body, text }: Answer): void {
  const expected = ERROR_MEMBERS[status];
  const members = Object.keys(body as object).filter((member) => member !== 'data');
  if (!expected || members.join() !== expected.join() || body.success !== false)
    throw new Error(`${method} ${path} answered an error of the wrong shape: ${status} ${text.slice(0, 300)}`);
}

/** OpenAPI 3.0 to JSON Schema: references point into the added document, `nullable` becomes a type. */
function toJsonSchema<T>(value: T): T {
  if (Array.isArray(value)) return value.map(toJsonSchema) as T;
  if (typeof value !== 'object' || value === null) return value;
  const { nullable, ...rest } = value as Schema;
  const schema = Object.fromEntries(
    Object.entries(rest).map(([key, member]) => [
      key,
      key === '$ref' && typeof member === 'string' ? member.replace('#/', 'openapi#/') : toJsonSchema(member),
    ]),
  );
  if (nullable !== true) return schema as T;
  return (
    typeof schema['type'] === 'string' && !schema['enum'] && !schema['allOf']
      ? { ...schema, type: [schema['type'], 'null'] }
      : { anyOf: [schema, { type: 'null' }] }
  ) as T;
}
