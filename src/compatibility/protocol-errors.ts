import type { IncomingHttpHeaders } from 'node:http';
import type { Json } from './json.js';
import { describedError } from './shapes/errors.js';
import { tierOf } from './tier.js';

/** Row 1 for what is refused before there is a request for the application. */
export const errorForClient = (body: Json, headers: IncomingHttpHeaders): Json => (tierOf(headers) ? describedError(body) : body);
