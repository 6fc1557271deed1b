import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SystemClock } from '../../../common/time/clocks.js';
import { formatTimestamp } from '../../../common/time/timestamp.js';
import { Environment } from '../../../runtime/config/environment.js';
import { NotifySettingsQuery } from '../../../platform/partners/services/notify-settings.js';
import { ServiceKeys } from '../../../platform/partners/keys/service-keys.js';
import { OutboundClient } from '../../../platform/outbound/outbound-client.js';
import type { OutboundResponse } from '../../../platform/outbound/outbound-message.js';
import { DEFAULT_RETRY_SCHEDULE, nextDelayMs } from '../../../platform/outbound/retry-schedule.js';
import { readPartnerResponse } from './partner-response.js';
import { type CallResult, type PartnerCall, PartnerCallStore } from './partner-call-store.js';
import { PartnerCallMetrics } from './partner-call-metrics.js';

/** With this status the partner's program ends the calls about the message. */
const GONE_STATUS = 410;
const ANSWERED_RESULT: CallResult = { state: 'answered', nextAttemptAt: null, problem: null };
const HEADERS = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/xml, text/xml' };

/** Calls a partner's program about a message and reads the reply for the payer. A failed call is repeated on the retry schedule of notifications. */
@Injectable()
export class CallPartnerService {
  constructor(
    private readonly store: PartnerCallStore,
    private readonly client: OutboundClient,
    private readonly keys: ServiceKeys,
    private readonly settings: NotifySettingsQuery,
    private readonly metrics: PartnerCallMetrics,
    private readonly clock: SystemClock,
    private readonly environment: Environment,
  ) {}

  /** Makes the call and records its outcome. @returns the partner's text. null without a text that fits into one SMS. */
  async run(transactionId: string): Promise<string | null> {
    const call = await this.store.find(transactionId);
    return call && this.record(call, await this.call(call));
  }

  /** Makes the call. The caller must hold the lease of the call, and record the response. */
  async call(call: PartnerCall): Promise<OutboundResponse> {
    const { serviceId, url } = call;
    const { bodyKey } = await this.keys.signingKeys(serviceId);
    return this.client.post({ serviceId, url, headers: HEADERS, body: signedForm(this.toRequest(call), bodyKey) });
  }

  /** Records the outcome of a call. @returns the partner's text. null without a text that fits into one SMS. */
  async record(call: PartnerCall, response: OutboundResponse): Promise<string | null> {
    const text = response.httpStatus === 200 && response.excerpt !== null ? readPartnerResponse(response.excerpt) : null;
    const result = text === null ? await this.failedResult(call, response) : ANSWERED_RESULT;
    await this.store.record(call.transactionId, result);
    this.metrics.count(result.state);
    return text;
  }

  private async failedResult(call: PartnerCall, { httpStatus, errorCode, retryAfterMs }: OutboundResponse): Promise<CallResult> {
    const problem = errorCode ?? (httpStatus === 200 ? 'UNUSABLE_RESPONSE' : `STATUS_${httpStatus}`);
    if (httpStatus === GONE_STATUS) return { state: 'stopped', nextAttemptAt: null, problem };
    const { retryScheduleSeconds } = await this.settings.readSettings(call.serviceId);
    const schedule = retryScheduleSeconds ?? DEFAULT_RETRY_SCHEDULE;
    const delayMs = nextDelayMs({ schedule, attemptsMade: call.attempts + 1, retryAfterMs, random: Math.random() });
    if (delayMs === null) return { state: 'exhausted', nextAttemptAt: null, problem };
    return { state: 'waiting', nextAttemptAt: new Date(this.clock.now().getTime() + delayMs), problem };
  }

  private toRequest(call: PartnerCall): Parameters<typeof signedForm>[0] {
    return {
      sms_id: call.transactionId,
      sms_text: call.text,
      sms_from: call.from,
      send_number: String(call.sendNumber),
      send_time: formatTimestamp(call.sentAt, this.environment.app.displayTimeZone),
    };
  }
}

/** The request to a partner's program about a message. */
interface PartnerRequest {
  sms_id: string;
  sms_text: string;
  sms_from: string;
  send_number: string;
  send_time: string;
}

/** The form that is posted to the partner: the values and `sign`. `sign` is the SHA-256, in hex, of the concatenated values and the key. */
function signedForm(request: PartnerRequest, key: string): string {
  const { sms_id, sms_text, sms_from, send_number, send_time } = request;
  const sign = createHash('sha256')
    .update(sms_id + sms_text + sms_from + send_number + send_time + key)
    .digest('hex');
  return new URLSearchParams({ sms_id, sms_text, sms_from, send_number, send_time, sign }).toString();
}
