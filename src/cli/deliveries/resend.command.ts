import type { Command } from 'commander';
import { type ResendOutcome, ResendDeliveryService } from '../../platform/webhooks/inspection/resend-delivery.service.js';
import type { CommandRunner } from '../command-runner.js';
import { CALL, examples } from '../examples.js';
import { EXIT } from '../exit-codes.js';
import { parseUuid } from '../values/identifiers.js';
import { unknownDelivery } from './unknown-delivery.js';

const MEANING: Record<ResendOutcome, string> = {
  sending: 'A running gateway sends it within seconds; without one it is sent at the next start.',
  waiting: 'It is sent as soon as the earlier notifications of its transaction are through: their order is kept.',
  under_way: 'It is being sent at this very moment, so nothing was changed.',
  erased:
    'Its body was erased, as personal data is on request and with age, so it cannot be sent again. The API tells what became of its transaction.',
};

export function addDeliveryResend(deliveries: Command, runner: CommandRunner): void {
  deliveries
    .command('resend')
    .description('send a delivery again, whatever became of it; its retry schedule begins anew')
    .argument('<id>', 'delivery id', parseUuid)
    .addHelpText('after', '\nThe partner gets the same body and the same "webhook-id" as before, signed with the keys valid now.')
    .addHelpText('after', examples('deliveries resend 0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c'))
    .action(
      runner.action(async (session, id: string) => {
        const app = await session.application();
        const outcome = await app.get(ResendDeliveryService).run(id);
        if (!outcome) throw unknownDelivery(id);
        return {
          json: { id, outcome },
          text: `${MEANING[outcome]}\nSee what became of it: ${CALL} deliveries show ${id}`,
          ...(outcome === 'erased' && { exitCode: EXIT.failed }),
        };
      }),
    );
}
