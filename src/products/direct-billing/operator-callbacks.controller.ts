import { Controller, HttpCode, Param, Post, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';
import { ConnectorRoute } from '../../platform/access/connector-route.decorator.js';
import { readBytes } from '../../runtime/http/body/read-bytes.js';
import { HandleOperatorCallbackService } from './charges/handle-callback.service.js';

const MAX_BODY_BYTES = 64 * 1024;

/**
 * Receives callbacks of operators. The response is 200 only after the callback was stored and applied, because an operator repeats a
 * callback until it gets a 200.
 */
@ApiExcludeController()
@Controller('connectors/directbilling/:operator/reports')
@ConnectorRoute('the operator’s connector verifies the signature of each callback')
export class OperatorCallbacksController {
  constructor(private readonly handleCallback: HandleOperatorCallbackService) {}

  @Post()
  @HttpCode(200)
  async report(@Param('operator') operator: string, @Req() request: Request): Promise<{ success: true }> {
    await this.handleCallback.run(operator, { headers: request.headers }, () => readBytes(request, MAX_BODY_BYTES));
    return { success: true };
  }
}
