import { SystemClock } from '../../common/time/clocks.js';
import { type AuditEntry, type AuditFilter, AuditQueries } from '../../platform/audit/audit.queries.js';
import { SealAuditService } from '../../platform/audit/seal-audit.service.js';
import { CLI_COMMAND } from '../../runtime/cli-command.js';
import { command, listCommand, noun } from '../command.js';
import { argument, option } from '../inputs.js';
import { viewOf } from '../output/view.js';
import type { Services } from '../queries.js';
import type { Session } from '../session.js';
import { UserError } from '../user-error.js';
import { parseUuid } from '../values/identifiers.js';
import { parseName } from '../values/names.js';
import { type TimeOption, parseSince } from '../values/times.js';
import { headCommand, headOption, readHead, verificationResult } from './seals.js';

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

const FILTER_OPTIONS = {
  since: option('--since <when>', 'date, time, or how long ago', parseSince),
  until: option('--until <when>', 'its end', parseSince),
  author: option('--author <name>', 'only by this person, or token', parseName),
  action: option('--action <action>', 'only this, such as partner.block, or partner for all changes of partners'),
  subjectId: option('--subject <id>', 'only changes of the partner, service, payment … of this id'),
};

interface FilterValues extends Omit<AuditFilter, 'since' | 'until'> {
  since: TimeOption | undefined;
  until: TimeOption | undefined;
}

function filterOf(app: Services, session: Session, { since, until, ...filter }: FilterValues): AuditFilter {
  const [now, zone] = [app.get(SystemClock).now(), session.environment.app.displayTimeZone];
  return { ...filter, since: since?.(now, zone), until: until?.(now, zone) };
}

const list = listCommand({
  description: 'list changes, newest first',
  takes: FILTER_OPTIONS,
  notes: 'before and after name the columns that differ. Secrets and payers’ data are left out.',
  examples: ['audit list --since 7d', 'audit list --author Anna --action service', 'audit list --subject 0f3a9c21'],
  opens: 'queries',
  view: ENTRY.without('id', 'door', 'request_id', 'address'),
  limit: 100,
  rows: ({ app, session }, filter, limit) => app.get(AuditQueries).list(filterOf(app, session, filter), limit),
  empty: 'Nothing was changed.',
});

const show = command({
  description: 'show one change',
  takes: { id: argument('<id>', 'id of the entry', parseUuid) },
  examples: ['audit show 0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c'],
  opens: 'queries',
  async run({ app, session }, { id }) {
    const entry = await app.get(AuditQueries).findEntry(id);
    if (!entry) throw new UserError(`There is no entry ${id}. See the entries: ${CLI_COMMAND} audit list`);
    const { before, after } = entry;
    return { json: { ...ENTRY.json(entry, session), before, after }, text: ENTRY.record(entry, session) };
  },
});

const exportCsv = command({
  description: 'write all changes as CSV, oldest first',
  takes: FILTER_OPTIONS,
  notes: '--json has no effect: the output is always CSV.',
  examples: ['audit export --since 2026-01-01'],
  opens: 'queries',
  run({ app, session }, filter) {
    const entries = app.get(AuditQueries).all(filterOf(app, session, filter));
    async function* chunks(): AsyncGenerator<string> {
      yield ENTRY.csvHeading;
      for await (const entry of entries) yield ENTRY.csv([entry], session);
    }
    return { chunks: chunks() };
  },
});

const verify = command({
  description: 'verify that no sealed entry was changed or deleted, and none inserted among them',
  takes: { file: headOption('audit') },
  notes: 'If a check fails: exit code 1, and the first inconsistent row.',
  examples: ['audit verify', 'audit verify --head audit-2026-10.json'],
  async run({ app }, { file }) {
    const inconsistentRow = await app.get(SealAuditService).verify(await readHead(file, 'audit'));
    return verificationResult('audit log', {}, inconsistentRow, 'every sealed entry is unchanged.');
  },
});

export const audit = noun({
  examples: ['audit list --since 7d', 'audit list --action partner', 'audit verify'],
  commands: { list, show, export: exportCsv, verify, head: headCommand(SealAuditService, { examples: ['audit head --json'] }) },
});
