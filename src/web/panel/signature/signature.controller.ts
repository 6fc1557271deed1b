import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { DateTime } from 'luxon';
import type { Diagnosis, SignatureVerdict } from '../../../common/signature/diagnosis.js';
import { formatFinding } from '../../../common/signature/fault-texts.js';
import { Environment } from '../../../runtime/config/environment.js';
import type { Person } from '../../../platform/people/person.js';
import { scopeOf, VisibleServicesQuery } from '../../../platform/people/visible-services.query.js';
import { ExamineNotificationService } from '../../../platform/webhooks/inspection/examine-notification.service.js';
import { RequireAbility } from '../shell/needs.decorator.js';
import { PanelPage } from '../shell/panel-page.js';
import { CurrentPerson, formField, type PanelRequest } from '../shell/panel-request.js';
import type { PanelTexts } from '../texts/texts.js';

const FIELDS = ['service', 'body', 'headers', 'computed', 'received'] as const;
type Given = Record<(typeof FIELDS)[number], string>;
const NOTHING = { service: '', body: '', headers: '', computed: '', received: '' };
/** The form is shown again with at most so many characters of a field. */
const MAX_SHOWN = 16 * 1024;

/** The signature doctor: finds out why a program rejects a notification. It uses the keys of the person's services and never shows a key. */
@Controller('signature')
export class SignatureController {
  constructor(
    private readonly doctor: ExamineNotificationService,
    private readonly services: VisibleServicesQuery,
    private readonly environment: Environment,
    private readonly page: PanelPage,
  ) {}

  @Get()
  @RequireAbility('panel.signature')
  async ask(@Req() request: PanelRequest, @Res() response: Response, @CurrentPerson() person: Person): Promise<void> {
    await this.show(request, response, person, NOTHING, null);
  }

  @Post()
  @RequireAbility('panel.signature')
  async examine(@Req() request: PanelRequest, @Res() response: Response, @CurrentPerson() person: Person): Promise<void> {
    // The body is not trimmed, because `trim` would remove a byte order mark.
    const given = {
      ...(Object.fromEntries(FIELDS.map((name) => [name, formField(request.form, name)])) as Given),
      body: request.form.get('body') ?? '',
    };
    const { service, body, headers, computed, received } = given;
    const at = received === '' ? null : DateTime.fromISO(received, { zone: this.environment.app.displayTimeZone });
    const receivedAt = at?.isValid ? at.toJSDate() : null;
    const diagnosis = await this.doctor.run(scopeOf(person), service || null, { body, headers, computed, receivedAt });
    await this.show(request, response, person, given, diagnosis);
  }

  private async show(request: PanelRequest, response: Response, person: Person, given: Given, diagnosis: Diagnosis | null): Promise<void> {
    const services = await this.services.of(person);
    const zone = this.environment.app.displayTimeZone;
    const time = (at: Date): string => DateTime.fromJSDate(at, { zone }).toFormat('yyyy-MM-dd HH:mm:ss');
    this.page.show(request, response, (t) => ({
      template: 'signature/templates/signature',
      title: t.screens.signature,
      data: {
        given: { ...given, body: given.body.slice(0, MAX_SHOWN), headers: given.headers.slice(0, MAX_SHOWN) },
        services,
        isStaff: person.partnerId === null,
        diagnosis: diagnosis && describeDiagnosis(diagnosis, t, time),
      },
    }));
  }
}

const TONE_OF: Readonly<Record<SignatureVerdict, string>> = { valid: 'good', invalid: 'bad', missing: 'wait', 'no key': 'wait' };

function describeDiagnosis(diagnosis: Diagnosis, { signature: words }: PanelTexts, time: (at: Date) => string) {
  const verdict = (each: SignatureVerdict) => ({ text: words.verdicts[each], tone: TONE_OF[each] });
  return {
    findings: diagnosis.findings.map((finding) => formatFinding(words.faults[finding.fault], finding, time)),
    body: verdict(diagnosis.body),
    header: verdict(diagnosis.header),
    signedBy: diagnosis.signedBy.map(({ purpose, validFrom, validUntil }) => ({
      name: words.keys[purpose],
      from: time(validFrom),
      until: validUntil ? time(validUntil) : '',
    })),
    order: diagnosis.order.join(', '),
    signedText: diagnosis.signedText?.slice(0, MAX_SHOWN) ?? null,
    sentAt: diagnosis.sentAt && time(diagnosis.sentAt),
  };
}
