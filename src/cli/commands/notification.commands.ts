import { setTimeout as pause } from 'node:timers/promises';
import { attemptVerdict } from '../../platform/webhooks/inspection/attempt-verdict.js';
import type { DeliveryView } from '../../platform/webhooks/inspection/delivery-view.js';
import { DeliveryQueries } from '../../platform/webhooks/inspection/delivery.queries.js';
import { SendTestNotificationService } from '../../platform/webhooks/outbox/send-test-notification.service.js';
import { CLI_COMMAND } from '../../runtime/cli-command.js';
import { changeCommand, noun } from '../command.js';
import { argument, flag } from '../inputs.js';
import { notificationVerify } from './notification-verify.command.js';
import type { CommandResult } from '../output/result.js';
import { printable } from '../output/cell.js';
import type { Session } from '../session.js';
import { EXIT, UserError } from '../user-error.js';
import { parseServiceId } from '../values/identifiers.js';
import { requireService } from '../values/require-existing.js';

/** Longer than one delivery attempt may take. */
const MAX_WAIT_SECONDS = 30;

const test = changeCommand({
  description: 'send an ipn:test notification, so that a partner can try receiving and verifying it',
  takes: {
    id: argument('<service>', 'service id', parseServiceId),
    wait: flag('--wait', `wait up to ${MAX_WAIT_SECONDS} seconds for the response, and say what is wrong with it`),
  },
  notes: `It is signed, sent and repeated like all notifications.
With --wait the exit code is 1 unless the receiving program acknowledged it.`,
  examples: ['notification test 0f3a9c21 --wait'],
  async run({ app, session }, { id, wait }) {
    const { notifyUrl } = await requireService(app, id);
    if (notifyUrl === null)
      throw new UserError(`Service ${id} has no notify URL. Set it: ${CLI_COMMAND} service set ${id} --notify-url <url>`);
    const { subjectId, nonce } = await app.get(SendTestNotificationService).run(id);
    const sent = { service_id: id, type: 'ipn:test', nonce, notify_url: notifyUrl };
    if (wait) return verdictResult(await firstAttempt(session, app.get(DeliveryQueries), subjectId), sent);
    return {
      json: sent,
      text: `A running gateway sends it within seconds to ${notifyUrl}.\nIts nonce is ${nonce}. See its outcome: ${CLI_COMMAND} deliveries list --service ${id}`,
    };
  },
});

/** @returns the delivery after its first attempt, or in its current state after MAX_WAIT_SECONDS. */
async function firstAttempt(session: Session, deliveries: DeliveryQueries, subjectId: string): Promise<DeliveryView | undefined> {
  for (let waitedSeconds = 0; ; waitedSeconds += 1) {
    const [delivery] = await deliveries.list({ subjectIds: [subjectId], limit: 1 });
    if (waitedSeconds >= MAX_WAIT_SECONDS || delivery?.attempts.some(({ outcome }) => outcome !== null)) return delivery;
    await pause(1_000);
    session.throwIfInterrupted();
  }
}

function verdictResult(delivery: DeliveryView | undefined, sent: { notify_url: string; nonce: string }): CommandResult {
  const attempt = delivery?.attempts.find(({ outcome }) => outcome !== null);
  const verdict = attempt ? attemptVerdict(attempt) : null;
  const acknowledged = attempt?.outcome === 'acknowledged';
  const notSentText =
    'it was not sent yet. Is a gateway running (ROLE=all or worker)? A paused endpoint is tried once an hour: ' +
    `${CLI_COMMAND} deliveries endpoints`;
  return {
    json: { ...sent, delivery_id: delivery?.id ?? null, acknowledged, verdict },
    text: [
      `Sent to ${sent.notify_url}, nonce ${sent.nonce}: ${printable(verdict ?? notSentText)}.`,
      ...(delivery ? [`See body, signed text and response: ${CLI_COMMAND} deliveries show ${delivery.id}`] : []),
    ].join('\n'),
    exitCode: acknowledged ? EXIT.ok : EXIT.failed,
  };
}

export const notification = noun({
  examples: ['notification test 0f3a9c21', 'notification verify request.txt'],
  commands: { test, verify: notificationVerify },
});
