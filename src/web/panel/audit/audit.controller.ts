import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Environment } from '../../../runtime/config/environment.js';
import { type AuditEntry, type AuditFilter, AuditQueries } from '../../../platform/audit/audit.queries.js';
import { authorOf, hasAbility, type Person } from '../../../platform/people/person.js';
import { RequireAbility } from '../shell/require-ability.decorator.js';
import { daysBetween, readFilters } from '../shell/panel-filters.js';
import { PanelPage } from '../shell/panel-page.js';
import { CurrentPerson, type PanelRequest, queryOf } from '../shell/panel-request.js';
import { sendCsv } from '../shell/send-csv.js';

const MAX_ENTRIES = 100;
const FIELDS = ['author', 'action', 'subject', 'from', 'to'] as const;
const COLUMNS = ['id', 'at', 'author', 'door', 'action', 'subject', 'subject_id', 'before', 'after', 'reason', 'request_id', 'address'];

/** Lists the audit. A partner's people see their own changes and those of their colleagues; staff see all changes. */
@Controller()
export class AuditController {
  constructor(
    private readonly audit: AuditQueries,
    private readonly environment: Environment,
    private readonly page: PanelPage,
  ) {}

  @Get('audit')
  @RequireAbility('panel.audit')
  async list(@Req() request: PanelRequest, @Res() response: Response, @CurrentPerson() person: Person): Promise<void> {
    const entries = await this.audit.list(this.filterOf(request, person), MAX_ENTRIES + 1);
    const filters = readFilters(FIELDS, (name) => queryOf(request, name));
    this.page.show(request, response, (t) => ({
      template: 'audit/templates/audit',
      title: t.screens.audit,
      data: {
        filters,
        entries: entries.slice(0, MAX_ENTRIES).map(describeEntry),
        isMore: entries.length > MAX_ENTRIES,
        csv: hasAbility(person, 'panel.audit.export') ? `/audit.csv?${new URLSearchParams(filters).toString()}` : '',
      },
    }));
  }

  @Get('audit.csv')
  @RequireAbility('panel.audit.export')
  async csv(@Req() request: PanelRequest, @Res() response: Response, @CurrentPerson() person: Person): Promise<void> {
    const entries = this.audit.all(this.filterOf(request, person));
    await sendCsv(response, 'audit.csv', COLUMNS, csvRowsOf(entries));
  }

  private filterOf(request: PanelRequest, person: Person): AuditFilter {
    const { partnerId, serviceIds } = person;
    const { author, action, subject, from, to } = readFilters(FIELDS, (name) => queryOf(request, name));
    return {
      ...daysBetween(from, to, this.environment.app.displayTimeZone),
      author: author || null,
      action: action || null,
      subjectId: subject || null,
      partnerId,
      within: serviceIds.length > 0 ? { serviceIds, author: authorOf(person) } : null,
    };
  }
}

const formatValues = (values: Record<string, unknown>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('; ');

const describeEntry = (entry: AuditEntry) => ({
  ...entry,
  before: formatValues(entry.before),
  after: formatValues(entry.after),
  reason: entry.reason ?? '',
  address: entry.address ?? '',
});

async function* csvRowsOf(entries: AsyncIterable<AuditEntry>) {
  for await (const { id, at, author, door, action, subject, subjectId, before, after, reason, requestId, address } of entries) {
    const [beforeJson, afterJson] = [before, after].map((values) => JSON.stringify(values));
    yield [id, at.toISOString(), author, door, action, subject, subjectId, beforeJson ?? '', afterJson ?? '', reason, requestId, address];
  }
}
