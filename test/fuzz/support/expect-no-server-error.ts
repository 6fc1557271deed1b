import type { HttpResponse } from '../../support/http-client.js';

/** Responses that are not JSON with `success`: for browsers, for probes, and the texts that an SMS gateway sends to payers. */
const OTHER_RESPONSES: readonly { path: RegExp; status: RegExp; type: RegExp }[] = [
  { path: /^\/pay\/(?:directbilling\/)?[^/]+\/status\/?$/i, status: /^200$/, type: /^application\/json/ },
  { path: /^\/pay\/link\/[^/]+\/qr\.svg\/?$/i, status: /^200$/, type: /^image\/svg\+xml/ },
  { path: /^\/pay(?:\/|$)/i, status: /^(?:200|4\d\d)$/, type: /^text\/html/ },
  { path: /^\/pay\//i, status: /^303$/, type: /^(?:text\/|$)/ },
  { path: /^\/docs\/openapi\.json\/?$/i, status: /^200$/, type: /^application\/json/ },
  { path: /^\/docs\/collection\.json\/?$/i, status: /^200$/, type: /^application\/json/ },
  { path: /^\/docs\/[^/]+\.md\/?$/i, status: /^200$/, type: /^text\/markdown/ },
  { path: /^\/docs(?:\/[^/]+){0,2}\/?$/i, status: /^(?:200|404)$/, type: /^text\/html/ },
  { path: /^\/llms\.txt\/?$/i, status: /^200$/, type: /^text\/(?:plain|markdown)/ },
  { path: /^\/$/, status: /^(?:200|302|303|307)$/, type: /^(?:text\/|application\/json|$)/ },
  { path: /^\/statements\/[^/]+\/?$/i, status: /^200$/, type: /^text\/csv/ },
  { path: /^\/brands\//i, status: /^200$/, type: /^text\/css/ },
  { path: /^\/assets\//i, status: /^200$/, type: /^(?:text\/(?:css|javascript)|image\/svg\+xml)/ },
  { path: /^\/(?:healthz|readyz)\/?$/i, status: /^200$/, type: /^application\/json/ },
  // The connector of each acquirer decides how a callback is acknowledged.
  { path: /^\/connectors\/channels\/[^/]+\/reports\/?$/i, status: /^200$/, type: /^(?:application\/json|text\/plain)/ },
  // These routes respond without a body.
  { path: /^\/payment\/[^/]+\/blik\/(?:level0\/[^/]+|aliases(?:\/[^/]+)?)\/?$/i, status: /^204$/, type: /^$/ },
  { path: /^\/payment\/[^/]+\/links\/[^/]+\/?$/i, status: /^204$/, type: /^$/ },
  { path: /^\/connectors\/sms\/inbound\/?$/i, status: /^(?:200|400)$/, type: /^text\/plain/ },
];

/** Paths of the payers' pages. Their error responses are pages, too, not JSON. */
const PAYER_PAGES = /^\/pay(?:\/|$)/i;

/** Internal details: stack traces, SQL, names of exceptions and source files. */
const LEAKS = /\bat \S+ \(|node_modules|SELECT |INSERT INTO|syntax error at|QueryFailed|TypeError|ReferenceError|pg_|\/src\//;

/** Validation messages of the gateway are sentences. Those of libraries begin with the name of the invalid field. */
const GATEWAY_MESSAGE = /^[A-Z][^]*\.$/;

/** Throws for a server error, for a response with internal details, and for a response of another type than the path has. */
export function expectNoServerError(path: string, { status, headers, body, text }: HttpResponse): void {
  const [pathname = ''] = path.split('?', 1);
  const type = headers.get('content-type') ?? '';
  const isOtherResponse = OTHER_RESPONSES.some(
    (other) => other.path.test(pathname) && other.status.test(String(status)) && other.type.test(type),
  );
  if (status >= 500) throw new Error('The gateway failed');
  if (LEAKS.test(text)) throw new Error('The response has internal details of the gateway');
  const messages = Object.values((body?.errors ?? {}) as Record<string, string[]>).flat();
  if (!messages.every((message) => GATEWAY_MESSAGE.test(message))) throw new Error('The response has a validation message of a library');
  const isGatewayJson = !PAYER_PAGES.test(pathname) && body?.success === status < 400;
  if (!isOtherResponse && !isGatewayJson) throw new Error(`The response has an unexpected status, body or type: ${type || 'no type'}`);
}

/** Error codes of requests that are rejected before the route runs, or whose path names an unknown id. */
const GUARD_ERROR_CODES = new Set([
  'UNAUTHORIZED',
  'INVALID_ABILITY_PROVIDED',
  'IP_ADDRESS_NOT_WHITELISTED',
  'ROUTE_NOT_FOUND',
  'SERVICE_NOT_FOUND',
  'MALFORMED_JSON',
  'UNSUPPORTED_MEDIA_TYPE',
  'PAYLOAD_TOO_LARGE',
]);

/** Whether a request passed the guard and ran the route. For payers' pages the status shows it. */
export const passedGuard = ({ status, body }: HttpResponse): boolean =>
  typeof body?.errorCode === 'string' ? !GUARD_ERROR_CODES.has(body.errorCode) : ![403, 404, 413, 415].includes(status);
