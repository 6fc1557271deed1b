import type { Parts } from '../parts.js';
import { ApplyAttemptOutcomeService } from './apply-attempt-outcome.service.js';
import { AskAttemptService } from './ask-attempt.service.js';
import { AskAttemptsService } from './ask-attempts.service.js';
import { AttemptAskSchedule } from './ask-schedule.js';
import { CodeLog } from './code-log.js';
import { CodeOutcomeService } from './code-outcome.service.js';
import { EndAttemptService } from './end-attempt.service.js';
import { GiveUpAttemptService } from './give-up-attempt.service.js';
import { LapseAttemptsService } from './lapse-attempts.service.js';
import { LeaveAttemptService } from './leave-attempt.service.js';
import { OpenAttemptFigures } from './open-attempt-figures.js';
import { RecordAttemptService } from './record-attempt.service.js';
import { RecordTicketService } from './record-ticket.service.js';
import { ReturnMoneyService } from './return-money.service.js';
import { StartAttemptService } from './start-attempt.service.js';
import { StartCalls } from './start-calls.js';
import { StrayMoneyQuery } from './stray-money.query.js';
import { SubmitBlikCodeService } from './submit-blik-code.service.js';
import { SubmitTicketService } from './submit-ticket.service.js';
import { TakeMoneyService } from './take-money.service.js';

export const ATTEMPTS_PARTS = {
  exported: [AskAttemptService, LeaveAttemptService, StartAttemptService, StrayMoneyQuery, SubmitBlikCodeService],
  inner: [
    ApplyAttemptOutcomeService,
    AskAttemptsService,
    AttemptAskSchedule,
    CodeLog,
    CodeOutcomeService,
    EndAttemptService,
    GiveUpAttemptService,
    LapseAttemptsService,
    OpenAttemptFigures,
    RecordAttemptService,
    RecordTicketService,
    ReturnMoneyService,
    StartCalls,
    SubmitTicketService,
    TakeMoneyService,
  ],
} satisfies Parts;
