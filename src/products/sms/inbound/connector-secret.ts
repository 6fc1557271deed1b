import { createHash, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Environment } from '../../../runtime/config/environment.js';

/** Who hands a message over: a real SMS gateway, or the sandbox's phone. */
export type MessageSender = 'gateway' | 'sandbox';

/** The secrets that messages are handed over with. Comparing takes the same time wherever and however much they differ. */
@Injectable()
export class ConnectorSecret {
  private readonly senders: readonly (readonly [MessageSender, Buffer])[];

  constructor({ connector, sandbox }: Environment) {
    this.senders = [
      ...(connector.smsSecret ? [['gateway', digest(connector.smsSecret)] as const] : []),
      ...(sandbox.enabled ? [['sandbox', digest(connector.secret)] as const] : []),
    ];
  }

  /** Without a secret no connector can hand messages over. */
  get isServed(): boolean {
    return this.senders.length > 0;
  }

  senderOf(secret: string): MessageSender | null {
    const given = digest(secret);
    return this.senders.filter(([, expected]) => timingSafeEqual(expected, given))[0]?.[0] ?? null;
  }
}

function digest(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
