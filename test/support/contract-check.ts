import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formatsPlugin from 'ajv-formats';
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
/** Headers for partners' programs. All other headers concern the transport or browsers. */
const TELLING_HEADERS = [
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

// The plugin is CommonJS: under ESM its function is the default's default.
const addFormats = formatsPlugin as unknown as typeof formatsPlugin.default;

/** Compares responses of the API with an OpenAPI document, and throws at everything that the document does not declare. */
class ContractCheck {
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true, coerceTypes: false });
  private readonly validators = new Map<Pointer, ValidateFunction>();
  private readonly routes: { template: string; pattern: RegExp; parameters: number; operations: Record<string, Operation> }[];

  constructor(private readonly document: ApiDocument) {
    addFormats(this.ajv);
    this.ajv.addFormat('iri', (text) => URL.canParse(text));
    this.ajv.addSchema(closed(document) as Json, 'openapi');
    this.routes = Object.entries(document.paths).map(([template, operations]) => ({
      template,
      pattern: new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}/?$`, 'i'),
      parameters: template.split('{').length - 1,
      operations,
    }));
  }

  run(method: string, path: string, answer: HttpResponse): void {
    const [pathname = ''] = path.split('?', 1);
    const found = this.operationAt(method.toLowerCase(), pathname);
    const problems = found ? this.problemsOf(found.at, found.operation, answer) : this.problemsOfUnknown(pathname, answer);
    if (problems.length === 0) return;
    throw new Error(
      `${method} ${found?.template ?? pathname} answered ${answer.status}, which is not what the OpenAPI document says:\n` +
        `${problems.join('\n')}\n${answer.text.slice(0, 800)}`,
    );
  }

  private operationAt(method: string, pathname: string): { template: string; at: Pointer; operation: Operation } | undefined {
    const candidates = this.routes.filter(({ pattern }) => pattern.test(pathname));
    // A fixed segment has priority over a parameter, as in the router.
    const route = candidates.sort((a, b) => a.parameters - b.parameters)[0];
    const operation = route?.operations[method];
    return route && operation && { template: route.template, at: pointer('paths', route.template, method), operation };
  }

  private problemsOf(at: Pointer, operation: Operation, answer: HttpResponse): string[] {
    const response = operation.responses[answer.status];
    if (!response) return [`It lists no ${answer.status} for this operation.`];
    return this.problemsWith(response.$ref?.slice(1) ?? `${at}${pointer('responses', String(answer.status))}`, answer);
  }

  /** A path without an operation may only respond with errors, in the form that the document describes for operations. */
  private problemsOfUnknown(pathname: string, answer: HttpResponse): string[] {
    if (NOT_FOR_PARTNERS.test(pathname) && (answer.status < 400 || answer.body === undefined)) return [];
    const errors = Object.keys(this.at('/components/responses') ?? {}).map((name) => pointer('components', 'responses', name));
    const ofStatus = errors.filter((at) => this.validatorAt(at)?.(answer.body) && this.problemsWith(at, answer).length === 0);
    return answer.status >= 400 && ofStatus.length > 0 ? [] : ['It lists no such operation, and the answer is none of its errors.'];
  }

  private problemsWith(at: Pointer, answer: HttpResponse): string[] {
    const { headers = {}, content } = this.at(at) as Response;
    return [...this.headerProblems(headers, answer.headers), ...this.bodyProblems(at, content, answer)];
  }

  private headerProblems(declared: Record<string, { $ref: string }>, sent: Headers): string[] {
    const names = Object.keys(declared).map((name) => name.toLowerCase());
    const undeclared = TELLING_HEADERS.filter((name) => sent.has(name) && !names.includes(name));
    const wrong = Object.entries(declared).filter(([name, { $ref }]) => {
      const { required, schema } = this.at($ref.slice(1)) as { required?: boolean; schema: { type: string } };
      const text = sent.get(name);
      if (text === null) return required;
      return !this.compiled(`${$ref.slice(1)}/schema`)(schema.type === 'integer' ? Number(text) : text);
    });
    return [...undeclared.map((name) => `It declares no header ${name}.`), ...wrong.map(([name]) => `Header ${name} is missing or wrong.`)];
  }

  private bodyProblems(at: Pointer, content: Response['content'], { body, text, headers }: HttpResponse): string[] {
    if (!content) return text === '' ? [] : ['It declares no body.'];
    const [type = ''] = Object.keys(content);
    if (type.startsWith('text/')) return headers.get('content-type')?.startsWith(type) ? [] : [`The answer is not ${type}.`];
    const validate = this.validatorAt(at);
    if (!validate) return ['It declares a body without a JSON schema.'];
    if (body === undefined) return ['The answer is not JSON.'];
    return validate(body) ? [] : [this.ajv.errorsText(validate.errors)];
  }

  private validatorAt(response: Pointer): ValidateFunction | undefined {
    const schema = `${response}${pointer('content', 'application/json', 'schema')}`;
    return this.at(schema) === undefined ? undefined : this.compiled(schema);
  }

  private compiled(schema: Pointer): ValidateFunction {
    const validate = this.validators.get(schema) ?? this.ajv.compile({ $ref: `openapi#${encodeURI(schema)}` });
    this.validators.set(schema, validate);
    return validate;
  }

  private at(location: Pointer): unknown {
    const [, ...keys] = location.split('/');
    const step = (value: unknown, key: string): unknown => (value as Json | undefined)?.[key.replaceAll('~1', '/').replaceAll('~0', '~')];
    return keys.reduce(step, this.document);
  }
}

const pointer = (...keys: string[]): Pointer => keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** Clients must accept unknown members, but the gateway may send none that the document does not declare. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.fromEntries(Object.entries(value).map(([key, member]) => [key, closed(member)]));
  return members['type'] === 'object' && 'properties' in members ? { additionalProperties: false, ...members } : members;
}

const committed = new ContractCheck(JSON.parse(readFileSync(join(import.meta.dirname, '../../docs/openapi.json'), 'utf8')) as ApiDocument);

/** Throws if a response of the API does not match `docs/openapi.json`, so that code and document cannot drift apart. */
export function checkAgainstContract(method: string, path: string, answer: HttpResponse): void {
  committed.run(method, path, answer);
}
