import { createHash, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Environment } from '../../../runtime/config/environment.js';

/** The source of a message: a real SMS gateway, or the sandbox's phone. */
export type MessageSource = 'gateway' | 'sandbox';

/** Finds the source of a message by its secret, in constant time. */
@Injectable()
export class ConnectorSecret {
  private readonly sources: readonly (readonly [MessageSource, Buffer])[];

  constructor({ connector, sandbox }: Environment) {
    this.sources = [
      ...connector.smsSecrets.map((secret) => ['gateway', digest(secret)] as const),
      ...(sandbox.enabled ? connector.secrets.map((secret) => ['sandbox', digest(secret)] as const) : []),
    ];
  }

  /** Whether any secret is set. Without one, the route for messages does not exist. */
  get isConfigured(): boolean {
    return this.sources.length > 0;
  }

  /** Compares with every secret, so that the time does not show which one matches. @returns null when no secret matches. */
  sourceOf(secret: string): MessageSource | null {
    const actual = digest(secret);
    return this.sources.filter(([, expected]) => timingSafeEqual(expected, actual))[0]?.[0] ?? null;
  }
}

function digest(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
