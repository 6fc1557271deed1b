import { Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { TotalSources } from '../../platform/totals/total-sources.js';
import { TotalsModule } from '../../platform/totals/totals.module.js';
import { EntryChecks } from '../../platform/ledger/entry-check.js';
import { RowChecks } from '../../platform/ledger/rows/row-check.js';
import { SettlementSources } from '../../platform/ledger/files/settlement-source.js';
import { LedgerModule } from '../../platform/ledger/ledger.module.js';
import { ListingModule } from '../../platform/listing/listing.module.js';
import { CountedLists } from '../../platform/listing/verification/counted-lists.js';
import { OutboundModule } from '../../platform/outbound/outbound.module.js';
import { EndpointSlots } from '../../platform/outbound/dispatch/endpoint-slots.js';
import { PersonalDataRegistry } from '../../platform/personal-data/personal-data-registry.js';
import { Environment } from '../../runtime/config/environment.js';
import { CheckCodeService } from './codes/check-code.service.js';
import { FailedCodeLimiter } from './codes/failed-code-limiter.js';
import { PackStockQuery } from './codes/pack-stock.query.js';
import { AllocatePackCodeService } from './codes/allocate-pack-code.service.js';
import { UploadPackService } from './codes/upload-pack.service.js';
import { SmsTasks } from './scheduled-tasks.js';
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
import { PartnerCallGauges } from './partner-calls/partner-call-gauges.js';
import { PartnerCallMetrics } from './partner-calls/partner-call-metrics.js';
import { PartnerCallStore } from './partner-calls/partner-call-store.js';
import { ChangeSmsService } from './services/change-sms-service.js';
import { CreateSmsService } from './services/create-sms-service.js';
import { MESSAGE_PERSONAL_DATA, senderRetention, textRetention } from './personal-data.js';
import { SmsServiceQueries } from './services/service.queries.js';
import { InsertSmsTransactionService } from './inbound/insert-sms-transaction.service.js';
import { MESSAGE_CHECK } from './transactions/message-check.js';
import { SMS_TRANSACTION_ENTRY_CHECK } from './transaction-entry-check.js';
import { BatchSmsTransactionsService } from './inbound/batch-sms-transactions.service.js';
import { SmsTransactionQueries } from './transactions/transaction.queries.js';
import { SMS_TRANSACTION_LIST } from './transactions/transaction.list.js';
import { SMS_TOTALS } from './total-source.js';
import { SMS_SETTLEMENT_SOURCE } from './settlement-source.js';

/** Providers that the controllers, the demo and the command line use. */
const EXPORTED = [
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
];

@Module({
  imports: [
    TypeOrmModule.forFeature([SmsInbound, SmsServiceDetails, SmsTransaction]),
    TotalsModule,
    LedgerModule,
    ListingModule,
    OutboundModule,
  ],
  providers: [
    ...EXPORTED,
    CallPartnerService,
    PreviousReply,
    EndpointSlots, // a separate instance, so that notifications and partner calls do not wait for each other's slots
    InboundStore,
    PartnerCallGauges,
    PartnerCallMetrics,
    PartnerCallStore,
    RouteMessageQuery,
    InsertSmsTransactionService,
    BatchSmsTransactionsService,
    SmsTasks,
    AllocatePackCodeService,
  ],
  exports: [...EXPORTED, ListingModule],
})
export class SmsModule implements OnModuleInit {
  constructor(
    private readonly lists: CountedLists,
    private readonly entryChecks: EntryChecks,
    private readonly rowChecks: RowChecks,
    private readonly settlements: SettlementSources,
    private readonly totals: TotalSources,
    private readonly personalData: PersonalDataRegistry,
    private readonly environment: Environment,
  ) {}

  onModuleInit(): void {
    this.lists.register(SMS_TRANSACTION_LIST);
    this.entryChecks.add(SMS_TRANSACTION_ENTRY_CHECK);
    this.rowChecks.add(MESSAGE_CHECK);
    this.settlements.add(SMS_SETTLEMENT_SOURCE);
    this.totals.add(SMS_TOTALS);
    const { payerDataDays, smsTextsDays } = this.environment.retention;
    this.personalData.add(MESSAGE_PERSONAL_DATA);
    this.personalData.retain(textRetention(smsTextsDays), senderRetention(payerDataDays));
  }
}
