import express, { type Request, type RequestHandler } from 'express';
import { refuseMalformedForm } from '../../runtime/http/body/refuse-malformed.js';

/** Keeps the raw bytes of every body: signatures cover bytes, and the inbox shows exactly what it received. */
export function keepRawBody(): RequestHandler {
  return express.raw({ type: () => true, limit: '256kb', inflate: false });
}

export function rawBodyOf(request: Request): Buffer {
  const body: unknown = request.body;
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}

/** Fields of a form of the sandbox's pages. @throws DomainError VALIDATION_ERROR for malformed ones */
export function formOf(request: Request): URLSearchParams {
  const body = rawBodyOf(request);
  refuseMalformedForm(body.toString('latin1'));
  return new URLSearchParams(body.toString('utf8'));
}
