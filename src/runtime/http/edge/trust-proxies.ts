import { isIP } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';

type Trusted = (address: string, hop: number) => boolean;

/**
 * Whose `X-Forwarded-For` is believed. Express reads `010.0.0.1` as octal and `167772161` as four bytes, which proxies do not: one that
 * hands such a text on from its caller would be taken for another proxy, and the address before it for the caller's.
 */
export function trustProxies(app: NestExpressApplication, networks: readonly string[]): void {
  app.set('trust proxy', networks.length > 0 ? [...networks] : false);
  const express = app.getHttpAdapter().getInstance() as { get(name: 'trust proxy fn'): Trusted };
  const trusted = express.get('trust proxy fn');
  app.set('trust proxy', (address: string, hop: number) => isIP(address) !== 0 && trusted(address, hop));
}
