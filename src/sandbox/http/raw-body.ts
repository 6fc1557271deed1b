import express, { type Request, type RequestHandler } from 'express';
import { refuseMalformedForm } from '../../runtime/http/body/refuse-malformed.js';

/** Keeps every body as the bytes that came: signatures are over bytes, and the inbox shows what it really got. */
export function keepRawBody(): RequestHandler {
  return express.raw({ type: () => true, limit: '256kb', inflate: false });
}

export function rawBodyOf(request: Request): Buffer {
  const body: unknown = request.body;
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}

/** The fields of a form that was sent from one of the pages. @throws DomainError VALIDATION_ERROR on those that are not well-formed */
export function formOf(request: Request): URLSearchParams {
  const body = rawBodyOf(request);
  refuseMalformedForm(body.toString('latin1'));
  return new URLSearchParams(body.toString('utf8'));
}
