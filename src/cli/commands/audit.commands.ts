import { SystemClock } from '../../common/time/clocks.js';
import { type AuditEntry, type AuditFilter, AuditQueries } from '../../platform/audit/audit.queries.js';
import { SealAuditService } from '../../platform/audit/seal-audit.service.js';
import { CLI_COMMAND, type CliCommand } from '../cli-command.js';
import { listResult, recordResult } from '../output/result.js';
import { viewOf } from '../output/view.js';
import type { Services } from '../queries.js';
import type { Session } from '../session.js';
import { EXIT, UserError } from '../user-error.js';
import { parseUuid } from '../values/identifiers.js';
import { readHead } from '../values/read-head.js';
import { parseRowLimit } from '../values/lists.js';
import { parseName } from '../values/names.js';
import { type Moment, parseSince } from '../values/times.js';

const ENTRY = viewOf<AuditEntry>()({
  id: 'id',
  at: 'at',
  author: 'author',
  door: 'door',
  action: 'action',
  subject: 'subject',
  subject_id: 'subjectId',
  before: ({ before }) => JSON.stringify(before),
  after: ({ after }) => JSON.stringify(after),
  reason: 'reason',
  request_id: 'requestId',
  address: 'address',
});

interface Options {
  since?: Moment;
  until?: Moment;
  author?: string;
  action?: string;
  subject?: string;
}

export function addAuditCommands(audit: CliCommand): void {
  audit.examples('audit list --since 7d', 'audit list --action partner', 'audit verify');
  addAuditList(audit);
  addAuditShow(audit);
  addAuditExport(audit);
  addAuditVerify(audit);
  addAuditHead(audit);
}

const withFilterOptions = (command: CliCommand): CliCommand =>
  command
    .option('--since <when>', 'date, time, or how long ago', parseSince)
    .option('--until <when>', 'its end', parseSince)
    .option('--author <name>', 'only by this person, or token', parseName)
    .option('--action <action>', 'only this, such as partner.block, or partner for all changes of partners')
    .option('--subject <id>', 'only changes of the partner, service, payment … of this id');

function filterOf(app: Services, session: Session, { since, until, author, action, subject }: Options): AuditFilter {
  const [now, zone] = [app.get(SystemClock).now(), session.environment.app.displayTimeZone];
  return {
    since: since?.(now, zone) ?? null,
    until: until?.(now, zone) ?? null,
    author: author ?? null,
    action: action ?? null,
    subjectId: subject ?? null,
  };
}

function addAuditList(audit: CliCommand): void {
  withFilterOptions(audit.command('list').description('list changes, newest first'))
    .option('--limit <rows>', 'how many', parseRowLimit, 100)
    .notes('before and after name the columns that differ. Secrets and payers’ data are left out.')
    .examples('audit list --since 7d', 'audit list --author Anna --action service', 'audit list --subject 0f3a9c21')
    .withQueries(async ({ app, session }, { limit, ...options }: Options & { limit: number }) => {
      const entries = await app.get(AuditQueries).list(filterOf(app, session, options), limit + 1);
      return listResult(session, ENTRY.without('id', 'door', 'request_id', 'address'), entries, 'Nothing was changed.', limit);
    });
}

function addAuditShow(audit: CliCommand): void {
  audit
    .command('show')
    .description('show one change')
    .argument('<id>', 'id of the entry', parseUuid)
    .examples('audit show 0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c')
    .withQueries(async ({ app, session }, id: string) => {
      const entry = await app.get(AuditQueries).findEntry(id);
      if (!entry) throw new UserError(`There is no entry ${id}. See the entries: ${CLI_COMMAND} audit list`);
      return { json: { ...ENTRY.json(entry, session), before: entry.before, after: entry.after }, text: ENTRY.record(entry, session) };
    });
}

function addAuditExport(audit: CliCommand): void {
  withFilterOptions(audit.command('export').description('write all changes as CSV, oldest first'))
    .notes('--json has no effect: the output is always CSV.')
    .examples('audit export --since 2026-01-01')
    .withQueries(({ app, session }, options: Options) => {
      const filter = filterOf(app, session, options);
      const auditQueries = app.get(AuditQueries);
      return {
        chunks: (async function* () {
          yield ENTRY.csvHeading;
          for await (const entry of auditQueries.all(filter)) yield ENTRY.csv([entry], session);
        })(),
      };
    });
}

function addAuditVerify(audit: CliCommand): void {
  audit
    .command('verify')
    .description('verify that no sealed entry was changed or deleted, and none inserted among them')
    .option('--head <file>', 'a head stored earlier (audit head --json), which the audit must still contain')
    .notes('If a check fails: exit code 1, and the first inconsistent row.')
    .examples('audit verify', 'audit verify --head audit-2026-10.json')
    .runs(async (session, { head }: { head?: string }) => {
      const seals = await session.get(SealAuditService);
      const inconsistentRow = await seals.verify(head === undefined ? null : await readHead(head, 'audit'));
      if (!inconsistentRow)
        return { json: { sound: true, broken: inconsistentRow }, text: 'The audit log is consistent: every sealed entry is unchanged.' };
      const text = `The audit log is inconsistent. The first inconsistent row is in ${inconsistentRow.table}, ${inconsistentRow.id}: ${inconsistentRow.reason}.`;
      return { json: { sound: false, broken: inconsistentRow }, text, exitCode: EXIT.failed };
    });
}

function addAuditHead(audit: CliCommand): void {
  audit
    .command('head')
    .description('seal all committed entries and print the last seal, to be kept outside the database')
    .examples('audit head --json')
    .runs(async (session) => {
      const seals = await session.get(SealAuditService);
      while (await seals.batch()) session.throwIfInterrupted();
      const head = await seals.head();
      if (!head) throw new UserError('There is no entry to seal yet.');
      const { seal, hash, entries, sealedAt } = head;
      return recordResult({ seal, hash, entries, sealed_at: session.timestamp(sealedAt) });
    });
}
