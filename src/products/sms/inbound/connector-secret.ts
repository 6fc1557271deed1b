import { createHash, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Environment } from '../../../runtime/config/environment.js';

/** The source of a message: a real SMS gateway, or the sandbox's phone. */
export type MessageSource = 'gateway' | 'sandbox';

/** The secrets of those who may hand messages over, compared in constant time. */
@Injectable()
export class ConnectorSecret {
  private readonly senders: readonly (readonly [MessageSource, Buffer])[];

  constructor({ connector, sandbox }: Environment) {
    this.senders = [
      ...connector.smsSecrets.map((secret) => ['gateway', digest(secret)] as const),
      ...(sandbox.enabled ? connector.secrets.map((secret) => ['sandbox', digest(secret)] as const) : []),
    ];
  }

  /** Without a secret no connector can hand messages over. */
  get isServed(): boolean {
    return this.senders.length > 0;
  }

  senderOf(secret: string): MessageSource | null {
    const given = digest(secret);
    return this.senders.filter(([, expected]) => timingSafeEqual(expected, given))[0]?.[0] ?? null;
  }
}

function digest(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
