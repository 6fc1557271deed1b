import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Agent, type Dispatcher, request } from 'undici';
import { SystemClock } from '../../common/time/clocks.js';
import { Environment } from '../../runtime/config/environment.js';
import { checkTargetUrl } from './check-target-url.js';
import { limitInterimResponses } from './limit-interim-responses.js';
import type { OutboundRequest, OutboundResponse } from './outbound-message.js';
import { PeerCertificates } from './peer-certificates.js';
import { pinnedLookup } from './pinned-lookup.js';
import { raceAddresses } from './race-addresses.js';
import { requestErrorCode } from './request-error-code.js';
import { inRequestSpan } from './request-span.js';
import { readResponse } from './response-text.js';
import { retryAfterMs } from './retry-schedule.js';
import { TargetPolicy } from './target-policy.js';

const CONNECT_TIMEOUT_MS = 3_000;
/** Limit for the whole request, up to the last stored byte of the response. */
export const REQUEST_TIMEOUT_MS = 10_000;

/**
 * Sends POST requests to URLs that partners chose: only to permitted targets, for at most ten seconds, and stores at most 16 KiB of the
 * response. A network failure is a result, not an exception. Redirects are not followed, their response is returned.
 */
@Injectable()
export class OutboundClient implements OnApplicationShutdown {
  private readonly policy: TargetPolicy;
  private readonly agent: Agent;

  constructor(
    private readonly environment: Environment,
    private readonly clock: SystemClock,
    private readonly certificates: PeerCertificates,
  ) {
    this.policy = new TargetPolicy(environment.webhook.allowedNetworks);
    const connect = raceAddresses(pinnedLookup(this.policy), CONNECT_TIMEOUT_MS);
    this.agent = new Agent({ connect: certificates.wrapConnector(connect) });
  }

  post(outbound: OutboundRequest): Promise<OutboundResponse> {
    return inRequestSpan(outbound.url, () => this.send(outbound));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.agent.destroy();
  }

  private async send({ serviceId, url, headers, body }: OutboundRequest): Promise<OutboundResponse> {
    const problem = checkTargetUrl(url, this.policy);
    if (problem) return withoutResponse(problem === 'FORBIDDEN_ADDRESS' ? 'TARGET_FORBIDDEN' : problem);
    let response: Dispatcher.ResponseData | undefined;
    try {
      response = await request(url, {
        method: 'POST',
        dispatcher: this.agent,
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
        headers: { 'user-agent': this.environment.webhook.userAgent, ...headers },
        body,
        onInfo: limitInterimResponses(),
      });
      this.certificates.linkService(serviceId, url);
      const { text, truncated } = await readResponse(response.body);
      return {
        httpStatus: response.statusCode,
        excerpt: text,
        errorCode: truncated ? 'RESPONSE_TOO_LONG' : null,
        retryAfterMs: retryAfterMs(response.headers['retry-after'], this.clock.now()),
      };
    } catch (error) {
      return { ...withoutResponse(requestErrorCode(error)), httpStatus: response?.statusCode ?? null };
    }
  }
}

function withoutResponse(errorCode: string): OutboundResponse {
  return { httpStatus: null, excerpt: null, errorCode, retryAfterMs: null };
}
