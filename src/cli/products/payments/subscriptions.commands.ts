import { InvalidArgumentError } from 'commander';
import { CancelSubscriptionService } from '../../../products/payments/subscriptions/cancel-subscription.service.js';
import { changeCommand, noun } from '../../command.js';
import { argument, defaultOption, option } from '../../inputs.js';
import type { CommandResult } from '../../output/result.js';
import { UserError } from '../../user-error.js';
import { parseUuid } from '../../values/identifiers.js';
import { parseReason } from '../../values/names.js';

const EXAMPLE_ID = '019a9d3e-5c1b-7a54-9f6e-2b8c4d1e7f30';
const MAX_REASON_LENGTH = 64;

const id = argument('<id>', 'subscription id', parseUuid);
/** Unlike the reason of other changes, the partner reads it. */
const reason = option('--reason <text>', 'shown to the partner', (text) => {
  if (text.trim() === '' || [...text].length > MAX_REASON_LENGTH)
    throw new InvalidArgumentError(`It must be text of at most ${MAX_REASON_LENGTH} characters.`);
  return parseReason(text);
});

const cancel = changeCommand({
  description: 'end a subscription: no more charges, and the mandate is revoked at its channel',
  takes: { id, by: defaultOption<'merchant' | 'system'>('--by <who>', 'on whose behalf', ['merchant', 'system'], 'merchant'), reason },
  notes: 'A pending charge still counts. The partner is notified who ended the subscription, and why.',
  examples: [`subscription cancel ${EXAMPLE_ID}`, `subscription cancel ${EXAMPLE_ID} --by system --reason "shop closed"`],
  run: ({ app }, taken) => endedResult(taken.id, app.get(CancelSubscriptionService).run(taken.id, taken.by, taken.reason ?? null)),
});

const markFraud = changeCommand({
  description: 'end a subscription that the payer never accepted, as fraud',
  takes: { id, reason },
  notes: 'A pending subscription is cancelled by antifraud. Its payments are not refunded.',
  examples: [`subscription mark-fraud ${EXAMPLE_ID} --reason "stolen phone"`],
  run: ({ app }, taken) => endedResult(taken.id, app.get(CancelSubscriptionService).cancelForFraud(taken.id, taken.reason ?? null)),
});

/** @param ending becomes false when there is no such subscription, or it has already ended. */
async function endedResult(subscriptionId: string, ending: Promise<boolean>): Promise<CommandResult> {
  if (!(await ending)) throw new UserError(`There is no subscription ${subscriptionId} that is pending or active.`);
  return { json: { id: subscriptionId }, text: `Subscription ${subscriptionId} has ended. Its partner and its acquirer are notified.` };
}

export const subscription = noun({
  examples: [`subscription cancel ${EXAMPLE_ID} --reason "moved away"`, `subscription mark-fraud ${EXAMPLE_ID}`],
  commands: { cancel, 'mark-fraud': markFraud },
});
