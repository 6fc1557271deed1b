import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ConnectorsModule } from '../../../connectors/connectors.module.js';
import { ChangesModule } from '../../../platform/changes/changes.module.js';
import { AliasesModule } from '../aliases/aliases.module.js';
import { AtChannelModule } from '../at-channel/at-channel.module.js';
import { ChannelsModule } from '../channels/channels.module.js';
import { CurrenciesModule } from '../currencies/currencies.module.js';
import { AskAttemptService } from './ask-attempt.service.js';
import { AskUnknownAttemptService } from './ask-unknown-attempt.service.js';
import { CodeLog } from './codes/code-log.js';
import { CodeOutcomeService } from './codes/code-outcome.service.js';
import { PaymentCode } from './codes/payment-code.entity.js';
import { ExpirePaymentsService } from './expire-payments.service.js';
import { LeaveAttemptService } from './leave-attempt.service.js';
import { ApplyAttemptOutcomeService } from './outcome/apply-attempt-outcome.service.js';
import { ContradictedPaymentsQuery } from './outcome/contradicted-payments.query.js';
import { EndAttemptService } from './outcome/end-attempt.service.js';
import { LapseAttemptsService } from './outcome/lapse-attempts.service.js';
import { ReturnMoneyService } from './outcome/return-money.service.js';
import { StrayMoneyQuery } from './outcome/stray-money.query.js';
import { TakeMoneyService } from './outcome/take-money.service.js';
import { VelocityQuery } from './outcome/velocity.query.js';
import { WeighWordService } from './outcome/weigh-word.service.js';
import { PaymentAttempt } from './payment-attempt.entity.js';
import { PaymentCharge } from './payment-charge.entity.js';
import { PaymentSubjects } from './payment-subjects.js';
import { RecordAttemptService } from './start/record-attempt.service.js';
import { RecordTicketService } from './start/record-ticket.service.js';
import { StartAttemptService } from './start/start-attempt.service.js';
import { StartCalls } from './start/start-calls.js';
import { SubmitBlikCodeService } from './start/submit-blik-code.service.js';
import { SubmitTicketService } from './start/submit-ticket.service.js';

const EXPORTED = [
  ApplyAttemptOutcomeService,
  AskAttemptService,
  AskUnknownAttemptService,
  ContradictedPaymentsQuery,
  EndAttemptService,
  ExpirePaymentsService,
  LeaveAttemptService,
  PaymentSubjects,
  RecordAttemptService,
  ReturnMoneyService,
  StartAttemptService,
  StartCalls,
  StrayMoneyQuery,
  SubmitBlikCodeService,
  SubmitTicketService,
  VelocityQuery,
];

/** One try of one channel: starting it, codes, asking, and what came of it. */
@Module({
  imports: [
    TypeOrmModule.forFeature([PaymentAttempt, PaymentCode, PaymentCharge]),
    AliasesModule,
    AtChannelModule,
    ChangesModule,
    ChannelsModule,
    ConnectorsModule,
    CurrenciesModule,
  ],
  providers: [...EXPORTED, CodeLog, CodeOutcomeService, LapseAttemptsService, RecordTicketService, TakeMoneyService, WeighWordService],
  exports: EXPORTED,
})
export class AttemptsModule {}
