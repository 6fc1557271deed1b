import type { Command } from 'commander';
import { SendTestNotificationService } from '../../platform/webhooks/outbox/send-test-notification.service.js';
import type { CommandRunner } from '../command-runner.js';
import { CALL, examples } from '../examples.js';
import { UserError } from '../user-error.js';
import { parseServiceId } from '../values/identifiers.js';
import { requireService } from '../values/require-existing.js';

export function addNotificationCommands(program: Command, runner: CommandRunner): void {
  const notification = program
    .command('notification')
    .description('notifications to partners')
    .addHelpText('after', examples('notification test 0f3a9c21'));
  addNotificationTest(notification, runner);
}

function addNotificationTest(notification: Command, runner: CommandRunner): void {
  notification
    .command('test')
    .description('send an ipn:test notification, so that a partner can try how it is received and verified')
    .argument('<service>', 'service id', parseServiceId)
    .addHelpText('after', '\nIt is signed, sent and repeated as all notifications are.')
    .addHelpText('after', examples('notification test 0f3a9c21'))
    .action(
      runner.action(async (session, id: string) => {
        const app = await session.application();
        const { notifyUrl } = await requireService(app, id);
        if (notifyUrl === null) throw new UserError(`Service ${id} has no receiving address: ${CALL} service set ${id} --notify-url <url>`);
        const { nonce } = await app.get(SendTestNotificationService).run(id);
        return {
          json: { service_id: id, type: 'ipn:test', nonce, notify_url: notifyUrl },
          text: `A running gateway sends it within seconds to ${notifyUrl}.\nIts nonce is ${nonce}. See what became of it: ${CALL} deliveries list --service ${id}`,
        };
      }),
    );
}
