import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { ConnectorRoute } from '../../platform/access/connector-route.decorator.js';
import { DomainError } from '../../common/errors/domain-error.js';
import { BusinessClock } from '../../common/time/clocks.js';
import { DisplayZone } from '../../runtime/http/display-zone.decorator.js';
import { readBytes } from '../../runtime/http/body/read-bytes.js';
import { ConnectorSecret, type MessageSource } from './inbound/connector-secret.js';
import { readMessage } from './inbound/read-message.js';
import { queryParameters, readParameters } from './inbound/read-parameters.js';
import { ReceiveMessageService } from './inbound/receive-message.service.js';

/** Enough for the longest SMS: up to 255 parts, with up to six bytes per encoded character. */
const MAX_BODY_BYTES = 256 * 1024;

/**
 * Receives messages from an SMS gateway: `id`, `from`, `to`, `text` and optionally `time`, as a query, a form or JSON. The response body is
 * the reply for the payer. A rejected message also gets a 200, because SMS gateways forward the text to the payer only with this status.
 */
@ApiExcludeController()
@Controller('connectors/sms/inbound')
@ConnectorRoute('the SMS gateway authenticates with the connector’s secret')
export class InboundSmsController {
  constructor(
    private readonly secret: ConnectorSecret,
    private readonly receiveMessage: ReceiveMessageService,
    private readonly clock: BusinessClock,
  ) {}

  @Get()
  byQuery(@Req() request: Request, @Res() response: Response, @DisplayZone() zone: string): Promise<void> {
    return this.receive(request, response, zone);
  }

  @Post()
  byBody(@Req() request: Request, @Res() response: Response, @DisplayZone() zone: string): Promise<void> {
    return this.receive(request, response, zone);
  }

  private async receive(request: Request, response: Response, zone: string): Promise<void> {
    if (!this.secret.isConfigured) throw new DomainError('ROUTE_NOT_FOUND');
    const { headers, originalUrl } = request;
    const earlySecret = request.get('X-Connector-Secret') ?? queryParameters(originalUrl).get('secret');
    if (earlySecret !== undefined) this.authenticate(earlySecret); // rejects a wrong secret before the body is read
    const parameters = readParameters({ headers, originalUrl, body: await readBytes(request, MAX_BODY_BYTES) });
    const source = this.authenticate(earlySecret ?? parameters.get('secret') ?? '');
    const message = readMessage(parameters, zone, this.clock.now());
    if (typeof message === 'string') sendText(response, 400, message);
    else sendText(response, 200, await this.receiveMessage.run(message, source === 'sandbox'));
  }

  /** @throws DomainError UNAUTHORIZED when the secret belongs to no source. */
  private authenticate(secret: string): MessageSource {
    const source = this.secret.sourceOf(secret);
    if (!source) throw new DomainError('UNAUTHORIZED');
    return source;
  }
}

function sendText(response: Response, status: number, text: string): void {
  response.status(status).type('text/plain').set('Cache-Control', 'no-store').send(text);
}
