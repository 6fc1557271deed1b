import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';

const ROOT = resolve(import.meta.dirname, '../..');
const FOLDERS = ['src', 'simulation', 'test', 'bench', 'scripts'];
const files = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1)),
);
const codeFiles = files.filter((file) => /\.(ts|mts|mjs)$/.test(file));
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true }).map((file) => `docs/${String(file)}`),
];

/** Old names as parts of identifiers, each with the term of the glossary. Names of the contract and values in rows are not in this list. */
const OLD_TERMS: readonly [old: RegExp, term: string][] = [
  [/^Ask[A-Z]\w*Service$|^AskSchedule$|^ask(At|Count|Soon|Alias|Refund|Consent|Mandate|Attempt)$|^ask_(at|count)$/, 'poll'],
  [/^canBeAsked$|^isAskedAbout|_IS_ASKED/, 'poll'],
  [/(Attempt|Alias|Refund|Consent|Mandate|Charge|Agreement|Return)Words?$|^(weigh|both)Words?/i, 'status update, outcome'],
  [/[Ss]tray(Money|$)|^(addS|isS)tray/, 'suspense'],
  [/[Bb]yHand|BY_HAND/, 'manual entry'],
  [/^(Leave|Lapse|GiveUp)[A-Z]\w*Service$|^(leave|lapse|giveUp)(Attempt|Others)$|^canLeave$/, 'abandon'],
  [/^End[A-Z]\w*Service$|^end(Attempt|Subscription)$/, 'close'],
  [/^[Tt]akeMoney/, 'allocate funds'],
  [/(Entry|Row|State|Seal|Ledger)Proofs?$|_PROOFS?$|^prove[A-Z]/, 'verify, ledger check'],
  [/(Entry|Row)Checks?$|_(ENTRY|ROW)_CHECKS?$|^stateCheck$/, 'ledger check'],
  [/^(SlotPool|EndpointRuns?|RowTurns|KeyedPlaces)$/, 'semaphore, dispatcher, row lock queue'],
  [/[a-z]Figures?$|^Figure(Source)?$/, 'gauge'],
  [/^LaneRow$|^LANE$/, 'FIFO group'],
  [/^KnownInPath/, 'resource-exists guard'],
  [/^[Gg]ivenProblems$/, 'create-payment rules'],
  [/^[Jj]udge[A-Z]|^Judged?[A-Z]|^addJudgements?$/, 'review'],
  [/^Exchanged$|^ExchangeRequest$/, 'provider request, provider response'],
  [/^[Kk]eptAnswers?$|^KEPT_ANSWERS$/, 'stored response'],
  // Consent is only the payer's act of agreeing: its text, evidence, digest and record.
  [/[a-z]Consents?([A-Z]|$)|^[cC]onsent(?!Text|Evidence|Digest|Record)[A-Z]|_CONSENT|CONSENT_|^consent_shown$/, 'mandate'],
  [/[a-z]Agreements?([A-Z]|$)|^agreement[A-Z]|^Agreements?[A-Z]|_AGREEMENT|AGREEMENTS?(_|$)/, 'mandate'],
];
/** Old names that operators saw: settings, metrics and their labels, alerts, commands, options and fields of their output. */
const OLD_OPERATOR_NAMES = [
  /\b(RATE_LIMIT_WRONG_\w+|LEDGER_CHECK_MINUTES|TEST_SERVER_FACTS|SEAL_MIGRATIONS)\b/,
  /\bgateway_(figures_readable|webhook_given_up_total|ledger_drift|ledger_check\w+|endpoint_certificate_end\w+|(business_)?clock_ahead\w+)\b/,
  /\b(AttemptNotSettled|BusinessClockAhead|GatewayFiguresMissing|LedgerDrift|LedgerNotProved|MoneyNotReturned|NotificationsGivenUp)\b/i,
  /\b(PaidNotAcknowledged|(Partner|Server)?CertificateEnding|QueueNotTaken|StrayMoney|MoneyContradicted)\b/i,
  /\bgateway_(\w+_contradictions|server_certificate_end\w+)\b/,
  /\b(ask(Alias|Consent|Refund)|(register|charge|revoke)Consent|forget-idempotency-keys|ledger-check|fold listing counters|webhook sweep)\b/,
  /\b(directbilling-(ask|expire)|payment-(ask|expire|alias-expire)|subscription-(ask|expire)|sms-partner-calls)\b/,
  /\b(clock forward|(directbilling|payment) contradictions|reverse-unknown|payment (refuse|stray|unmatched-funds)|subscription fraud)\b/,
  /\b(reseal-keys|settlement differences|transaction unknown|migrations:seal)\b|--(ask|bugs)\b/,
  /\b(payer_seen|told_by|seen_amount|said_amount)\b/,
];
/** Old names of tables, columns, constraints and functions. */
const OLD_DATABASE_NAMES =
  /^ask_(at|count)$|_asked$|_to_ask$|agreement|_consent|^consent_(?!evidence)|^ended_by$|_ended_by|contradict|^(said|seen|told)_|_told_|nobodys|somebodys|_kept$|_waits$|_goes_back|_give_back|^(operator|payment|direct_billing)_report|^party$|^(here|there)_minor$|_differences?$/;

/** Old names as whole parts of a file or folder name, between hyphens and dots. */
const OLD_FILE_NAMES =
  /(^|[-/])(ask|stray|by-hand|take-money|weigh|lapse|give-up|proofs?|prove|figures|slot-pool|endpoint-runs?|waking|judge|agreements?|known-in-path|given-problems|kept-answers?|exchange)([-./]|$)/;
/** An allowed part of file names, although it contains `exchange`: it means rates of currencies, not provider requests. */
const EXCHANGE_RATES = /exchange-rates/;

const messagesFor = (name: string): string[] => OLD_TERMS.filter(([old]) => old.test(name)).map(([, term]) => `${name}: say ${term}`);

function identifiersOf(file: string): Set<string> {
  const names = new Set<string>();
  const text = readFileSync(join(ROOT, file), 'utf8');
  // Parsing is slow. Therefore only files that contain an old name, even in a comment, are parsed.
  if (![...new Set(text.match(/[\w$]+/g))].some((word) => messagesFor(word).length > 0)) return names;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) names.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

describe('the terms of docs/glossary.md', () => {
  const glossary = readFileSync(join(ROOT, 'docs/glossary.md'), 'utf8');
  const terms = [...glossary.matchAll(/^\* \*\*(.+?)\*\*: (.+)$/gm)];

  it('are at least forty, each on one line and only once', () => {
    const names = terms.map(([, term]) => term);
    expect(names.length).toBeGreaterThanOrEqual(40);
    expect(new Set(names).size).toBe(names.length);
    expect(glossary.split('\n').filter((line) => /^\s+\S/.test(line))).toEqual([]);
  });

  it('are the names in code: old names are rejected', () => {
    const violations = codeFiles
      .filter((file) => !file.endsWith('glossary.spec.ts'))
      .flatMap((file) => [...identifiersOf(file)].flatMap(messagesFor).map((message) => `${file}: ${message}`));
    expect(violations).toEqual([]);
  });

  it('are the names that operators see', () => {
    const deploymentFiles = ['deploy', '.ci'].flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name)),
    );
    expect(deploymentFiles.length).toBeGreaterThan(30);
    const markdownFiles = [...documents, ...files].filter((file) => file.endsWith('.md') && basename(file) !== 'upgrading.md');
    const violations = [
      ...codeFiles.filter((file) => !file.endsWith('glossary.spec.ts')),
      ...markdownFiles,
      ...deploymentFiles,
      'package.json',
    ].flatMap((file) => {
      const text = readFileSync(resolve(ROOT, file), 'utf8');
      return OLD_OPERATOR_NAMES.flatMap((old) => old.exec(text)?.[0] ?? []).map((name) => `${file}: ${name}`);
    });
    expect(violations).toEqual([]);
  });

  it('are the names of files and folders', () => {
    expect(files.filter((file) => OLD_FILE_NAMES.test(file.replace(EXCHANGE_RATES, '')))).toEqual([]);
  });

  it('are the names of tables, columns and functions', () => {
    const schema = readFileSync(join(ROOT, 'docs/schema.sql'), 'utf8');
    const names = new Set(schema.match(/[a-z_]+/g));
    expect([...names].filter((name) => OLD_DATABASE_NAMES.test(name))).toEqual([]);
  });

  it('are the names in code that documents quote', () => {
    const violations = documents
      .filter((file) => file.endsWith('.md') && basename(file) !== 'upgrading.md')
      .flatMap((file) =>
        [...readFileSync(join(ROOT, file), 'utf8').matchAll(/`(\w+)`/g)]
          .flatMap(([, name = '']) => messagesFor(name))
          .map((message) => `${file}: ${message}`),
      );
    expect(violations).toEqual([]);
  });
});
