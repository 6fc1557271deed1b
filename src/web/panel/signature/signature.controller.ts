import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { DateTime } from 'luxon';
import type { Diagnosis, SignatureVerdict } from '../../../common/signature/diagnosis.js';
import { formatFinding } from '../../../common/signature/fault-texts.js';
import { type MomentProblem, momentProblem, parseMoment } from '../../../common/time/moment.js';
import { Environment } from '../../../runtime/config/environment.js';
import type { Person } from '../../../platform/people/person.js';
import { scopeOf, VisibleServicesQuery } from '../../../platform/people/visible-services.query.js';
import { ExamineNotificationService } from '../../../platform/webhooks/inspection/examine-notification.service.js';
import { RequireAbility } from '../shell/require-ability.decorator.js';
import { PanelPage } from '../shell/panel-page.js';
import { CurrentPerson, formField, type PanelRequest } from '../shell/panel-request.js';
import type { PanelTexts } from '../texts/texts.js';

const FIELDS = ['service', 'body', 'headers', 'computed', 'received'] as const;
type SignatureInput = Record<(typeof FIELDS)[number], string>;
const EMPTY_INPUT = { service: '', body: '', headers: '', computed: '', received: '' };
/** Characters of a field that the page shows again. */
const MAX_FIELD_LENGTH = 16 * 1024;

/**
 * The signature check: finds out why a program rejects a notification. It uses the keys of the person's services and never shows a key.
 */
@Controller('signature')
export class SignatureController {
  constructor(
    private readonly examineNotification: ExamineNotificationService,
    private readonly services: VisibleServicesQuery,
    private readonly environment: Environment,
    private readonly page: PanelPage,
  ) {}

  @Get()
  @RequireAbility('panel.signature')
  async ask(@Req() request: PanelRequest, @Res() response: Response, @CurrentPerson() person: Person): Promise<void> {
    await this.show(request, response, person, EMPTY_INPUT);
  }

  @Post()
  @RequireAbility('panel.signature')
  async examine(@Req() request: PanelRequest, @Res() response: Response, @CurrentPerson() person: Person): Promise<void> {
    // The body is not trimmed, because `trim` would remove a byte order mark.
    const input = {
      ...(Object.fromEntries(FIELDS.map((name) => [name, formField(request.form, name)])) as SignatureInput),
      body: request.form.get('body') ?? '',
    };
    const { service, body, headers, computed, received } = input;
    const zone = this.environment.app.displayTimeZone;
    const problem = received === '' ? null : momentProblem(received, zone);
    if (problem) return this.show(request, response, person, input, { problem });
    const pasted = { body, headers, computed, receivedAt: parseMoment(received, zone) };
    const diagnosis = await this.examineNotification.run(scopeOf(person), service || null, pasted);
    await this.show(request, response, person, input, { diagnosis });
  }

  private async show(
    request: PanelRequest,
    response: Response,
    person: Person,
    input: SignatureInput,
    { diagnosis = null, problem = null }: { diagnosis?: Diagnosis | null; problem?: MomentProblem | null } = {},
  ): Promise<void> {
    const services = await this.services.listVisible(person);
    const zone = this.environment.app.displayTimeZone;
    const zoneName = zone.replaceAll('/', '/\u200b'); // a zero-width space, so that a long name wraps after the slash
    const time = (at: Date): string => DateTime.fromJSDate(at, { zone }).toFormat('yyyy-MM-dd HH:mm:ss');
    this.page.show(request, response, (t) => ({
      template: 'signature/templates/signature',
      title: t.screens.signature,
      status: problem ? 422 : 200,
      data: {
        input: Object.fromEntries(Object.entries(input).map(([name, value]) => [name, value.slice(0, MAX_FIELD_LENGTH)])),
        services,
        isStaff: person.partnerId === null,
        zoneName,
        problem: problem && t.signature.receivedProblems[problem.kind](zoneName, problem.choices),
        diagnosis: diagnosis && describeDiagnosis(diagnosis, t, time),
      },
    }));
  }
}

const TONE_OF: Readonly<Record<SignatureVerdict, string>> = { valid: 'good', invalid: 'bad', missing: 'wait', 'no key': 'wait' };

function describeDiagnosis(diagnosis: Diagnosis, { signature: texts }: PanelTexts, time: (at: Date) => string) {
  const describeVerdict = (verdict: SignatureVerdict) => ({ text: texts.verdicts[verdict], tone: TONE_OF[verdict] });
  return {
    findings: diagnosis.findings.map((finding) => formatFinding(texts.faults[finding.fault], finding, time)),
    body: describeVerdict(diagnosis.body),
    header: describeVerdict(diagnosis.header),
    signedBy: diagnosis.signedBy.map(({ purpose, validFrom, validUntil }) => ({
      name: texts.keys[purpose],
      from: time(validFrom),
      until: validUntil ? time(validUntil) : '',
    })),
    order: diagnosis.order.join(', '),
    signedText: diagnosis.signedText?.slice(0, MAX_FIELD_LENGTH) ?? null,
    sentAt: diagnosis.sentAt && time(diagnosis.sentAt),
  };
}
