import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ConnectorsModule } from '../../../connectors/connectors.module.js';
import { ChangesModule } from '../../../platform/changes/changes.module.js';
import { AliasesModule } from '../aliases/aliases.module.js';
import { AcquirersModule } from '../acquirers/acquirers.module.js';
import { ChannelsModule } from '../channels/channels.module.js';
import { CurrenciesModule } from '../currencies/currencies.module.js';
import { PaymentTransactionsModule } from '../transactions/payment-transactions.module.js';
import { PollAttemptService } from './poll-attempt.service.js';
import { PollUnmatchedAttemptService } from './poll-unmatched-attempt.service.js';
import { CodeLog } from './codes/code-log.js';
import { CodeOutcomeService } from './codes/code-outcome.service.js';
import { PaymentCode } from './codes/payment-code.entity.js';
import { ExpirePaymentsService } from './expire-payments.service.js';
import { AbandonAttemptService } from './abandon-attempt.service.js';
import { ApplyAttemptOutcomeService } from './outcome/apply-attempt-outcome.service.js';
import { CloseUnpaidAttemptService } from './outcome/close-unpaid-attempt.service.js';
import { MarkAttemptsAbandonedService } from './outcome/mark-attempts-abandoned.service.js';
import { ReverseSuspenseService } from './outcome/reverse-suspense.service.js';
import { AllocateFundsService } from './outcome/allocate-funds.service.js';
import { VelocityQuery } from './outcome/velocity.query.js';
import { ResolveConflictService } from './outcome/resolve-conflict.service.js';
import { PaymentAttempt } from './payment-attempt.entity.js';
import { PaymentCharge } from './payment-charge.entity.js';
import { RecordAttemptService } from './start/record-attempt.service.js';
import { RecordTicketService } from './start/record-ticket.service.js';
import { StartAttemptService } from './start/start-attempt.service.js';
import { AttemptRequestBuilder } from './start/attempt-request-builder.js';
import { SubmitBlikCodeService } from './start/submit-blik-code.service.js';
import { SubmitTicketService } from './start/submit-ticket.service.js';

const EXPORTED = [
  ApplyAttemptOutcomeService,
  PollAttemptService,
  PollUnmatchedAttemptService,
  CloseUnpaidAttemptService,
  ExpirePaymentsService,
  AbandonAttemptService,
  RecordAttemptService,
  ReverseSuspenseService,
  StartAttemptService,
  AttemptRequestBuilder,
  SubmitBlikCodeService,
  SubmitTicketService,
  VelocityQuery,
];

/** Attempts to pay: their start, codes, polls and outcomes. */
@Module({
  imports: [
    TypeOrmModule.forFeature([PaymentAttempt, PaymentCode, PaymentCharge]),
    AliasesModule,
    AcquirersModule,
    ChangesModule,
    ChannelsModule,
    ConnectorsModule,
    CurrenciesModule,
    PaymentTransactionsModule,
  ],
  providers: [
    ...EXPORTED,
    CodeLog,
    CodeOutcomeService,
    MarkAttemptsAbandonedService,
    RecordTicketService,
    AllocateFundsService,
    ResolveConflictService,
  ],
  exports: EXPORTED,
})
export class AttemptsModule {}
