import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ChannelsModule } from '../channels/channels.module.js';
import { CurrenciesModule } from '../currencies/currencies.module.js';
import { CreatePaymentTransactionService } from './create/create-payment-transaction.service.js';
import { InsertPaymentService } from './create/insert-payment.service.js';
import { FindPaymentsQuery } from './find-payments.query.js';
import { PayerEmailHash } from './payer-email-hash.js';
import { PaymentTransaction } from './payment-transaction.entity.js';
import { ShowPaymentQuery } from './show-payment.query.js';

const EXPORTED = [CreatePaymentTransactionService, FindPaymentsQuery, PayerEmailHash, ShowPaymentQuery];

@Module({
  imports: [TypeOrmModule.forFeature([PaymentTransaction]), ChannelsModule, CurrenciesModule],
  providers: [...EXPORTED, InsertPaymentService],
  exports: EXPORTED,
})
export class PaymentTransactionsModule {}
