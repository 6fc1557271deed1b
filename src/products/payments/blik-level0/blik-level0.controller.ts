import { Body, Controller, HttpCode, Param, UseGuards } from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { ApiErrors } from '../../../common/api/api-errors.decorator.js';
import { BLIK_ERROR_CODES } from '../../../connectors/acquirers/port/failure-reasons.js';
import type { ServiceRef } from '../../../platform/access/caller.js';
import { CurrentService } from '../../../platform/access/current-service.decorator.js';
import { Protected } from '../../../platform/access/protected.decorator.js';
import { Idempotent } from '../../../platform/idempotency/idempotent.decorator.js';
import { IdempotentPost } from '../../../platform/idempotency/idempotent-post.decorator.js';
import { IdempotentRequest } from '../../../platform/idempotency/idempotent-request.js';
import { PaymentTransaction } from '../payments/payment-transaction.entity.js';
import { ResourceExists } from '../payments/resource-exists.guard.js';
import { Level0Request } from './level0.request.js';
import { PayLevel0Service } from './pay-level0.service.js';

@ApiTags('Online payments')
@Controller('payment/:serviceId/blik/level0/:transactionId')
export class BlikLevel0Controller {
  constructor(private readonly pay: PayLevel0Service) {}

  @IdempotentPost()
  @HttpCode(204)
  @Protected('payment.blik.level0')
  @UseGuards(ResourceExists(PaymentTransaction, 'transactionId', 'TRANSACTION_NOT_FOUND'))
  @ApiOperation({ summary: 'Pay with a BLIK code or a stored alias' })
  @ApiParam({ name: 'transactionId', format: 'uuid' })
  @ApiNoContentResponse({ description: 'The channel has it. What becomes of it comes as a notification.' })
  @ApiErrors(
    'TRANSACTION_NOT_FOUND',
    'SERVICE_NOT_ACTIVE',
    'CHANNEL_NOT_USABLE',
    'TRANSACTION_NOT_NEW',
    'ATTEMPT_IN_PROGRESS',
    ...BLIK_ERROR_CODES,
  )
  create(
    @CurrentService() service: ServiceRef,
    @Param('transactionId') transactionId: string,
    @Body() body: Level0Request,
    @Idempotent() request: IdempotentRequest,
  ): Promise<void> {
    return this.pay.run(service, transactionId, body, request.key);
  }
}
