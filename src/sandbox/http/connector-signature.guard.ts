import { type CanActivate, type ExecutionContext, Injectable, UnauthorizedException } from '@nestjs/common';
import type { Request } from 'express';
import { isSignedMessage } from '../../common/signed-message.js';
import { SystemClock } from '../../common/time/clocks.js';
import { SandboxOptions } from '../sandbox-options.js';
import { rawBodyOf } from './raw-body.js';

/** Accepts only requests that are signed with the connector's secret. */
@Injectable()
export class ConnectorSignatureGuard implements CanActivate {
  constructor(
    private readonly options: SandboxOptions,
    private readonly clock: SystemClock,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    const message = { subject: `${request.method} ${request.originalUrl}`, body: rawBodyOf(request) };
    if (isSignedMessage(this.options.connectorSecret, message, request.headers, this.clock.now())) return true;
    throw new UnauthorizedException();
  }
}
