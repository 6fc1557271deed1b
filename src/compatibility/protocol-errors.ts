import type { IncomingHttpHeaders } from 'node:http';
import type { Json } from './json.js';
import { describedError } from './shapes/errors.js';
import { tierOfHeaders } from './tier.js';

/** Row 1 for errors that are found before there is a request object. */
export const errorForClient = (body: Json, headers: IncomingHttpHeaders): Json => (tierOfHeaders(headers) ? describedError(body) : body);
