import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { ConnectorRoute } from '../../platform/access/connector-route.decorator.js';
import { DomainError } from '../../common/errors/domain-error.js';
import { BusinessClock } from '../../common/time/clocks.js';
import { Environment } from '../../runtime/config/environment.js';
import { ConnectorSecret } from './inbound/connector-secret.js';
import { readMessage } from './inbound/read-message.js';
import { readParameters } from './inbound/read-parameters.js';
import { ReceiveMessageService } from './inbound/receive-message.service.js';

/**
 * Where an SMS gateway hands messages over: `id`, `from`, `to`, `text` and perhaps `time`, as a query, a form or JSON. The answer is
 * the text for the payer, also when the message is refused: gateways send the text of any other status to nobody.
 */
@ApiExcludeController()
@Controller('connectors/sms/inbound')
@ConnectorRoute('the SMS gateway proves itself with the connector’s secret')
export class InboundSmsController {
  constructor(
    private readonly secret: ConnectorSecret,
    private readonly receiveMessage: ReceiveMessageService,
    private readonly clock: BusinessClock,
    private readonly environment: Environment,
  ) {}

  @Get()
  byQuery(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.receive(request, response);
  }

  @Post()
  byBody(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.receive(request, response);
  }

  private async receive(request: Request, response: Response): Promise<void> {
    if (!this.secret.isServed) throw new DomainError('ROUTE_NOT_FOUND');
    const parameters = readParameters(request);
    const sender = this.secret.senderOf(request.get('X-Connector-Secret') ?? parameters.get('secret') ?? '');
    if (!sender) throw new DomainError('UNAUTHORIZED');
    const message = readMessage(parameters, this.environment.app.displayTimeZone, this.clock.now());
    if (typeof message === 'string') answer(response, 400, message);
    else answer(response, 200, await this.receiveMessage.run(message, sender === 'sandbox'));
  }
}

function answer(response: Response, status: number, text: string): void {
  response.status(status).type('text/plain').set('Cache-Control', 'no-store').send(text);
}
