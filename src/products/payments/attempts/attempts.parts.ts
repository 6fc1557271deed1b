import type { Parts } from '../parts.js';
import { ApplyAttemptOutcomeService } from './outcome/apply-attempt-outcome.service.js';
import { AskAttemptService } from './ask-attempt.service.js';
import { AskUnknownAttemptService } from './ask-unknown-attempt.service.js';
import { AttemptAskSchedule } from '../at-channel/ask-schedule.js';
import { CodeLog } from './codes/code-log.js';
import { CodeOutcomeService } from './codes/code-outcome.service.js';
import { ContradictedPaymentsQuery } from './outcome/contradicted-payments.query.js';
import { EndAttemptService } from './outcome/end-attempt.service.js';
import { ExpirePaymentsService } from './expire-payments.service.js';
import { LapseAttemptsService } from './outcome/lapse-attempts.service.js';
import { LeaveAttemptService } from './leave-attempt.service.js';
import { RecordAttemptService } from './start/record-attempt.service.js';
import { RecordTicketService } from './start/record-ticket.service.js';
import { ReturnMoneyService } from './outcome/return-money.service.js';
import { StartAttemptService } from './start/start-attempt.service.js';
import { StartCalls } from './start/start-calls.js';
import { StrayMoneyQuery } from './outcome/stray-money.query.js';
import { SubmitBlikCodeService } from './start/submit-blik-code.service.js';
import { SubmitTicketService } from './start/submit-ticket.service.js';
import { VelocityQuery } from './outcome/velocity.query.js';
import { TakeMoneyService } from './outcome/take-money.service.js';
import { WeighWordService } from './outcome/weigh-word.service.js';

export const ATTEMPTS_PARTS = {
  exported: [
    AskAttemptService,
    AskUnknownAttemptService,
    ContradictedPaymentsQuery,
    LeaveAttemptService,
    StartAttemptService,
    StrayMoneyQuery,
    SubmitBlikCodeService,
  ],
  inner: [
    ApplyAttemptOutcomeService,
    AttemptAskSchedule,
    CodeLog,
    CodeOutcomeService,
    EndAttemptService,
    ExpirePaymentsService,
    LapseAttemptsService,
    RecordAttemptService,
    RecordTicketService,
    ReturnMoneyService,
    StartCalls,
    SubmitTicketService,
    TakeMoneyService,
    VelocityQuery,
    WeighWordService,
  ],
} satisfies Parts;
