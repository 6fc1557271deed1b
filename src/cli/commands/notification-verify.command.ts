import { readFile } from 'node:fs/promises';
import type { Diagnosis, SigningKeyInfo } from '../../common/signature/diagnosis.js';
import { FAULTS_EN, formatFinding } from '../../common/signature/fault-texts.js';
import { SystemClock } from '../../common/time/clocks.js';
import { EVERY_SERVICE } from '../../platform/listing/service-scope.js';
import { ExamineNotificationService } from '../../platform/webhooks/inspection/examine-notification.service.js';
import { command } from '../command.js';
import { argument, option } from '../inputs.js';
import { type CommandResult, type ResultPart, partsResult } from '../output/result.js';
import { printable } from '../output/cell.js';
import { fields } from '../output/layout.js';
import { viewOf } from '../output/view.js';
import type { Session } from '../session.js';
import { EXIT, UserError } from '../user-error.js';
import { parseServiceId } from '../values/identifiers.js';
import { requireService } from '../values/require-existing.js';
import { parseSince } from '../values/times.js';

/** 1 MiB: more than a notification with its headers can have. */
const MAX_FILE_BYTES = 1 << 20;

export const notificationVerify = command({
  description:
    'find out which key signed a notification that a partner received, or what is wrong with it and which line of the partner’s program to change',
  takes: {
    file: argument('<file>', 'the body, or the whole request with its headers before it; "-" reads standard input'),
    headers: option('--headers <file>', 'its headers, in any form in which programs print them'),
    serviceId: option('--service <id>', 'try the keys of this service, too', parseServiceId),
    computed: option('--computed <text>', 'what the partner’s program computes'),
    received: option('--received <when>', 'when it was received, to compare the clocks', parseSince),
  },
  notes: `The notification is found by its ids and compared with the sent one. No key is shown.
The exit code is 1 unless the notification is signed as it was sent.`,
  examples: ['notification verify request.txt', 'notification verify body.json --headers headers.txt --computed 83fac905dbde…'],
  async run({ app, session }, { file, headers, serviceId, computed, received }) {
    if (serviceId !== undefined) await requireService(app, serviceId);
    const diagnosis = await app.get(ExamineNotificationService).run(EVERY_SERVICE, serviceId ?? null, {
      body: await readText(file),
      headers: headers === undefined ? headers : await readText(headers),
      computed,
      receivedAt: received?.(app.get(SystemClock).now(), session.environment.app.displayTimeZone) ?? null,
    });
    return diagnosisResult(diagnosis, session);
  },
});

async function readText(file: string): Promise<string> {
  const content = await readFile(file === '-' ? '/dev/stdin' : file).catch(() => {
    throw UserError.usage(`The file ${file} cannot be read.`);
  });
  if (content.length > MAX_FILE_BYTES) throw UserError.usage(`The file ${file} is longer than a notification.`);
  return content.toString('utf8');
}

const KEY = viewOf<SigningKeyInfo>()({ purpose: 'purpose', valid_from: 'validFrom', valid_until: 'validUntil' });

function diagnosisResult(diagnosis: Diagnosis, session: Session): CommandResult {
  const { body, header, id, order, signedText, sentAt } = diagnosis;
  const verdicts = { signature_in_body: body, signature_in_headers: header, delivery_id: id, sent_at: session.timestamp(sentAt) };
  const findings = diagnosis.findings.map((finding) => ({
    fault: finding.fault,
    ...formatFinding(FAULTS_EN[finding.fault], finding, (moment) => session.timestamp(moment) ?? ''),
  }));
  const signedBy = diagnosis.signedBy.map((key) => KEY.json(key, session));
  // A notification may have only one of the two signatures, but the one that it has must be valid.
  const isSignedAsSent = [body, header].includes('valid') && ![body, header].includes('invalid');
  return {
    ...partsResult([
      { json: verdicts, text: ['Verdict', fields(verdicts)] },
      { json: { findings } },
      ...findings.map(({ fault, what, line }): ResultPart => ({ text: [fault, `${printable(what)}\n→ ${printable(line)}`] })),
      { json: { signed_by: signedBy }, text: ['Signed by', signedBy.map(fields).join('\n\n')] },
      { json: { order }, text: ['Signed in this order', order.map(printable).join(', ')] },
      { json: { signed_text: signedText }, text: ['Signed text of this notification, without the key', printable(signedText ?? '')] },
    ]),
    exitCode: isSignedAsSent ? EXIT.ok : EXIT.failed,
  };
}
