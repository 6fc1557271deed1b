import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import type { AccessRequest } from '../platform/access/caller.js';
import type { ClientTier } from '../platform/partners/tokens/client-tier.js';
import { collapseSlashes, passwordAsToken } from './request-fixups.js';
import { compatibleResponse, requiredFacts } from './compatible-response.js';
import type { Facts } from './facts/facts.js';
import type { LookUpFactsService } from './facts/look-up-facts.service.js';
import { printJson, jsonObjectOf } from './json.js';
import { callOf, clientTierOf } from './request-facts.js';
import { tierOfHeaders } from './tier.js';

type End = (...given: unknown[]) => Response;

/**
 * Gives answers to clients of earlier generations the form that they expect. This is the last step, made from the strict bytes, so that the rest
 * of the gateway knows one form only. All other answers pass unchanged.
 */
export function rewriteResponses(lookUp: LookUpFactsService, log: Logger): RequestHandler {
  const shape = async (request: AccessRequest, tier: ClientTier, response: Response, text: string): Promise<string> => {
    const body = jsonObjectOf(text);
    if (!body) return text;
    const [call, strict] = [callOf(request), { status: response.statusCode, body }];
    const answer = compatibleResponse(call, tier, strict, await factsFor(request, call, tier, strict));
    response.statusCode = answer.status;
    return answer.body === body ? text : printJson(answer.body);
  };
  // The request has had its effect, so an answer without these values is better than none.
  const factsFor = async (request: AccessRequest, ...answer: Parameters<typeof requiredFacts>): Promise<Facts> => {
    const needed = requiredFacts(...answer);
    if (needed.length === 0) return {};
    return lookUp.of(needed, request, answer[2].body).catch((error: unknown) => {
      log.warn({ err: error, call: answer[0] }, 'an answer leaves without what an older client would read in it');
      return {};
    });
  };
  return (request: Request, response: Response, next: NextFunction) => {
    const told = tierOfHeaders(request.headers);
    if (told) {
      passwordAsToken(request, told);
      collapseSlashes(request);
    }
    const end = response.end.bind(response) as End;
    response.end = ((...given: unknown[]) => {
      response.end = end as typeof response.end;
      const tier = clientTierOf(request);
      if (!tier || response.headersSent || !isJsonAnswer(response)) return end(...given);
      const [chunk] = given;
      if (typeof chunk !== 'string' && !Buffer.isBuffer(chunk)) {
        if (request.method === 'HEAD') response.removeHeader('Content-Length'); // it is the strict answer's
        return end(...given);
      }
      const strict = chunk.toString();
      const leave = (text: string): void => {
        response.setHeader('Content-Length', Buffer.byteLength(text));
        end(text);
      };
      void shape(request, tier, response, strict).then(leave, (error: unknown) => {
        log.error({ err: error, call: callOf(request) }, 'an answer leaves in the strict form, because the older one could not be made');
        leave(strict);
      });
      return response;
    }) as typeof response.end;
    next();
  };
}

function isJsonAnswer(response: Response): boolean {
  return String(response.getHeader('Content-Type') ?? '').startsWith('application/json');
}
