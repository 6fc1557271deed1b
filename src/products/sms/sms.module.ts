import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LedgerModule } from '../../platform/ledger/ledger.module.js';
import { ListingModule } from '../../platform/listing/listing.module.js';
import { OutboundModule } from '../../platform/outbound/outbound.module.js';
import { EndpointSlots } from '../../platform/outbound/dispatch/endpoint-slots.js';
import { CheckCodeService } from './codes/check-code.service.js';
import { FailedCodeLimiter } from './codes/failed-code-limiter.js';
import { PackStockQuery } from './codes/pack-stock.query.js';
import { AllocatePackCodeService } from './codes/allocate-pack-code.service.js';
import { UploadPackService } from './codes/upload-pack.service.js';
import { SmsInbound } from './inbound/sms-inbound.entity.js';
import { SmsServiceDetails } from './services/sms-service-details.entity.js';
import { SmsTransaction } from './transactions/sms-transaction.entity.js';
import { ConnectorSecret } from './inbound/connector-secret.js';
import { PreviousReply } from './inbound/previous-reply.js';
import { InboundQueries } from './inbound/inbound.queries.js';
import { InboundStore } from './inbound/inbound-store.js';
import { ReceiveMessageService } from './inbound/receive-message.service.js';
import { RouteMessageQuery } from './inbound/route-message.query.js';
import { CallPartnerService } from './partner-calls/call-partner.service.js';
import { RetryPartnerCallsService } from './partner-calls/retry-partner-calls.service.js';
import { PartnerCallMetrics } from './partner-calls/partner-call-metrics.js';
import { PartnerCallStore } from './partner-calls/partner-call-store.js';
import { ChangeSmsService } from './services/change-sms-service.js';
import { CreateSmsService } from './services/create-sms-service.js';
import { SmsServiceQueries } from './services/service.queries.js';
import { InsertSmsTransactionService } from './inbound/insert-sms-transaction.service.js';
import { BatchSmsTransactionsService } from './inbound/batch-sms-transactions.service.js';
import { SmsTransactionQueries } from './transactions/transaction.queries.js';

const PROVIDERS = [
  RetryPartnerCallsService,
  ChangeSmsService,
  CheckCodeService,
  FailedCodeLimiter,
  ConnectorSecret,
  CreateSmsService,
  InboundQueries,
  PackStockQuery,
  ReceiveMessageService,
  SmsServiceQueries,
  SmsTransactionQueries,
  UploadPackService,
  CallPartnerService,
  PreviousReply,
  InboundStore,
  PartnerCallMetrics,
  PartnerCallStore,
  RouteMessageQuery,
  InsertSmsTransactionService,
  BatchSmsTransactionsService,
  AllocatePackCodeService,
];

/** The services of premium SMS. What the product declares to the platform is in `sms.product.ts`. */
@Module({
  imports: [TypeOrmModule.forFeature([SmsInbound, SmsServiceDetails, SmsTransaction]), LedgerModule, ListingModule, OutboundModule],
  // EndpointSlots is a separate instance, so that notifications and partner calls do not wait for each other's slots.
  providers: [...PROVIDERS, EndpointSlots],
  exports: [...PROVIDERS, ListingModule],
})
export class SmsModule {}
