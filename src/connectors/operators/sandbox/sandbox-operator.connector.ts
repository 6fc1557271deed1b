import { hasFreshSignature, isSignedMessage, type SharedSecret, signMessage } from '../../../common/http/signed-message.js';
import type { SystemClock } from '../../../common/time/clocks.js';
import { sendProviderRequest, type ProviderResponse } from '../../http/provider-request.js';
import { parseCallbackBody } from '../../http/json-object.js';
import {
  type ChargeRequest,
  type ChargeResult,
  type ChargeStatus,
  type Operator,
  OperatorConnector,
  type OperatorCallback,
  type RawOperatorCallback,
  type OperatorCallbackHead,
  type ReversalResult,
  type SendCodeRequest,
  type OperatorCodeResult,
} from '../operator.port.js';
import { toChargeResult, toChargeStatus, toOperatorCallback, toReversalResult, toSendCodeResult } from './sandbox-operator.mapping.js';

export interface SandboxOperatorOptions {
  operator: Operator;
  /** Asked at each call; null while the simulated operators do not listen. */
  baseUrl: () => string | null;
  /** Signs what is sent and proves who reports. */
  secret: SharedSecret;
  timeoutMs: number;
  clock: SystemClock;
}

/**
 * Speaks the simulated operators' protocol: JSON over HTTP, each message signed with HMAC-SHA256.
 * No answer, a late one, a 5xx or one that cannot be understood leaves the outcome open.
 */
export class SandboxOperatorConnector extends OperatorConnector {
  constructor(private readonly options: SandboxOperatorOptions) {
    super();
  }

  async sendCode({ codeReference, phoneNumber, grossMinor, seller, description }: SendCodeRequest): Promise<OperatorCodeResult> {
    return toSendCodeResult(await this.call('POST', 'codes', { codeReference, phoneNumber, amount: grossMinor, seller, description }));
  }

  async charge({ grossMinor, ...fields }: ChargeRequest): Promise<ChargeResult> {
    return toChargeResult(await this.call('POST', 'charges', { ...fields, amount: grossMinor }));
  }

  async chargeStatus(chargeReference: string): Promise<ChargeStatus> {
    return toChargeStatus(await this.call('GET', `charges/${encodeURIComponent(chargeReference)}`));
  }

  async reverse(chargeReference: string): Promise<ReversalResult> {
    return toReversalResult(await this.call('POST', `charges/${encodeURIComponent(chargeReference)}/reversal`, {}));
  }

  override mayBeCallback({ headers }: OperatorCallbackHead): boolean {
    return hasFreshSignature(headers, this.options.clock.now());
  }

  readCallback({ headers, body }: RawOperatorCallback): OperatorCallback | null {
    const { operator, secret, clock } = this.options;
    // The subject names the operator, so that one operator's report is not taken for another's.
    return isSignedMessage(secret, { subject: `report ${operator}`, body }, headers, clock.now())
      ? toOperatorCallback(parseCallbackBody(body))
      : null;
  }

  override get isSimulated(): boolean {
    return true;
  }

  /** These numbers always get the same code, for partners' test suites. */
  override isTestNumber(phoneNumber: string): boolean {
    return phoneNumber.startsWith('48500');
  }

  private async call(method: 'GET' | 'POST', path: string, fields?: object): Promise<ProviderResponse> {
    const { operator, baseUrl, secret, timeoutMs, clock } = this.options;
    const base = baseUrl();
    if (base === null) return { outcome: 'not_sent' };
    const target = `/operators/${operator}/${path}`;
    const body = fields && JSON.stringify(fields);
    const signature = signMessage(secret, { subject: `${method} ${target}`, body: body ?? '' }, clock.now());
    const headers = { ...signature, ...(fields && { 'content-type': 'application/json' }) };
    return sendProviderRequest({ method, url: `${base}${target}`, headers, body, timeoutMs });
  }
}
