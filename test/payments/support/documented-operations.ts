import { readFileSync } from 'node:fs';
import type { HttpResponse, HttpRequest } from '../../support/http-client.js';
import type { Shop } from '../../support/shop.js';

interface Operation {
  responses: Record<string, { $ref?: string }>;
}
const { paths } = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as { paths: Record<string, Record<string, Operation>> };

/** Errors that any request can get. Other suites test these errors. */
const GENERAL_ERRORS = ['INTERNAL_ERROR', 'SERVICE_UNAVAILABLE', 'TOO_MANY_REQUESTS', 'IDEMPOTENCY_CONFLICT'];

/** Method, path and documented error codes of each operation in `docs/openapi.json` whose path matches. */
export function documentedOperations(pathPattern: RegExp): [string, string, string[]][] {
  return Object.entries(paths)
    .filter(([path]) => pathPattern.test(path))
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { responses }]): [string, string, string[]] => [
        method.toUpperCase(),
        path,
        codesOf(responses),
      ]),
    );
}

/** Error responses are named after their codes, such as `#/components/responses/TIMEOUT.USER_TIMEOUT.replayable`. */
function codesOf(responses: Operation['responses']): string[] {
  const names = Object.values(responses).flatMap(({ $ref }) => $ref?.split('/').at(-1)?.split('.') ?? []);
  return names.filter((name) => name === name.toUpperCase() && !GENERAL_ERRORS.includes(name));
}

/** Sends a request that gets an error. */
export type SendFailingRequest = (method: string, path: string) => Promise<HttpResponse>;

/**
 * Requests that get an error from every operation, by error code.
 * @param call sends a valid request with the given changes.
 */
export function failingRequests(
  shop: Shop,
  call: (method: string, path: string, change: HttpRequest) => Promise<HttpResponse>,
): Record<string, SendFailingRequest> {
  return {
    UNAUTHORIZED: (method, path) => call(method, path, { token: null }),
    INVALID_ABILITY_PROVIDED: async (method, path) => call(method, path, { token: (await shop.newToken({ abilities: ['sms.*'] })).token }),
    IP_ADDRESS_NOT_WHITELISTED: async (method, path) =>
      call(method, path, { token: (await shop.newToken({ allowedNetworks: ['192.0.2.1'] })).token }),
    ROUTE_NOT_FOUND: (_, path) => call('PATCH', path, {}),
    MALFORMED_JSON: (method, path) => call(method, path, { body: '{' }),
    PAYLOAD_TOO_LARGE: (method, path) => call(method, path, { body: { amount: 5, x: 'x'.repeat(1024 * 1024) } }),
    UNSUPPORTED_MEDIA_TYPE: (method, path) => call(method, path, { body: 'reason=x', headers: { 'Content-Type': 'text/plain' } }),
  };
}
