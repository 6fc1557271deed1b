import type { Parts } from '../parts.js';
import { ActivateSubscriptionService } from './consent/activate-subscription.service.js';
import { ApplyConsentOutcomeService } from './consent/apply-consent-outcome.service.js';
import { AskSubscriptionService } from './consent/ask-subscription.service.js';
import { CancelSubscriptionService } from './cancel-subscription.service.js';
import { ConfirmChargeService } from './charges/confirm-charge.service.js';
import { CreateChargeService } from './charges/create-charge.service.js';
import { PaymentCharge } from '../attempts/payment-charge.entity.js';
import { RecordChargeService } from './charges/record-charge.service.js';
import { SendChargeService } from './charges/send-charge.service.js';
import { CreateSubscriptionService } from './create-subscription.service.js';
import { EndSubscriptionService } from './end-subscription.service.js';
import { ExpireSubscriptionsService } from './expire-subscriptions.service.js';
import { AgreeOnPageService } from './agree-on-page.service.js';
import { PaymentSubscription } from './payment-subscription.entity.js';
import { RecordSubscriptionService } from './record-subscription.service.js';
import { RecurringChannelQuery } from './recurring-channel.query.js';
import { SubscriptionSubject } from './subscription-subject.js';
import { SubscriptionsOfAliasesQuery } from './aliases/subscriptions-of-aliases.query.js';
import { AliasesQuery } from './aliases/aliases.query.js';
import { UnregisterAliasService } from './aliases/unregister-alias.service.js';
import { SubscriptionsQuery } from './subscriptions.query.js';

export const SUBSCRIPTIONS_PARTS = {
  entities: [PaymentCharge, PaymentSubscription],
  exported: [
    AliasesQuery,
    AgreeOnPageService,
    CancelSubscriptionService,
    ConfirmChargeService,
    CreateChargeService,
    CreateSubscriptionService,
    SubscriptionsQuery,
    UnregisterAliasService,
  ],
  inner: [
    ActivateSubscriptionService,
    ApplyConsentOutcomeService,
    AskSubscriptionService,
    EndSubscriptionService,
    ExpireSubscriptionsService,
    RecordChargeService,
    RecordSubscriptionService,
    RecurringChannelQuery,
    SendChargeService,
    SubscriptionSubject,
    SubscriptionsOfAliasesQuery,
  ],
} satisfies Parts;
