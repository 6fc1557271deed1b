import { hasFreshSignature, isSignedMessage, type SharedSecret, signMessage } from '../../../common/signed-message.js';
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

/** Polish numbers that begin with 500. */
const TEST_NUMBER_PREFIX = '48500';

export interface SandboxOperatorOptions {
  operator: Operator;
  /** Called for each request. Returns null while the simulated operators do not listen. */
  baseUrl: () => string | null;
  /** Signs requests and verifies callbacks. */
  secret: SharedSecret;
  timeoutMs: number;
  clock: SystemClock;
}

/**
 * Connector for the protocol of the simulated operators: JSON over HTTP, each message signed with HMAC-SHA256.
 * Without a response, or with a late, unreadable or 5xx response, the outcome is `pending`, or `unavailable` for the request of a code.
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
    // The signed subject names the operator, so that one operator cannot send a callback for another operator.
    return isSignedMessage(secret, { subject: `report ${operator}`, body }, headers, clock.now())
      ? toOperatorCallback(parseCallbackBody(body))
      : null;
  }

  override get isSimulated(): boolean {
    return true;
  }

  /** The simulated operators always send the same code to these numbers, for partners' test suites. */
  override isTestNumber(phoneNumber: string): boolean {
    return phoneNumber.startsWith(TEST_NUMBER_PREFIX);
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
