import type { EntityManager } from 'typeorm';
import { ChangeConsequences } from '../../src/platform/changes/change-consequences.js';
import type { EntryDraft, PostingDraft } from '../../src/platform/ledger/entry-draft.js';
import { Ledger } from '../../src/platform/ledger/ledger.service.js';
import type { GatewayProcess } from '../world/gateway-process.js';
import type { Statement } from '../world/statement-gate.js';

type Method = (...given: never[]) => unknown;

/** Replaces a method, also a private one. */
export function replaceMethod<Of extends Method>(of: object, name: string, make: (original: Of) => Of): void {
  const methods = of as Record<string, Of>;
  const original = methods[name];
  if (!original) throw new Error(`There is no method ${name} to put a bug into`);
  methods[name] = make(original.bind(of) as Of);
}

type Written = Parameters<ChangeConsequences['write']>[1];

/** Changes what is written about changes of state. */
export function changeConsequences(process: GatewayProcess, change: (written: Written) => Written): void {
  replaceMethod<ChangeConsequences['write']>(
    process.get(ChangeConsequences),
    'write',
    (original) => (tx, written) => original(tx, change(written)),
  );
}

/** Maps an entry to the entries that are made instead. */
type Changed = EntryDraft | readonly EntryDraft[];

/** Changes entries on their way into the ledger. */
export function changeEntries(process: GatewayProcess, change: (entry: EntryDraft, tx: EntityManager) => Changed | Promise<Changed>): void {
  type PostAll = Ledger['postAll'];
  replaceMethod<PostAll>(process.get(Ledger), 'postAll', (original) => async (tx, entries) => {
    const changed: EntryDraft[] = [];
    for (const entry of entries) changed.push(...[await change(entry, tx)].flat());
    return original(tx, changed);
  });
}

export function dropEntries(process: GatewayProcess, kind: string): void {
  changeEntries(process, (entry) => (entry.kind === kind ? [] : entry));
}

/** Changes the amount of all lines of an entry between two accounts. */
export function withAmount({ postings, ...entry }: EntryDraft, minor: number): Changed {
  if (minor === 0) return [];
  return { ...entry, postings: postings.map((line) => ({ ...line, amountMinor: Math.sign(line.amountMinor) * minor })) };
}

/** Posts the lines of one account to another. */
export function movePosting(entry: EntryDraft, from: string, to: PostingDraft['account'], minor = -Infinity): EntryDraft {
  const line = entry.postings.find(({ account }) => account === from);
  if (!line) return entry;
  const moved = minor === -Infinity ? line.amountMinor : minor;
  const postings = [
    ...entry.postings.filter((posting) => posting !== line && posting.account !== to),
    { ...line, amountMinor: line.amountMinor - moved },
    addTo(entry, to, line.currency, moved),
  ];
  return { ...entry, postings: postings.filter(({ amountMinor }) => amountMinor !== 0) };
}

function addTo({ postings }: EntryDraft, account: PostingDraft['account'], currency: string, minor: number): PostingDraft {
  const known = postings.find((posting) => posting.account === account) ?? { account, currency, amountMinor: 0 };
  return { ...known, amountMinor: known.amountMinor + minor };
}

/** Changes a statement's text. */
export function changeStatement(process: GatewayProcess, matches: RegExp, change: (statement: Statement) => Statement): void {
  const before = process.statements.rewrite;
  process.statements.rewrite = (given) => {
    const statement = before(given);
    if (!matches.test(statement.text)) return statement;
    const changed = change(statement);
    // Under the same name the server would run the statement that it has prepared.
    return { ...changed, ...(changed.name !== undefined && changed.text !== statement.text && { name: `${changed.name}_wrong` }) };
  };
}

export function changeSql(process: GatewayProcess, from: string | RegExp, to: string): void {
  const matches = typeof from === 'string' ? new RegExp(from.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')) : from;
  changeStatement(process, matches, (statement) => ({ ...statement, text: statement.text.replace(from, to) }));
}
