import type { IncomingHttpHeaders } from 'node:http';
import type { Json } from './json.js';
import { describeError } from './shapes/errors.js';
import { tierOfHeaders } from './tier.js';

/** Adds what older clients need in every error to an error that Node finds before there is a request object. */
export const errorForClient = (body: Json, headers: IncomingHttpHeaders): Json => (tierOfHeaders(headers) ? describeError(body) : body);
