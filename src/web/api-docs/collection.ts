import { createHash } from 'node:crypto';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { OperationView } from './reference/operation-view.js';

const COLLECTION_SCHEMA_URL = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

interface Variable {
  key: string;
  value: string;
  description?: string;
}

interface Request {
  name: string;
  request: {
    method: string;
    description: string;
    auth?: { type: 'noauth' };
    header: Variable[];
    url: { raw: string; host: string[]; path: string[]; query?: (Variable & { disabled: boolean })[]; variable?: Variable[] };
    body?: { mode: 'raw'; raw: string; options: { raw: { language: 'json' } } };
  };
}

export interface Collection {
  info: { _postman_id: string; name: string; description: string; schema: string };
  auth: object;
  variable: Variable[];
  item: { name: string; item: Request[] }[];
}

/** The operations as a collection for Postman, Bruno and Insomnia. Its variables are `baseUrl`, `token` and the parameters of the paths. */
export function collectionOf({ info, tags = [] }: OpenAPIObject, operations: readonly OperationView[], baseUrl: string): Collection {
  const pathParameters = new Set(operations.flatMap(({ path }) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)));
  return {
    info: { _postman_id: idOf(baseUrl), name: info.title, description: info.description ?? '', schema: COLLECTION_SCHEMA_URL },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    variable: [{ key: 'baseUrl', value: baseUrl }, { key: 'token', value: '' }, ...[...pathParameters].map((key) => ({ key, value: '' }))],
    item: tags
      .map(({ name }) => ({ name, item: operations.filter(({ tag }) => tag === name).map(requestOf) }))
      .filter(({ item }) => item.length > 0),
  };
}

function requestOf(operation: OperationView): Request {
  const { method, summary, description, path, parameters, body, needsToken } = operation;
  const segments = path
    .split('/')
    .slice(1)
    .map((segment) => segment.replace(/^\{(\w+)\}$/, ':$1'));
  const parametersIn = (place: string) => parameters.filter((parameter) => parameter.place === place);
  const notes = (parameter: { notes: string[] }) => ({ description: parameter.notes.join(' ') });
  const query = parametersIn('query').map(({ name, required, ...rest }) => ({ key: name, value: '', disabled: !required, ...notes(rest) }));
  const variable = parametersIn('path').map(({ name, ...rest }) => ({ key: name, value: `{{${name}}}`, ...notes(rest) }));
  return {
    name: summary,
    request: {
      method,
      description,
      ...(!needsToken && { auth: { type: 'noauth' as const } }),
      header: [
        ...(body ? [{ key: 'Content-Type', value: 'application/json' }] : []),
        ...parametersIn('header').map(({ name, ...rest }) => ({ key: name, value: '{{$guid}}', ...notes(rest) })),
      ],
      url: {
        raw: `{{baseUrl}}/${segments.join('/')}`,
        host: ['{{baseUrl}}'],
        path: segments,
        ...(query.length > 0 && { query }),
        ...(variable.length > 0 && { variable }),
      },
      ...(body && { body: { mode: 'raw' as const, raw: body.example, options: { raw: { language: 'json' as const } } } }),
    },
  };
}

/** A UUID that depends only on the gateway's URL, so that importing the collection again replaces the earlier import. */
function idOf(baseUrl: string): string {
  const hex = createHash('sha256').update(baseUrl).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
