import { readFile } from 'node:fs/promises';
import type { Diagnosis, SigningKeyInfo } from '../../common/signature/diagnosis.js';
import { FAULTS_EN, formatFinding } from '../../common/signature/fault-texts.js';
import { SystemClock } from '../../common/time/clocks.js';
import { EVERY_SERVICE } from '../../platform/listing/service-scope.js';
import { ExamineNotificationService } from '../../platform/webhooks/inspection/examine-notification.service.js';
import type { CliCommand } from '../cli-command.js';
import type { CommandResult } from '../output/result.js';
import { printable } from '../output/cell.js';
import { fields, sections } from '../output/layout.js';
import type { Session } from '../session.js';
import { EXIT, UserError } from '../user-error.js';
import { parseServiceId } from '../values/identifiers.js';
import { requireService } from '../values/require-existing.js';
import { type Moment, parseSince } from '../values/times.js';

interface VerifyOptions {
  headers?: string;
  service?: string;
  computed?: string;
  received?: Moment;
}

/** 1 MiB: more than a notification with its headers can have. */
const MAX_FILE_BYTES = 1 << 20;

export function addNotificationVerify(notification: CliCommand): void {
  notification
    .command('verify')
    .description(
      'find out which key signed a notification that a partner received, or what is wrong with it and which line of the partner’s program to change',
    )
    .argument('<file>', 'the body, or the whole request with its headers before it; "-" reads standard input')
    .option('--headers <file>', 'its headers, in any form in which programs print them')
    .option('--service <id>', 'try the keys of this service, too', parseServiceId)
    .option('--computed <text>', 'what the partner’s program computes')
    .option('--received <when>', 'when it was received, to compare the clocks', parseSince)
    .notes(
      'The notification is found by its ids and compared with the sent one. No key is shown.',
      'The exit code is 1 unless the notification is signed as it was sent.',
    )
    .examples('notification verify request.txt', 'notification verify body.json --headers headers.txt --computed 83fac905dbde…')
    .withApplication(async ({ app, session }, file: string, { headers, service, computed, received }: VerifyOptions) => {
      if (service !== undefined) await requireService(app, service);
      const diagnosis = await app.get(ExamineNotificationService).run(EVERY_SERVICE, service ?? null, {
        body: await readText(file),
        ...(headers !== undefined && { headers: await readText(headers) }),
        ...(computed !== undefined && { computed }),
        receivedAt: received?.(app.get(SystemClock).now(), session.environment.app.displayTimeZone) ?? null,
      });
      return diagnosisResult(diagnosis, session);
    });
}

async function readText(file: string): Promise<string> {
  const content = await readFile(file === '-' ? '/dev/stdin' : file).catch(() => {
    throw UserError.usage(`The file ${file} cannot be read.`);
  });
  if (content.length > MAX_FILE_BYTES) throw UserError.usage(`The file ${file} is longer than a notification.`);
  return content.toString('utf8');
}

function diagnosisResult(diagnosis: Diagnosis, session: Session): CommandResult {
  const formatTime = (moment: Date): string => session.timestamp(moment) ?? '';
  const findings = diagnosis.findings.map((finding) => ({
    fault: finding.fault,
    ...formatFinding(FAULTS_EN[finding.fault], finding, formatTime),
  }));
  const { body, header, id, order, signedText } = diagnosis;
  const verdicts = { signature_in_body: body, signature_in_headers: header, delivery_id: id, sent_at: session.timestamp(diagnosis.sentAt) };
  const signedBy = diagnosis.signedBy.map((key) => keyView(key, session));
  // A notification may have only one of the two signatures, but the one that it has must be valid.
  const isSignedAsSent = [body, header].includes('valid') && ![body, header].includes('invalid');
  return {
    json: { ...verdicts, findings, signed_by: signedBy, order, signed_text: signedText },
    text: sections([
      ['Verdict', fields(verdicts)],
      ...findings.map(({ fault, what, line }): [string, string] => [fault, `${printable(what)}\n→ ${printable(line)}`]),
      ['Signed by', signedBy.map((key) => fields(key)).join('\n\n')],
      ['Signed in this order', order.map(printable).join(', ')],
      ['Signed text of this notification, without the key', printable(signedText ?? '')],
    ]),
    ...(!isSignedAsSent && { exitCode: EXIT.failed }),
  };
}

const keyView = ({ purpose, validFrom, validUntil }: SigningKeyInfo, session: Session) => ({
  purpose,
  valid_from: session.timestamp(validFrom),
  valid_until: session.timestamp(validUntil),
});
