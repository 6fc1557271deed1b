import { isIP } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';

type Trusted = (address: string, hop: number) => boolean;

/**
 * Sets the proxies whose `X-Forwarded-For` is trusted. Express reads `010.0.0.1` as octal and `167772161` as four bytes, and proxies forward such
 * texts from clients. Without the check with `isIP`, a client could pose as a trusted proxy and forge its own address.
 */
export function trustProxies(app: NestExpressApplication, networks: readonly string[]): void {
  app.set('trust proxy', networks.length > 0 ? [...networks] : false);
  const express = app.getHttpAdapter().getInstance() as { get(name: 'trust proxy fn'): Trusted };
  const trusted = express.get('trust proxy fn');
  app.set('trust proxy', (address: string, hop: number) => isIP(address) !== 0 && trusted(address, hop));
}
