import { InvalidArgumentError, Option } from 'commander';
import { CancelSubscriptionService } from '../../../products/payments/subscriptions/cancel-subscription.service.js';
import type { CliCommand } from '../../cli-command.js';
import type { CommandResult } from '../../output/result.js';
import type { Session } from '../../session.js';
import { UserError } from '../../user-error.js';
import { parseUuid } from '../../values/identifiers.js';
import { parseReason } from '../../values/names.js';

const EXAMPLE_ID = '019a9d3e-5c1b-7a54-9f6e-2b8c4d1e7f30';
const MAX_REASON_LENGTH = 64;

export function addSubscriptionCommands(subscription: CliCommand): void {
  subscription.examples(`subscription cancel ${EXAMPLE_ID} --reason "moved away"`, `subscription mark-fraud ${EXAMPLE_ID}`);
  subscription
    .command('cancel')
    .changes({ own: ['reason'] })
    .description('end a subscription: no more charges, and the mandate is revoked at its channel')
    .argument('<id>', 'subscription id', parseUuid)
    .addOption(new Option('--by <who>', 'on whose behalf').choices(['merchant', 'system']).default('merchant'))
    .addOption(reasonOption())
    .notes('A pending charge still counts. The partner is notified who ended the subscription, and why.')
    .examples(`subscription cancel ${EXAMPLE_ID}`, `subscription cancel ${EXAMPLE_ID} --by system --reason "shop closed"`)
    .runs(async (session, id: string, { by, reason }: { by: 'merchant' | 'system'; reason?: string }) =>
      closeSubscription(session, id, (cancel) => cancel.run(id, by, reason ?? null)),
    );
  subscription
    .command('mark-fraud')
    .changes({ own: ['reason'] })
    .description('end a subscription that the payer never accepted, as fraud')
    .argument('<id>', 'subscription id', parseUuid)
    .addOption(reasonOption())
    .notes('A pending subscription is cancelled by antifraud. Its payments are not refunded.')
    .examples(`subscription mark-fraud ${EXAMPLE_ID} --reason "stolen phone"`)
    .runs(async (session, id: string, { reason }: { reason?: string }) =>
      closeSubscription(session, id, (cancel) => cancel.cancelForFraud(id, reason ?? null)),
    );
}

function reasonOption(): Option {
  return new Option('--reason <text>', 'shown to the partner').argParser((text) => {
    if (text.trim() === '' || [...text].length > MAX_REASON_LENGTH)
      throw new InvalidArgumentError(`It must be text of at most ${MAX_REASON_LENGTH} characters.`);
    return parseReason(text);
  });
}

async function closeSubscription(
  session: Session,
  id: string,
  close: (service: CancelSubscriptionService) => Promise<boolean>,
): Promise<CommandResult> {
  const app = await session.application();
  if (!(await close(app.get(CancelSubscriptionService)))) throw new UserError(`There is no subscription ${id} that is pending or active.`);
  return { json: { id }, text: `Subscription ${id} has ended. Its partner and its acquirer are notified.` };
}
