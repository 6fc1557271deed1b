import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Agent, type Dispatcher, request } from 'undici';
import { SystemClock } from '../../../common/time/clocks.js';
import { Environment } from '../../../runtime/config/environment.js';
import { type AnswerText, readAnswer } from '../../outbound/answer-text.js';
import { checkTargetUrl } from '../../outbound/check-target-url.js';
import { judgeAnswer } from './judge-answer.js';
import type { Notification, SendResult } from './send-result.js';
import { limitInterimAnswers } from '../../outbound/limit-interim-answers.js';
import { inRequestSpan } from './notification-spans.js';
import { pinnedLookup } from '../../outbound/pinned-lookup.js';
import { retryAfterMs } from '../../outbound/retry-after.js';
import { sendErrorCode } from '../../outbound/send-error-code.js';
import { TargetPolicy } from '../../outbound/target-policy.js';

const CONNECT_TIMEOUT_MS = 3_000;
const REQUEST_TIMEOUT_MS = 10_000;

/** Posts one notification. Network trouble is a result, not an error. Redirects are answers like any other and are not followed. */
@Injectable()
export class NotificationSender implements OnApplicationShutdown {
  private readonly policy: TargetPolicy;
  private readonly agent: Agent;

  constructor(
    private readonly environment: Environment,
    private readonly clock: SystemClock,
  ) {
    this.policy = new TargetPolicy(environment.webhook.allowedNetworks);
    this.agent = new Agent({ connect: { timeout: CONNECT_TIMEOUT_MS, lookup: pinnedLookup(this.policy) } });
  }

  send(notification: Notification): Promise<SendResult> {
    return inRequestSpan(notification.url, () => this.post(notification));
  }

  private async post({ url, headers, body }: Notification): Promise<SendResult> {
    const problem = checkTargetUrl(url, this.policy);
    if (problem) return failed(problem === 'FORBIDDEN_ADDRESS' ? 'TARGET_FORBIDDEN' : problem);
    let answer: Dispatcher.ResponseData | undefined;
    try {
      answer = await request(url, {
        method: 'POST',
        dispatcher: this.agent,
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
        headers: { 'content-type': 'application/json', accept: 'text/plain', 'user-agent': this.environment.webhook.userAgent, ...headers },
        body,
        onInfo: limitInterimAnswers(),
      });
      return this.result(answer, await readAnswer(answer.body));
    } catch (error) {
      return { ...failed(sendErrorCode(error)), httpStatus: answer?.statusCode ?? null };
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.agent.destroy();
  }

  private result({ statusCode, headers }: Dispatcher.ResponseData, { text, truncated }: AnswerText): SendResult {
    return {
      outcome: judgeAnswer({ status: statusCode, text, truncated }),
      httpStatus: statusCode,
      excerpt: text,
      errorCode: truncated ? 'ANSWER_TOO_LONG' : null,
      retryAfterMs: retryAfterMs(headers['retry-after'], this.clock.now()),
    };
  }
}

function failed(errorCode: string): SendResult {
  return { outcome: 'failed', httpStatus: null, excerpt: null, errorCode, retryAfterMs: null };
}
