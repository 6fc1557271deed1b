import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SystemClock } from '../../../common/time/clocks.js';
import { SandboxClock } from '../../clock/sandbox-clock.js';
import { ReportDispatcher, type ReportMessage, type ReportTable } from '../../reports/report-dispatcher.js';
import { SandboxOptions } from '../../sandbox-options.js';
import type { Agreement } from '../agreements/agreement.js';
import { agreementAnswer } from './answers.js';

interface AgreementReport {
  eventId: string;
  agreement: Agreement;
}

/** What the acquirer tells of consents and aliases: each step as it became true, whatever came after. One agreement is named by its id. */
@Injectable()
export class AgreementReports extends ReportDispatcher<AgreementReport> {
  protected readonly table: ReportTable = {
    name: 'sandbox.acquirer_agreement_step',
    earlier: 'e.agreement_id = r.agreement_id AND (e.due_at, e.id) < (r.due_at, r.id)',
    ofOne: 'r.agreement_id = $5::uuid',
    // Years may lie before it, and nobody waits for it.
    notFlushed: `state = 'EXPIRED'`,
  };

  constructor(dataSource: DataSource, clock: SandboxClock, system: SystemClock, options: SandboxOptions) {
    super(dataSource, clock, system, options);
  }

  protected async rowsOf(ids: readonly string[]): Promise<(AgreementReport & { id: string })[]> {
    const rows = await this.dataSource.query<(Agreement & { step: string; eventId: string })[]>(
      `SELECT s.id AS step, s.event_id AS "eventId", a.id, a.reference, a.kind, a.bank, a.value, a.label, a.description, a.terms, a.asked, a.until,
              a.expires_at AS "expiresAt", s.state, s.cause, s.ended_by AS "endedBy"
       FROM sandbox.acquirer_agreement_step s JOIN sandbox.acquirer_agreement a ON a.id = s.agreement_id WHERE s.id = ANY ($1)`,
      [ids],
    );
    return rows.map(({ step, eventId, ...agreement }) => ({ id: step, eventId, agreement }));
  }

  protected messageOf({ eventId, agreement }: AgreementReport): ReportMessage {
    const body = { eventId, event: agreement.kind, ...agreementAnswer(agreement) };
    return { path: '/connectors/channels/sandbox/reports', subject: 'report acquirer', body };
  }
}
