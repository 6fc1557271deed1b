import { Controller, Param, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { ConnectorRoute } from '../../../platform/access/connector-route.decorator.js';
import { readBytes } from '../../../runtime/http/body/read-bytes.js';
import { HandleAcquirerCallbackService } from './handle-acquirer-callback.service.js';

const MAX_BYTES = 256 * 1024;

/** Receives acquirers' reports. Each is answered in its acquirer's form once it is stored and applied; acquirers repeat it until then. */
@ApiExcludeController()
@Controller('connectors/channels/:account/reports')
@ConnectorRoute('the acquirer’s connector verifies the source of each report')
export class AcquirerCallbacksController {
  constructor(private readonly handleReport: HandleAcquirerCallbackService) {}

  @Post()
  async report(@Param('account') account: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { headers, query, ip: address = '' } = request;
    const answer = await this.handleReport.run(account, { headers, query, address }, () => readBytes(request, MAX_BYTES));
    response.status(answer.status).type(answer.contentType).send(answer.body);
  }
}
