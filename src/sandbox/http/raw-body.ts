import express, { type Request, type RequestHandler } from 'express';
import { rejectMalformedForm } from '../../runtime/http/body/reject-malformed.js';

/** Keeps the raw bytes of every body. Signatures cover bytes, and the inbox shows the exact bytes of a notification. */
export function captureRawBody(): RequestHandler {
  return express.raw({ type: () => true, limit: '256kb', inflate: false });
}

export function rawBodyOf(request: Request): Buffer {
  const body: unknown = request.body;
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}

/** Fields of a form of the sandbox's pages. @throws DomainError VALIDATION_ERROR for a malformed form */
export function formOf(request: Request): URLSearchParams {
  const body = rawBodyOf(request);
  rejectMalformedForm(body.toString('latin1'));
  return new URLSearchParams(body.toString('utf8'));
}
