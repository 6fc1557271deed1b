import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formatsPlugin from 'ajv-formats';
import { parseUrl } from '../../src/common/parse-url.js';
import type { HttpResponse } from './http-client.js';

type Json = Record<string, unknown>;
interface Response {
  $ref?: string;
  headers?: Record<string, { $ref: string }>;
  content?: Record<string, object>;
}
interface Operation {
  responses: Record<string, Response>;
}
interface ApiDocument extends Json {
  paths: Record<string, Record<string, Operation>>;
}
/** A place in the document, as a JSON pointer. */
type Pointer = string;

/** Paths for payers, operators, browsers and probes. The document is for partners and does not describe these paths. */
const NOT_FOR_PARTNERS = /^\/(?:healthz|readyz|llms\.txt|(?:pay|connectors|assets|brands|docs)(?:\/.*)?)?$/i;
const MAX_SHOWN_CHARACTERS = 800;
/** Headers for partners' programs. All other headers concern the transport or browsers. */
const PARTNER_HEADERS = [
  'x-request-id',
  'www-authenticate',
  'retry-after',
  'idempotency-replayed',
  'location',
  'allow',
  'set-cookie',
  'link',
  'x-error-hint',
  'x-ignored-fields',
];

// The plugin is CommonJS: its types declare the function as `default` of the default import, but Node imports the function itself.
const addFormats = formatsPlugin as unknown as typeof formatsPlugin.default;

/** Compares responses of the API with an OpenAPI document, and throws for everything that the document does not declare. */
class ContractCheck {
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true, coerceTypes: false });
  private readonly validators = new Map<Pointer, ValidateFunction>();
  private readonly routes: { template: string; pattern: RegExp; parameters: number; operations: Record<string, Operation> }[];

  constructor(private readonly document: ApiDocument) {
    addFormats(this.ajv);
    this.ajv.addFormat('iri', (text) => parseUrl(text) !== null);
    this.ajv.addSchema(withoutUndeclaredMembers(document) as Json, 'openapi');
    this.routes = Object.entries(document.paths).map(([template, operations]) => ({
      template,
      pattern: new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}/?$`, 'i'),
      parameters: template.split('{').length - 1,
      operations,
    }));
  }

  check(method: string, path: string, response: HttpResponse): void {
    const [pathname = ''] = path.split('?', 1);
    const match = this.findOperation(method.toLowerCase(), pathname);
    const problems = match
      ? this.operationProblems(match.pointer, match.operation, response)
      : this.undeclaredOperationProblems(pathname, response);
    if (problems.length === 0) return;
    throw new Error(
      `The response ${response.status} of ${method} ${match?.template ?? pathname} differs from the OpenAPI document:\n` +
        `${problems.join('\n')}\n${response.text.slice(0, MAX_SHOWN_CHARACTERS)}`,
    );
  }

  private findOperation(method: string, pathname: string): { template: string; pointer: Pointer; operation: Operation } | undefined {
    const candidates = this.routes.filter(({ pattern }) => pattern.test(pathname));
    // A fixed segment has priority over a parameter, as in the router.
    const route = candidates.sort((a, b) => a.parameters - b.parameters)[0];
    const operation = route?.operations[method];
    return route && operation && { template: route.template, pointer: pointerTo('paths', route.template, method), operation };
  }

  private operationProblems(operationPointer: Pointer, operation: Operation, response: HttpResponse): string[] {
    const declared = operation.responses[response.status];
    if (!declared) return [`The document declares no status ${response.status} for this operation.`];
    return this.responseProblems(
      declared.$ref?.slice(1) ?? `${operationPointer}${pointerTo('responses', String(response.status))}`,
      response,
    );
  }

  /** A request that is no operation of the document may only get an error in a form that the document declares for operations. */
  private undeclaredOperationProblems(pathname: string, response: HttpResponse): string[] {
    if (NOT_FOR_PARTNERS.test(pathname) && (response.status < 400 || response.body === undefined)) return [];
    const errors = Object.keys(this.valueAt('/components/responses') ?? {}).map((name) => pointerTo('components', 'responses', name));
    const matches = errors.filter(
      (error) => this.validatorOf(error)?.(response.body) && this.responseProblems(error, response).length === 0,
    );
    const isDeclaredError = response.status >= 400 && matches.length > 0;
    return isDeclaredError ? [] : ['The document declares no such operation, and the response is none of its errors.'];
  }

  private responseProblems(responsePointer: Pointer, response: HttpResponse): string[] {
    const { headers = {}, content } = this.valueAt(responsePointer) as Response;
    return [...this.headerProblems(headers, response.headers), ...this.bodyProblems(responsePointer, content, response)];
  }

  private headerProblems(declared: Record<string, { $ref: string }>, sent: Headers): string[] {
    const names = Object.keys(declared).map((name) => name.toLowerCase());
    const undeclared = PARTNER_HEADERS.filter((name) => sent.has(name) && !names.includes(name));
    const wrong = Object.entries(declared).filter(([name, { $ref }]) => {
      const { required, schema } = this.valueAt($ref.slice(1)) as { required?: boolean; schema: { type: string } };
      const text = sent.get(name);
      if (text === null) return required;
      return !this.compile(`${$ref.slice(1)}/schema`)(schema.type === 'integer' ? Number(text) : text);
    });
    return [
      ...undeclared.map((name) => `The document declares no header ${name}.`),
      ...wrong.map(([name]) => `Header ${name} is missing or wrong.`),
    ];
  }

  private bodyProblems(responsePointer: Pointer, content: Response['content'], { body, text, headers }: HttpResponse): string[] {
    if (!content) return text === '' ? [] : ['The document declares no body.'];
    const [type = ''] = Object.keys(content);
    if (type.startsWith('text/')) return headers.get('content-type')?.startsWith(type) ? [] : [`The response is not ${type}.`];
    const validate = this.validatorOf(responsePointer);
    if (!validate) return ['The document declares a body without a JSON schema.'];
    if (body === undefined) return ['The response is not JSON.'];
    return validate(body) ? [] : [this.ajv.errorsText(validate.errors)];
  }

  private validatorOf(response: Pointer): ValidateFunction | undefined {
    const schema = `${response}${pointerTo('content', 'application/json', 'schema')}`;
    return this.valueAt(schema) === undefined ? undefined : this.compile(schema);
  }

  private compile(schema: Pointer): ValidateFunction {
    const validate = this.validators.get(schema) ?? this.ajv.compile({ $ref: `openapi#${encodeURI(schema)}` });
    this.validators.set(schema, validate);
    return validate;
  }

  private valueAt(pointer: Pointer): unknown {
    const [, ...keys] = pointer.split('/');
    const step = (value: unknown, key: string): unknown => (value as Json | undefined)?.[key.replaceAll('~1', '/').replaceAll('~0', '~')];
    return keys.reduce(step, this.document);
  }
}

const pointerTo = (...keys: string[]): Pointer => keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** Forbids undeclared members in all object schemas. Clients must accept such members, but the gateway must not send them. */
function withoutUndeclaredMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUndeclaredMembers);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withoutUndeclaredMembers(member)]));
  return members['type'] === 'object' && 'properties' in members ? { additionalProperties: false, ...members } : members;
}

const committedContract = new ContractCheck(
  JSON.parse(readFileSync(join(import.meta.dirname, '../../docs/openapi.json'), 'utf8')) as ApiDocument,
);

/** Throws if a response of the API does not match `docs/openapi.json`, so that code and document cannot drift apart. */
export function checkAgainstContract(method: string, path: string, response: HttpResponse): void {
  committedContract.check(method, path, response);
}
