import { isIP } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, RequestHandler, Response } from 'express';

/** @param hop 0 for the address of the connection, then one more for each address in `X-Forwarded-For`. */
type IsTrusted = (address: string, hop: number) => boolean;

/**
 * Sets the proxies whose `X-Forwarded-For` is trusted. Express reads `010.0.0.1` as octal and `167772161` as four bytes, and proxies
 * forward such texts from clients. Without the check with `isIP`, a client could pose as a trusted proxy and forge its own address.
 */
export function trustProxies(app: NestExpressApplication, networks: readonly string[]): void {
  app.set('trust proxy', networks.length > 0 ? [...networks] : false);
  const express = app.getHttpAdapter().getInstance() as { get(name: 'trust proxy fn'): IsTrusted };
  const isTrusted = express.get('trust proxy fn');
  app.set('trust proxy', (address: string, hop: number) => isIP(address) !== 0 && isTrusted(address, hop));
  app.use(removeForwardedPorts());
}

/** An address with a port, as some load balancers write it: `203.0.113.7:51234`, `[2001:db8::7]:443` or `[2001:db8::7]`. */
const WITH_PORT = /^\[(.*)\](?::\d+)?$|^([^:]*):\d+$/;

/** Removes ports from `X-Forwarded-For`, which Express takes for a part of the address. */
function removeForwardedPorts(): RequestHandler {
  return ({ headers }: Request, _response: Response, next: NextFunction) => {
    const forwarded = headers['x-forwarded-for'];
    if (typeof forwarded === 'string') headers['x-forwarded-for'] = forwarded.split(',').map(withoutPort).join(', ');
    next();
  };
}

function withoutPort(text: string): string {
  const [, ipv6, ipv4] = WITH_PORT.exec(text.trim()) ?? [];
  const address = ipv6 ?? ipv4 ?? '';
  return isIP(address) === 0 ? text.trim() : address;
}
