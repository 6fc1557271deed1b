import { Body, Controller, HttpCode, Param, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { ApiCreatedEnvelope, ApiEnvelope } from '../../../common/api/api-envelope.decorator.js';
import { ApiErrors } from '../../../common/api/api-errors.decorator.js';
import { envelope, type Envelope } from '../../../common/api/envelope.js';
import { BLIK_ERROR_CODES } from '../../../connectors/acquirers/port/failure-reasons.js';
import type { ServiceRef } from '../../../platform/access/caller.js';
import { CurrentService } from '../../../platform/access/current-service.decorator.js';
import { Protected } from '../../../platform/access/protected.decorator.js';
import { Idempotent } from '../../../platform/idempotency/idempotent.decorator.js';
import { IdempotentPost } from '../../../platform/idempotency/idempotent-post.decorator.js';
import { IdempotentRequest } from '../../../platform/idempotency/idempotent-request.js';
import { ResourceExists } from '../payments/resource-exists.guard.js';
import { CreateChargeRequest } from './charges/create-charge.request.js';
import { CreateChargeService } from './charges/create-charge.service.js';
import { CreateSubscriptionRequest } from '../mandates/create-subscription.request.js';
import { CreateSubscriptionService } from './create-subscription.service.js';
import { PaymentSubscription } from './payment-subscription.entity.js';
import { ChargeCreated, SubscriptionCreated } from './subscription.responses.js';

@ApiTags('Online payments')
@Controller('payment/:serviceId/blik/subscriptions')
export class BlikSubscriptionsController {
  constructor(
    private readonly createSubscription: CreateSubscriptionService,
    private readonly createCharge: CreateChargeService,
  ) {}

  @IdempotentPost()
  @Protected('payment.blik.subscriptions.create')
  @ApiOperation({ summary: 'Ask a payer to agree to a subscription' })
  @ApiCreatedEnvelope(SubscriptionCreated)
  @ApiErrors(
    'TRANSACTION_NOT_FOUND',
    'SERVICE_NOT_ACTIVE',
    'CHANNEL_NOT_USABLE',
    'TRANSACTION_NOT_NEW',
    'ATTEMPT_IN_PROGRESS',
    'RECURRING_NOT_SUPPORTED',
    'ALIAS_ALREADY_EXISTS',
    ...BLIK_ERROR_CODES,
  )
  async create(
    @CurrentService() service: ServiceRef,
    @Body() body: CreateSubscriptionRequest,
    @Idempotent() request: IdempotentRequest,
  ): Promise<Envelope<SubscriptionCreated>> {
    return envelope(await this.createSubscription.run(service, body, request.key));
  }

  @IdempotentPost(':subscriptionId/autopayment')
  @HttpCode(200)
  @Protected('payment.blik.autopayment')
  @UseGuards(ResourceExists(PaymentSubscription, 'subscriptionId', 'ROUTE_NOT_FOUND'))
  @ApiOperation({ summary: 'Charge a subscription' })
  @ApiParam({ name: 'subscriptionId', format: 'uuid' })
  @ApiEnvelope(ChargeCreated)
  @ApiErrors(
    'ROUTE_NOT_FOUND',
    'TRANSACTION_NOT_FOUND',
    'SERVICE_NOT_ACTIVE',
    'SUBSCRIPTION_NOT_ACTIVE',
    'CHANNEL_NOT_USABLE',
    'TRANSACTION_NOT_NEW',
    'ATTEMPT_IN_PROGRESS',
    'ATTEMPT_OUT_OF_ORDER',
    'ATTEMPTS_EXHAUSTED',
    'AMOUNT_NOT_CHARGEABLE',
    'AMOUNT_LIMIT_EXCEEDED',
    'INITIATION_DATE_NOT_REACHED',
    'FREQUENCY_LIMIT_EXCEEDED',
    'COUNT_LIMIT_EXCEEDED',
    'TOTAL_AMOUNT_LIMIT_EXCEEDED',
    'RECURRING_NOT_SUPPORTED',
    ...BLIK_ERROR_CODES,
  )
  async charge(
    @CurrentService() service: ServiceRef,
    @Param('subscriptionId') subscriptionId: string,
    @Body() body: CreateChargeRequest,
    @Idempotent() request: IdempotentRequest,
  ): Promise<Envelope<ChargeCreated>> {
    return envelope({ needsUserConfirmation: await this.createCharge.run(service, subscriptionId, body, request.key) });
  }
}
