import { signingSecret } from '../../common/signed-message.js';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { request } from 'undici';
import { v7 as uuidv7 } from 'uuid';
import { SandboxClock } from '../clock/sandbox-clock.js';
import { SandboxOptions } from '../sandbox-options.js';

export interface OutgoingMessage {
  /** `48XXXXXXXXX`. */
  from: string;
  /** Short number. */
  to: string;
  text: string;
}

/** Before the gateway replies, it may call a partner's program, which has ten seconds to respond. */
const TIMEOUT_MS = 15_000;
const MAX_REPLY_LENGTH = 4_000;
/** A short code after `kod` or `code` and a colon at the end of a reply. The phone shows the code in large type. */
const CODE_AT_END = /\b(?:kod|code)\b[^:]*: ?([!-~]{1,10})$/i;

/** Acts as the SMS gateway: posts a phone's message to the payment gateway and delivers the reply to the phone. */
@Injectable()
export class SimulatedMessageService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SandboxClock,
    private readonly options: SandboxOptions,
  ) {}

  /** @returns whether the gateway accepted the message. If so, the reply is on the phone. */
  async run(message: OutgoingMessage): Promise<boolean> {
    const reply = await this.postMessage(message).catch(() => null);
    if (reply === null) return false;
    await this.dataSource.query(
      'INSERT INTO sandbox.text_message (id, phone_number, sender, text, code, sent_at, in_reply_to) VALUES ($1, $2, $3, $4, $5, $6, $7)',
      [uuidv7(), message.from, message.to, reply, CODE_AT_END.exec(reply)?.[1] ?? null, await this.clock.now(), message.text],
    );
    return true;
  }

  private async postMessage({ from, to, text }: OutgoingMessage): Promise<string | null> {
    const response = await request(`${this.options.gatewayUrl}/connectors/sms/inbound`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-connector-secret': signingSecret(this.options.connectorSecret) },
      body: new URLSearchParams({ id: `sandbox-${uuidv7()}`, from, to, text }).toString(),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const reply = (await response.body.text()).replaceAll('\u0000', '').slice(0, MAX_REPLY_LENGTH);
    return response.statusCode === 200 ? reply : null;
  }
}
