import { type DynamicModule, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LateBookingsQuery } from '../direct-billing/charges/late-bookings.query.js';
import { ChangeTariffService } from '../direct-billing/commission/change-tariff.service.js';
import { SetTariffService } from '../direct-billing/commission/set-tariff.service.js';
import { TariffListQuery } from '../direct-billing/commission/tariff-list.query.js';
import { DirectBillingCharge } from '../direct-billing/entities/direct-billing-charge.entity.js';
import { DirectBillingService } from '../direct-billing/entities/direct-billing-service.entity.js';
import { DirectBillingTransaction } from '../direct-billing/entities/direct-billing-transaction.entity.js';
import { CreateDirectBillingServiceService } from '../direct-billing/services/create-direct-billing-service.service.js';
import { InspectTransactionQuery } from '../direct-billing/transactions/inspect-transaction.query.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { PlatformModule, type PlatformOptions } from '../platform.module.js';
import { PackStockQuery } from '../sms/codes/pack-stock.query.js';
import { UploadPackService } from '../sms/codes/upload-pack.service.js';
import { SmsService } from '../sms/entities/sms-service.entity.js';
import { InboundListQuery } from '../sms/inbound/inbound-list.query.js';
import { ServiceNumbersQuery } from '../sms/numbers/service-numbers.query.js';
import { CreateSmsServiceService } from '../sms/services/create-sms-service.service.js';
import { ServiceDetailsQuery } from '../sms/services/service-details.query.js';
import { SetUpSmsServiceService } from '../sms/services/set-up-sms-service.service.js';

/** The services behind the commands: no HTTP and no loops. */
@Module({})
export class CliModule {
  static forRoot(options: PlatformOptions): DynamicModule {
    return {
      module: CliModule,
      imports: [
        PlatformModule.forRoot(options),
        LedgerModule,
        TypeOrmModule.forFeature([DirectBillingCharge, DirectBillingService, DirectBillingTransaction, SmsService]),
      ],
      providers: [
        LateBookingsQuery,
        ChangeTariffService,
        SetTariffService,
        TariffListQuery,
        CreateDirectBillingServiceService,
        InspectTransactionQuery,
        CreateSmsServiceService,
        InboundListQuery,
        PackStockQuery,
        ServiceDetailsQuery,
        ServiceNumbersQuery,
        SetUpSmsServiceService,
        UploadPackService,
      ],
    };
  }
}
