import type { Server } from 'node:http';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { DomainError } from '../../../common/errors/domain-error.js';
import { isBelow } from './is-below.js';

const MAX_BYTES = 16 * 1024;
/** A browser sends the gateway the cookies of all programs on the same domain. AWS load balancers have the same limit for all headers. */
const MAX_BYTES_FROM_BROWSERS = 64 * 1024;

/** Makes a server accept the many cookies of browsers. */
export function acceptManyCookies(server: Server): void {
  Object.assign(server, { maxHeaderSize: MAX_BYTES_FROM_BROWSERS }); // Node has this property, but its types only have the option
}

/**
 * Keeps the smaller limit for requests of programs.
 * @param pages paths below which there are pages, such as `/pay`
 */
export function limitHeaders(pages: readonly string[]): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    if (headerBytes(request) < MAX_BYTES || isBelow(pages, request.path)) return next();
    response.setHeader('Connection', 'close');
    next(new DomainError('HEADERS_TOO_LARGE'));
  };
}

/** As Node counts them. */
const headerBytes = ({ url, rawHeaders }: Request): number => rawHeaders.reduce((sum, text) => sum + text.length, url.length);
