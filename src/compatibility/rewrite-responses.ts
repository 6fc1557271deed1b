import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import type { AccessRequest } from '../platform/access/caller.js';
import type { ClientTier } from '../platform/partners/tokens/client-tier.js';
import { collapseSlashes, passwordAsToken } from './request-fixups.js';
import { compatibleResponse, requiredFacts } from './compatible-response.js';
import type { Facts } from './facts/facts.js';
import type { LookUpFactsService } from './facts/look-up-facts.service.js';
import { printJson, jsonObjectOf } from './json.js';
import { callOf, clientTierOf } from './client-of-request.js';
import { tierOfHeaders } from './tier.js';

/** `response.end` without its overloads. */
type End = (...args: unknown[]) => Response;

/**
 * Rewrites responses to older clients into the form that these clients expect. The rewrite is the last step and starts from the strict bytes, so
 * that the rest of the gateway has only one form. All other responses pass unchanged.
 */
export function rewriteResponses(facts: LookUpFactsService, log: Logger): RequestHandler {
  const rewrite = async (request: AccessRequest, tier: ClientTier, response: Response, text: string): Promise<string> => {
    const body = jsonObjectOf(text);
    if (!body) return text;
    const [call, strict] = [callOf(request), { status: response.statusCode, body }];
    const rewritten = compatibleResponse(call, tier, strict, await factsFor(request, call, tier, strict));
    response.statusCode = rewritten.status;
    return rewritten.body === body ? text : printJson(rewritten.body);
  };
  // The request has already taken effect, so a response without these values is better than an error.
  const factsFor = async (request: AccessRequest, ...[call, tier, strict]: Parameters<typeof requiredFacts>): Promise<Facts> => {
    const kinds = requiredFacts(call, tier, strict);
    if (kinds.length === 0) return {};
    return facts.findFacts(kinds, request, strict.body).catch((error: unknown) => {
      log.warn({ err: error, call }, 'Could not look up values for an older client, the response is sent without them');
      return {};
    });
  };
  return (request: Request, response: Response, next: NextFunction) => {
    const headerTier = tierOfHeaders(request.headers);
    if (headerTier) {
      passwordAsToken(request, headerTier);
      collapseSlashes(request);
    }
    const end = response.end.bind(response) as End;
    response.end = ((...args: unknown[]) => {
      response.end = end as typeof response.end;
      const tier = clientTierOf(request);
      if (!tier || response.headersSent || !isJsonResponse(response)) return end(...args);
      const [chunk] = args;
      if (typeof chunk !== 'string' && !Buffer.isBuffer(chunk)) {
        if (request.method === 'HEAD') response.removeHeader('Content-Length'); // the length is that of the strict response
        return end(...args);
      }
      const strictText = chunk.toString();
      const send = (text: string): void => {
        response.setHeader('Content-Length', Buffer.byteLength(text));
        end(text);
      };
      void rewrite(request, tier, response, strictText).then(send, (error: unknown) => {
        log.error({ err: error, call: callOf(request) }, 'Could not rewrite a response for an older client, the strict response is sent');
        send(strictText);
      });
      return response;
    }) as typeof response.end;
    next();
  };
}

function isJsonResponse(response: Response): boolean {
  return String(response.getHeader('Content-Type') ?? '').startsWith('application/json');
}
