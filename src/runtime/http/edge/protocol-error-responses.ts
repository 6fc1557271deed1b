import { randomUUID } from 'node:crypto';
import { type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorBody } from '../../../common/api/error-body.js';
import { DomainError } from '../../../common/errors/domain-error.js';
import { ERRORS } from '../../../common/errors/error-codes.js';
import type { ErrorHelp } from '../help/error-help.js';
import { continueWhenRead } from '../body/read-bytes.js';

/** How long a whole request, head and body, may take to arrive. */
const REQUEST_TIMEOUT_MS = 60_000;

type ErrorBody = Readonly<Record<string, unknown>>;

/**
 * Responds to errors that Node detects before a request object exists, with the same envelope as for all errors. Sends `100 Continue` only
 * when a handler reads the body.
 * @param shape converts an error body to the form that the client expects. It is used when the request's headers could be read.
 */
export function respondToProtocolErrors(
  server: Server,
  help: ErrorHelp,
  shape?: (body: ErrorBody, headers: IncomingHttpHeaders) => ErrorBody,
): void {
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    socket.end(rawResponse(errorFor(error.code), help), () => socket.destroy());
  });
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    continueWhenRead(request, () => response.writeContinue());
    server.emit('request', request, response);
  });
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const error = new DomainError('EXPECTATION_FAILED');
    const { status, headers, body } = responseParts(error, help, shape?.(errorBody(error), request.headers));
    response.writeHead(status, headers).end(body);
  });
}

function errorFor(code: string | undefined): DomainError {
  if (code === 'HPE_HEADER_OVERFLOW') return new DomainError('HEADERS_TOO_LARGE');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new DomainError('REQUEST_TIMEOUT');
  return new DomainError('MALFORMED_REQUEST', { message: 'This is not an HTTP request that can be read.' });
}

function responseParts(
  error: DomainError,
  help: ErrorHelp,
  errorObject: ErrorBody = errorBody(error),
): { status: number; headers: Record<string, string>; body: string } {
  const body = JSON.stringify(errorObject);
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
    'X-Request-Id': randomUUID(),
    ...help.headersOf(error.code),
    Connection: 'close',
  };
  return { status: ERRORS[error.code].status, headers, body };
}

function rawResponse(error: DomainError, help: ErrorHelp): string {
  const { status, headers, body } = responseParts(error, help);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`;
}
