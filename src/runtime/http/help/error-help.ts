import type { Response } from 'express';
import type { DomainError } from '../../../common/errors/domain-error.js';
import { type ErrorCode, ERRORS } from '../../../common/errors/error-codes.js';
import type { LoggableRequest } from '../log-path.js';

const ERROR_HINT = 'X-Error-Hint';

interface HelpOptions {
  publicUrl: string;
  /** Whether unauthenticated callers get hints, too. True in the sandbox. */
  hintsForAll: boolean;
  /** Explains why a method and a path have no route. */
  routeHint: (method: string, path: string) => string | undefined;
}

/**
 * Adds headers to each 4xx response of the API: a link to the description of the error code, and one sentence about how to correct the
 * request. The body stays as in the contract. Hints contain nothing about other partners. Outside the sandbox, unauthenticated callers get
 * no hints. The log always has the hint.
 */
export class ErrorHelp {
  constructor(private readonly options: HelpOptions) {}

  add(request: LoggableRequest, response: Response, error: Pick<DomainError, 'code' | 'details'>): void {
    const { code } = error;
    if (!isClientError(code)) return;
    const isShown = this.options.hintsForAll || Boolean(request.callerIsKnown);
    const hint = toHeaderText(error.details.hint ?? (isShown ? this.routeHint(request, code) : undefined) ?? generalHint(error));
    request.refusal = { code, hint };
    response.setHeader('Link', this.link(code));
    if (isShown) response.setHeader(ERROR_HINT, hint);
  }

  /** Headers for errors that are detected before a request object exists. */
  headersOf(code: ErrorCode): Record<string, string> {
    return { Link: this.link(code), ...(this.options.hintsForAll && { [ERROR_HINT]: toHeaderText(ERRORS[code].description) }) };
  }

  private link(code: ErrorCode): string {
    return `<${this.options.publicUrl}/docs/errors#${code}>; rel="help"`;
  }

  private routeHint({ method, originalUrl }: LoggableRequest, code: ErrorCode): string | undefined {
    return code === 'ROUTE_NOT_FOUND' ? this.options.routeHint(method, originalUrl.split('?', 1)[0] ?? '') : undefined;
  }
}

const isClientError = (code: ErrorCode): boolean => ERRORS[code].status >= 400 && ERRORS[code].status < 500;

/** The first message about a field. Without errors of fields, the description of the error code. */
function generalHint({ code, details }: Pick<DomainError, 'code' | 'details'>): string {
  return Object.values(details.errors ?? {}).flat()[0] ?? ERRORS[code].description;
}

/** Longer headers could exceed the limits of proxies. */
const MAX_HINT_LENGTH = 500;

/** Converts a hint to ASCII, because only ASCII is safe in a header. */
function toHeaderText(hint: string): string {
  return hint
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[^\x20-\x7e]/g, '?')
    .slice(0, MAX_HINT_LENGTH);
}
