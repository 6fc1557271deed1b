import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { DomainError } from '../../common/errors/domain-error.js';

const JSON_LIMIT = '256kb';
const FORM_LIMIT = '8kb';

const BODY_OF = /^\/(connectors|pay)\//i;

/** Chooses by path how a body is read: bytes from operators, forms from payers, JSON from partners. */
export function parseBody(): RequestHandler {
  const json = parseJsonBody();
  const readers: Record<string, RequestHandler> = { connectors: keepRawBody(), pay: parseFormBody() };
  return (request: Request, response: Response, next: NextFunction) => {
    if (!hasBody(request)) return next();
    const area = BODY_OF.exec(request.path)?.[1]?.toLowerCase();
    return ((area && readers[area]) || json)(request, response, next);
  };
}

/** JSON bodies of the API: anything else is 415, more than 256 KiB 413, broken text 400. */
function parseJsonBody(): RequestHandler {
  const json = express.json({
    limit: JSON_LIMIT,
    strict: false,
    // The digest stands for the body in the fingerprint of an Idempotency-Key.
    verify: (request: IncomingMessage & { bodyDigest?: Buffer }, _response, bytes) => {
      if (request.headers['idempotency-key'] !== undefined) request.bodyDigest = createHash('sha256').update(bytes).digest();
    },
  });
  return (request, response, next) => {
    if (!isUtf8Json(request)) return next(new DomainError('UNSUPPORTED_MEDIA_TYPE'));
    json(request, response, translated(next));
  };
}

/** Forms that payers send from the gateway's own pages. */
function parseFormBody(): RequestHandler {
  const form = express.urlencoded({ extended: false, limit: FORM_LIMIT });
  return (request: Request, response: Response, next: NextFunction) => form(request, response, translated(next));
}

/** The bytes as they came, for callers that sign them. */
function keepRawBody(): RequestHandler {
  const raw = express.raw({ type: () => true, limit: JSON_LIMIT });
  return (request, response, next) => raw(request, response, translated(next));
}

/** JSON is UTF-8 by its standard; other charsets are not guessed at. */
function isUtf8Json(request: Request): boolean {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(request.headers['content-type'] ?? '')?.[1];
  return Boolean(request.is('json') || request.is('+json')) && (charset === undefined || charset.toLowerCase() === 'utf-8');
}

function hasBody(request: Request): boolean {
  return request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
}

function translated(next: NextFunction): NextFunction {
  return (error?: unknown) => {
    if (error === undefined) return next();
    next(bodyError(error) ?? error);
  };
}

function bodyError(error: unknown): DomainError | null {
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  if (status === 413) return new DomainError('PAYLOAD_TOO_LARGE');
  if (status === 415) return new DomainError('UNSUPPORTED_MEDIA_TYPE');
  if (status === 400) return new DomainError('MALFORMED_JSON', { message: 'The request body is not valid JSON.' });
  return null;
}
