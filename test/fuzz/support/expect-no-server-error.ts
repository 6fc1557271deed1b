import type { HttpResponse } from '../../support/http-client.js';

/** Answers that are no JSON with `success`: those for browsers, for probes, and what a payer reads of an SMS gateway's message. */
const OTHER_ANSWERS: readonly { path: RegExp; status: RegExp; type: RegExp }[] = [
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
  // What an acquirer wants to hear is its connector's to say.
  { path: /^\/connectors\/channels\/[^/]+\/reports\/?$/i, status: /^200$/, type: /^(?:application\/json|text\/plain)/ },
  // Accepted, and nothing more to say.
  { path: /^\/payment\/[^/]+\/blik\/(?:level0\/[^/]+|aliases(?:\/[^/]+)?)\/?$/i, status: /^204$/, type: /^$/ },
  { path: /^\/payment\/[^/]+\/links\/[^/]+\/?$/i, status: /^204$/, type: /^$/ },
  { path: /^\/connectors\/sms\/inbound\/?$/i, status: /^(?:200|400)$/, type: /^text\/plain/ },
];

/** A payer sees a page, also when something fails. */
const PAYERS = /^\/pay(?:\/|$)/i;

const LEAKS = /\bat \S+ \(|node_modules|SELECT |INSERT INTO|syntax error at|QueryFailed|TypeError|ReferenceError|pg_|\/src\//;

/** Libraries begin theirs with the name of what is wrong. */
const OUR_OWN = /^[A-Z][^]*\.$/;

/** Throws at a failure, at an answer of another kind than the address gives, and at one that tells how it was made. */
export function expectNoServerError(path: string, { status, headers, body, text }: HttpResponse): void {
  const [pathname = ''] = path.split('?', 1);
  const type = headers.get('content-type') ?? '';
  const isOther = OTHER_ANSWERS.some((other) => other.path.test(pathname) && other.status.test(String(status)) && other.type.test(type));
  if (status >= 500) throw new Error('The gateway failed');
  if (LEAKS.test(text)) throw new Error('The answer tells how the gateway is made');
  const sentences = Object.values((body?.errors ?? {}) as Record<string, string[]>).flat();
  if (!sentences.every((sentence) => OUR_OWN.test(sentence))) throw new Error('The answer has words that are not ours');
  const says = !PAYERS.test(pathname) && body?.success === status < 400;
  if (!isOther && !says) throw new Error(`The answer is ${type || 'nothing'}, not what this address answers`);
}

/** Refusals before the route runs, or because the thing that the path names does not exist. */
const AT_THE_DOOR = new Set([
  'UNAUTHORIZED',
  'INVALID_ABILITY_PROVIDED',
  'IP_ADDRESS_NOT_WHITELISTED',
  'ROUTE_NOT_FOUND',
  'SERVICE_NOT_FOUND',
  'MALFORMED_JSON',
  'UNSUPPORTED_MEDIA_TYPE',
  'PAYLOAD_TOO_LARGE',
]);

/** Whether the request got past the guard, to what the route does. Payers' pages say so by their status. */
export const passedGuard = ({ status, body }: HttpResponse): boolean =>
  typeof body?.errorCode === 'string' ? !AT_THE_DOOR.has(body.errorCode) : ![403, 404, 413, 415].includes(status);
