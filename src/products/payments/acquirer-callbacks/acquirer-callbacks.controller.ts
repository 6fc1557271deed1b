import { Controller, Param, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { ConnectorRoute } from '../../../platform/access/connector-route.decorator.js';
import { readBytes } from '../../../runtime/http/body/read-bytes.js';
import { HandleAcquirerCallbackService } from './handle-acquirer-callback.service.js';

const MAX_BODY_BYTES = 256 * 1024;

/**
 * Receives acquirers' callbacks. The response has the form that the acquirer expects, and is sent after everything is stored. An acquirer
 * repeats a callback until it gets this response.
 */
@ApiExcludeController()
@Controller('connectors/channels/:account/reports')
@ConnectorRoute('the acquirer’s connector verifies the source of each callback')
export class AcquirerCallbacksController {
  constructor(private readonly handleCallback: HandleAcquirerCallbackService) {}

  @Post()
  async report(@Param('account') account: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { headers, query, ip: address = '' } = request;
    const acknowledgement = await this.handleCallback.run(account, { headers, query, address }, () => readBytes(request, MAX_BODY_BYTES));
    response.status(acknowledgement.status).type(acknowledgement.contentType).send(acknowledgement.body);
  }
}
