import { type Command, InvalidArgumentError, Option } from 'commander';
import { CancelSubscriptionService } from '../../../products/payments/subscriptions/cancel-subscription.service.js';
import type { CommandRunner } from '../../command-runner.js';
import { examples } from '../../examples.js';
import type { Answer } from '../../output/answer.js';
import type { Session } from '../../session.js';
import { UserError } from '../../user-error.js';
import { parseUuid } from '../../values/identifiers.js';

const EXAMPLE_ID = '019a9d3e-5c1b-7a54-9f6e-2b8c4d1e7f30';
const MOST_REASON = 64;

export function addSubscriptionCommands(program: Command, runner: CommandRunner): void {
  const subscription = program
    .command('subscription')
    .description('recurring payments that payers have agreed to')
    .addHelpText('after', examples(`subscription cancel ${EXAMPLE_ID} --reason "moved away"`, `subscription fraud ${EXAMPLE_ID}`));
  subscription
    .command('cancel')
    .description('end a subscription: nothing is charged any more, and its channel is told until it confirms')
    .argument('<id>', 'subscription id', parseUuid)
    .addOption(new Option('--by <who>', 'on whose behalf').choices(['merchant', 'system']).default('merchant'))
    .addOption(reasonOption())
    .addHelpText('after', '\nWhat is being charged at the moment is still applied. The partner is told who ended it, and why.')
    .addHelpText(
      'after',
      examples(`subscription cancel ${EXAMPLE_ID}`, `subscription cancel ${EXAMPLE_ID} --by system --reason "shop closed"`),
    )
    .action(
      runner.action(async (session, id: string, { by, reason }: { by: 'merchant' | 'system'; reason?: string }) =>
        ended(session, id, (cancel) => cancel.run(id, by, reason ?? null)),
      ),
    );
  subscription
    .command('fraud')
    .description('end a subscription that the payer never agreed to')
    .argument('<id>', 'subscription id', parseUuid)
    .addOption(reasonOption())
    .addHelpText('after', '\nA subscription that is still pending is cancelled by antifraud. Its payments are refunded by hand.')
    .addHelpText('after', examples(`subscription fraud ${EXAMPLE_ID} --reason "stolen phone"`))
    .action(
      runner.action(async (session, id: string, { reason }: { reason?: string }) =>
        ended(session, id, (cancel) => cancel.asFraud(id, reason ?? null)),
      ),
    );
}

function reasonOption(): Option {
  return new Option('--reason <text>', 'shown to the partner').argParser((text) => {
    if (text.trim() === '' || [...text].length > MOST_REASON)
      throw new InvalidArgumentError(`It must be text of at most ${MOST_REASON} characters.`);
    return text.trim();
  });
}

async function ended(session: Session, id: string, end: (service: CancelSubscriptionService) => Promise<boolean>): Promise<Answer> {
  const app = await session.application();
  if (!(await end(app.get(CancelSubscriptionService)))) throw new UserError(`There is no subscription ${id} that is pending or active.`);
  return { json: { id }, text: `Subscription ${id} has ended. Its partner and its channel are told.` };
}
