import type { IncomingMessage } from 'node:http';
import rawBody from 'raw-body';
import { DomainError } from '../../../common/errors/domain-error.js';

/** Requests whose clients wait for `100 Continue` before they send the body, each with a function that sends it. */
const continueCallbacks = new WeakMap<IncomingMessage, () => void>();

/** @param sendContinue sends `100 Continue`. It is called only when a handler reads the body. */
export function continueWhenRead(request: IncomingMessage, sendContinue: () => void): void {
  continueCallbacks.set(request, sendContinue);
}

/** Whether the client has sent, or will send, a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** A wait before the rest of a body is read. */
interface Turn {
  /** Bodies up to this size are read without the wait. A chunked body has no announced length, so its bytes are counted. */
  afterBytes: number;
  wait: () => Promise<void>;
}

/**
 * Reads the raw body. Compressed bodies are rejected, because a few bytes could unpack to a megabyte.
 * @throws DomainError PAYLOAD_TOO_LARGE, before the body is read when the announced length is too large.
 * @throws DomainError UNSUPPORTED_MEDIA_TYPE for a content encoding. @throws DomainError MALFORMED_REQUEST for an incomplete body.
 * @throws whatever `turn.wait` throws.
 */
export async function readBytes(request: IncomingMessage, limit: number, turn?: Turn): Promise<Buffer> {
  if (!hasBody(request)) return Buffer.alloc(0);
  const contentLength = Number(request.headers['content-length'] ?? 0);
  if (contentLength > limit) throw new DomainError('PAYLOAD_TOO_LARGE');
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity')
    throw new DomainError('UNSUPPORTED_MEDIA_TYPE', {
      hint: 'The body is compressed, as its header Content-Encoding says. Send it as it is.',
    });
  continueCallbacks.get(request)?.();
  const body = rawBody(request, { limit, ...(contentLength > 0 && { length: contentLength }) });
  try {
    return await (turn ? Promise.race([body, failedTurn(request, turn)]) : body);
  } catch (error) {
    if (error instanceof DomainError) throw error;
    const status = error instanceof Error && 'status' in error ? error.status : 400;
    if (status === 413) throw new DomainError('PAYLOAD_TOO_LARGE');
    throw new DomainError('MALFORMED_REQUEST', { message: 'The request body did not arrive as it was announced.' });
  }
}

/** Pauses a body after its first bytes until it is its turn. @returns a promise that is only rejected, when the turn is refused. */
function failedTurn(request: IncomingMessage, { afterBytes, wait }: Turn): Promise<never> {
  return new Promise((_, reject) => {
    let received = 0;
    const count = (chunk: Buffer): void => {
      received += chunk.length;
      if (received <= afterBytes) return;
      request.off('data', count);
      request.pause();
      wait().then(
        () => request.resume(),
        (error: Error) => {
          reject(error);
          request.removeAllListeners('data').resume(); // the rest is received and dropped, so that the client gets to read the response
        },
      );
    };
    request.on('data', count);
  });
}
