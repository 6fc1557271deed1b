import type { OpenAPIObject } from '@nestjs/swagger';
import { type ApiOperation, operationsOf, type ApiParameter, parametersOf, takesIdempotencyKey } from '../operations.js';
import { type ReferenceField, fieldOf, referenceFieldsOf } from './fields.js';
import { type Schema, Schemas } from './schema.js';

export interface Content {
  content?: { 'application/json'?: { schema?: Schema; examples?: Record<string, { summary?: string }> } };
}

interface OpenApiResponse {
  description?: string;
  content?: object;
}

export interface BodyView {
  fields: ReferenceField[];
  example: string;
}

/** The content of the page of one operation. */
export interface OperationView {
  id: string;
  method: string;
  path: string;
  tag: string;
  summary: string;
  description: string;
  /** `place` is `path`, `query` or `header`. */
  parameters: (ReferenceField & { place: string })[];
  body: BodyView | null;
  /** `part` describes the JSON body; null without one. Then `type` is the media type of the body, or empty without a body. */
  successResponse: { status: string; part: BodyView | null; type: string; description: string };
  errors: { status: string; code: string; meaning: string }[];
  curl: string;
  needsToken: boolean;
}

/** The pages of the reference, made from the OpenAPI document alone. @param baseUrl the gateway's URL in examples */
export function operationViews(document: OpenAPIObject, baseUrl: string): OperationView[] {
  const schemas = new Schemas(document);
  return operationsOf(document).map(({ method, path, operation }) => {
    const body = schemaOf(operation.requestBody as Content | undefined);
    const [status, response] = Object.entries(operation.responses).find(([code]) => code.startsWith('2')) ?? ['200', {}];
    const responseSchema = schemaOf(response as Content);
    return {
      id: operation.operationId ?? '',
      method,
      path,
      tag: operation.tags?.[0] ?? '',
      summary: operation.summary ?? '',
      description: operation.description ?? 'Needs no token.',
      parameters: parametersOf(operation).map((parameter) => ({
        ...fieldOf(schemas, parameter.name, schemaOfParameter(parameter), parameter.required ?? false),
        place: parameter.in,
      })),
      body: body ? bodyViewOf(schemas, body) : null,
      successResponse: {
        status,
        part: responseSchema ? bodyViewOf(schemas, responseSchema) : null,
        ...mediaTypeAndDescription(response as OpenApiResponse),
      },
      errors: errorsOf(document, operation),
      needsToken: operation.security?.length !== 0,
      curl: curlFor(schemas, { method, url: baseUrl + path, operation, body }),
    };
  });
}

export const schemaOf = (part: Content | undefined): Schema | undefined => part?.content?.['application/json']?.schema;
const schemaOfParameter = ({ schema, description }: ApiParameter): Schema => ({
  ...(schema as Schema),
  ...(description && { description }),
});

export function bodyViewOf(schemas: Schemas, schema: Schema): BodyView {
  return { fields: referenceFieldsOf(schemas, schema), example: JSON.stringify(exampleOf(schemas, schema), null, 2) };
}

const mediaTypeAndDescription = ({ content = {}, description = '' }: OpenApiResponse) => ({
  type: Object.keys(content)[0] ?? '',
  description,
});

function errorsOf({ components }: OpenAPIObject, { responses }: ApiOperation): OperationView['errors'] {
  return Object.entries(responses).flatMap(([status, response]) => {
    const name = response && '$ref' in response ? response.$ref.split('/').at(-1) : undefined;
    const { content } = (components?.responses?.[name ?? ''] ?? {}) as Content;
    const examples = content?.['application/json']?.examples ?? {};
    return Object.entries(examples).map(([code, { summary = '' }]) => ({ status, code, meaning: summary }));
  });
}

interface RequestToShow {
  method: string;
  url: string;
  operation: ApiOperation;
  body: Schema | undefined;
}

/** A curl command with only the required parameters and the required members of the body. */
function curlFor(schemas: Schemas, { method, url, operation, body }: RequestToShow): string {
  const required = parametersOf(operation).filter((parameter) => parameter.required);
  const valueOf = (parameter: ApiParameter): string => encodeURIComponent(String(exampleOf(schemas, schemaOfParameter(parameter))));
  const query = required.filter((parameter) => parameter.in === 'query').map((parameter) => `${parameter.name}=${valueOf(parameter)}`);
  const path = required.reduce((text, parameter) => text.replace(`{${parameter.name}}`, valueOf(parameter)), url);
  const requiredMembers = body && (schemas.resolve(body).required ?? []);
  return curlOf({
    method,
    url: query.length > 0 ? `${path}?${query.join('&')}` : path,
    authenticated: operation.security?.length !== 0,
    ...(body && { body: exampleOf(schemas, body, (name) => requiredMembers?.includes(name) ?? false) }),
    idempotent: takesIdempotencyKey(operation),
  });
}

interface Call {
  url: string;
  method: string;
  authenticated: boolean;
  body?: unknown;
  idempotent: boolean;
}

/** A curl command for a shell in which `$TOKEN` holds the partner's token. */
function curlOf({ url, method, authenticated, body, idempotent }: Call): string {
  // A URL with characters that the shell would interpret is quoted.
  const lines = [`curl -s ${/[?&'$[\]]/.test(url) ? `'${url}'` : url}`];
  // curl sends GET by default, and POST when there is a body.
  if (method !== (body === undefined ? 'GET' : 'POST')) lines.push(`-X ${method}`);
  if (authenticated) lines.push('-H "Authorization: Bearer $TOKEN"');
  if (body !== undefined) lines.push("-H 'Content-Type: application/json'");
  if (idempotent) lines.push('-H "Idempotency-Key: $(uuidgen)"');
  if (body !== undefined) lines.push(`-d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`);
  return lines.join(' \\\n  ');
}

const EXAMPLE_OF_FORMAT: Record<string, unknown> = {
  uuid: '019a9d3e-5c1b-7a54-9f6e-2b8c4d1e7f30',
  'date-time': '2026-11-21T13:05:09+01:00',
  date: '2026-11-21',
  uri: 'https://shop.example/',
  iri: 'https://shop.example/',
};
const EXAMPLE_OF_TYPE: Record<string, unknown> = { boolean: false, integer: 1, number: 1.5, string: 'text' };

/** A value that the schema allows: the schema's example, if any. @param isIncluded selects members of the outermost object */
function exampleOf(schemas: Schemas, schema: Schema, isIncluded: (name: string) => boolean = () => true): unknown {
  const { example, enum: choices, format, type, items, properties, default: defaultValue } = schemas.resolve(schema);
  if (example !== undefined) return example;
  if (properties) {
    const members = Object.entries(properties).filter(([name]) => isIncluded(name));
    return Object.fromEntries(members.map(([name, property]) => [name, exampleOf(schemas, property)]));
  }
  if (items) return [exampleOf(schemas, items)];
  const firstType = [type ?? 'string'].flat()[0] ?? 'string';
  return defaultValue ?? choices?.[0] ?? EXAMPLE_OF_FORMAT[format ?? ''] ?? EXAMPLE_OF_TYPE[firstType];
}
