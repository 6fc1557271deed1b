import { request } from 'undici';
import { isSignedMessage, signMessage } from '../../../common/http/signed-message.js';
import type { SystemClock } from '../../../common/time/clocks.js';
import {
  type ChargeRequest,
  type ChargeResult,
  type ChargeStatus,
  type Operator,
  OperatorConnector,
  type OperatorReport,
  type RawReport,
  type ReversalResult,
  type SendCodeRequest,
  type SendCodeResult,
} from '../operator.port.js';
import {
  type OperatorAnswer,
  toChargeResult,
  toChargeStatus,
  toReport,
  toReversalResult,
  toSendCodeResult,
} from './sandbox-operator.mapping.js';

export interface SandboxOperatorOptions {
  operator: Operator;
  /** Asked at each call; null while the simulated operators do not listen. */
  baseUrl: () => string | null;
  /** Signs what is sent and proves who reports. */
  secret: string;
  timeoutMs: number;
  clock: SystemClock;
}

const MAX_ANSWER_BYTES = 64 * 1024;

/**
 * Speaks the simulated operators' protocol: JSON over HTTP, each message signed with HMAC-SHA256.
 * No answer, a late one, a 5xx or one that makes no sense leaves the outcome open.
 */
export class SandboxOperatorConnector extends OperatorConnector {
  constructor(private readonly options: SandboxOperatorOptions) {
    super();
  }

  async sendCode({ codeReference, phoneNumber, grossMinor, seller, description }: SendCodeRequest): Promise<SendCodeResult> {
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

  readReport({ headers, body }: RawReport): OperatorReport | null {
    const { operator, secret, clock } = this.options;
    // The subject names the operator, so that one operator's report is not taken for another's.
    return isSignedMessage(secret, { subject: `report ${operator}`, body }, headers, clock.now())
      ? toReport(parsed(body.toString('utf8')))
      : null;
  }

  private async call(method: 'GET' | 'POST', path: string, fields?: object): Promise<OperatorAnswer | null> {
    const { operator, baseUrl, secret, timeoutMs, clock } = this.options;
    const base = baseUrl();
    if (base === null) return null;
    const target = `/operators/${operator}/${path}`;
    const body = fields ? JSON.stringify(fields) : '';
    try {
      const response = await request(`${base}${target}`, {
        method,
        headers: {
          ...signMessage(secret, { subject: `${method} ${target}`, body }, clock.now()),
          ...(fields && { 'content-type': 'application/json' }),
        },
        ...(fields && { body }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      return { status: response.statusCode, body: parsed(await limitedText(response.body)) };
    } catch {
      return null; // refused connection, time-out, broken answer: what the operator did is not known
    }
  }
}

async function limitedText(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) throw new RangeError('The answer is too long'); // leaving the loop destroys the stream
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
