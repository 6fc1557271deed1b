import { Injectable } from '@nestjs/common';
import { SystemClock } from '../../../common/time/clocks.js';
import { formatTimestamp } from '../../../common/time/timestamp.js';
import { Environment } from '../../../runtime/config/environment.js';
import { NotifySettingsQuery } from '../../../platform/partners/services/notify-settings.js';
import { ServiceKeys } from '../../../platform/partners/keys/service-keys.js';
import { NotificationSender } from '../../../platform/webhooks/delivery/notification-sender.js';
import type { SendResult } from '../../../platform/webhooks/delivery/send-result.js';
import { DEFAULT_RETRY_SCHEDULE, nextDelayMs } from '../../../platform/outbound/retry-schedule.js';
import { readPartnerAnswer } from './partner-answer.js';
import { type CallResult, type PartnerCall, PartnerCallStore } from './partner-call-store.js';
import { PartnerCallMetrics } from './partner-call-metrics.js';
import { signedForm } from './partner-request.js';

const GONE = 410;
const ANSWERED: CallResult = { state: 'answered', nextAttemptAt: null, problem: null };
const HEADERS = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/xml, text/xml' };

/** Tells a partner's program about a message and reads what the payer shall be told. A failed call is repeated like a notification. */
@Injectable()
export class AskPartnerService {
  constructor(
    private readonly store: PartnerCallStore,
    private readonly sender: NotificationSender,
    private readonly keys: ServiceKeys,
    private readonly settings: NotifySettingsQuery,
    private readonly metrics: PartnerCallMetrics,
    private readonly clock: SystemClock,
    private readonly environment: Environment,
  ) {}

  /** @returns the partner's text, or null when there is none that an SMS can carry. */
  async run(transactionId: string): Promise<string | null> {
    const call = await this.store.one(transactionId);
    return call && this.call(call);
  }

  /**
   * The call must be held by the caller.
   * @param onEnd told of the answer before it is written down.
   */
  async call(call: PartnerCall, onEnd?: (result: SendResult) => void): Promise<string | null> {
    const { bodyKey } = await this.keys.signingKeys(call.serviceId);
    const body = signedForm(this.requestOf(call), bodyKey);
    const result = await this.sender.send({ url: call.url, headers: HEADERS, body });
    onEnd?.(result);
    const text = result.httpStatus === 200 && result.excerpt !== null ? readPartnerAnswer(result.excerpt) : null;
    await this.record(call, text === null ? await this.failed(call, result) : ANSWERED);
    return text;
  }

  private async record({ transactionId }: PartnerCall, result: CallResult): Promise<void> {
    await this.store.record(transactionId, result);
    this.metrics.count(result.state);
  }

  private async failed(call: PartnerCall, { httpStatus, errorCode, retryAfterMs }: SendResult): Promise<CallResult> {
    const what = errorCode ?? (httpStatus === 200 ? 'UNUSABLE_ANSWER' : `STATUS_${httpStatus}`);
    if (httpStatus === GONE) return { state: 'stopped', nextAttemptAt: null, problem: what };
    const { retryScheduleSeconds } = await this.settings.of(call.serviceId);
    const schedule = retryScheduleSeconds ?? DEFAULT_RETRY_SCHEDULE;
    const delayMs = nextDelayMs({ schedule, attemptsMade: call.attempts + 1, retryAfterMs, random: Math.random() });
    if (delayMs === null) return { state: 'exhausted', nextAttemptAt: null, problem: what };
    return { state: 'waiting', nextAttemptAt: new Date(this.clock.now().getTime() + delayMs), problem: what };
  }

  private requestOf(call: PartnerCall): Parameters<typeof signedForm>[0] {
    return {
      sms_id: call.transactionId,
      sms_text: call.text,
      sms_from: call.from,
      send_number: String(call.sendNumber),
      send_time: formatTimestamp(call.sentAt, this.environment.app.displayTimeZone),
    };
  }
}
