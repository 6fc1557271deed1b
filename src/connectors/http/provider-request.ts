import { Agent, buildConnector, request } from 'undici';
import { type CallFailure, recordCallFailure } from './call-failure.js';

/** One HTTP call to a provider. */
export interface ProviderRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
  /** Time limit from the connection to the last byte of the response. */
  timeoutMs: number;
}

/**
 * The result of a provider request.
 * - `not_sent`: there was no connection, so the provider has not received the request
 * - `unanswered`: a time-out, a lost connection or a response that is too long, so the effect at the provider is unknown
 */
export type ProviderResponse = { outcome: 'answered'; status: number; text: string } | { outcome: 'unanswered' } | { outcome: 'not_sent' };

const CONNECT_TIMEOUT_MS = 3_000;
const MAX_RESPONSE_BYTES = 64 * 1024;

class NotConnected extends Error {}

const connect = buildConnector({ timeout: CONNECT_TIMEOUT_MS });
/**
 * Turns a failure to connect (unknown host, refused, time-out, invalid certificate) into `NotConnected`, which means that nothing was sent.
 */
const agent = new Agent({
  connect: (options, done) =>
    connect(options, (...[error, socket]) => (error ? done(new NotConnected(error.message), null) : done(null, socket))),
});

/** Sends the request once, without following redirects and without retries. Never throws. */
export async function sendProviderRequest({ method, url, headers, body, timeoutMs }: ProviderRequest): Promise<ProviderResponse> {
  try {
    const response = await request(url, { method, headers, body: body ?? null, dispatcher: agent, signal: AbortSignal.timeout(timeoutMs) });
    const text = await readLimitedText(response.body);
    recordCallFailure(response.statusCode < 300 ? null : 'error');
    return { outcome: 'answered', status: response.statusCode, text };
  } catch (error) {
    recordCallFailure(failureOf(error));
    return { outcome: error instanceof NotConnected ? 'not_sent' : 'unanswered' };
  }
}

function failureOf(error: unknown): CallFailure {
  if (error instanceof NotConnected) return 'unreachable';
  return error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'interrupted';
}

async function readLimitedText(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    // An error ends the loop, which destroys the stream.
    if (size > MAX_RESPONSE_BYTES) throw new RangeError(`The response is longer than ${MAX_RESPONSE_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
