import type { EntityManager } from 'typeorm';
import { ChangeConsequences } from '../../src/platform/changes/change-consequences.js';
import type { EntryDraft, PostingDraft } from '../../src/platform/ledger/entry-draft.js';
import { Ledger } from '../../src/platform/ledger/ledger.service.js';
import type { GatewayProcess } from '../world/gateway-process.js';
import type { Statement } from '../world/statement-gate.js';

type AnyMethod = (...args: never[]) => unknown;

/** Replaces a method of an object, also a private one. @throws Error when the object has no method with this name. */
export function replaceMethod<M extends AnyMethod>(owner: object, name: string, replace: (original: M) => M): void {
  const methods = owner as Record<string, M>;
  const original = methods[name];
  if (!original) throw new Error(`There is no method ${name} to replace with a bug`);
  methods[name] = replace(original.bind(owner) as M);
}

type Consequences = Parameters<ChangeConsequences['write']>[1];

/** Changes the events, history rows and counters that are stored with changes of state. */
export function changeConsequences(process: GatewayProcess, change: (consequences: Consequences) => Consequences): void {
  replaceMethod<ChangeConsequences['write']>(
    process.get(ChangeConsequences),
    'write',
    (original) => (tx, consequences) => original(tx, change(consequences)),
  );
}

/** The entries that are posted instead of an entry. */
type ChangedEntries = EntryDraft | readonly EntryDraft[];

/** Changes entries before they are posted. */
export function changeEntries(
  process: GatewayProcess,
  change: (entry: EntryDraft, tx: EntityManager) => ChangedEntries | Promise<ChangedEntries>,
): void {
  type PostAll = Ledger['postAll'];
  replaceMethod<PostAll>(process.get(Ledger), 'postAll', (original) => async (tx, entries) => {
    const changedEntries: EntryDraft[] = [];
    for (const entry of entries) changedEntries.push(...[await change(entry, tx)].flat());
    return original(tx, changedEntries);
  });
}

/** Prevents that entries of this kind are posted. */
export function dropEntries(process: GatewayProcess, kind: string): void {
  changeEntries(process, (entry) => (entry.kind === kind ? [] : entry));
}

/** Returns the entry with another amount in both postings, or no entry when the amount is 0. */
export function withAmount({ postings, ...entry }: EntryDraft, minor: number): ChangedEntries {
  if (minor === 0) return [];
  return { ...entry, postings: postings.map((posting) => ({ ...posting, amountMinor: Math.sign(posting.amountMinor) * minor })) };
}

/** Moves an amount of an entry from the posting of one account to another account. @param minor by default the whole posting. */
export function movePosting(entry: EntryDraft, from: string, to: PostingDraft['account'], minor = -Infinity): EntryDraft {
  const source = entry.postings.find(({ account }) => account === from);
  if (!source) return entry;
  const movedMinor = minor === -Infinity ? source.amountMinor : minor;
  const postings = [
    ...entry.postings.filter((posting) => posting !== source && posting.account !== to),
    { ...source, amountMinor: source.amountMinor - movedMinor },
    withAddedAmount(entry, to, source.currency, movedMinor),
  ];
  return { ...entry, postings: postings.filter(({ amountMinor }) => amountMinor !== 0) };
}

/** Returns the posting of the account with the amount added, or a new posting of this amount. */
function withAddedAmount({ postings }: EntryDraft, account: PostingDraft['account'], currency: string, minor: number): PostingDraft {
  const existing = postings.find((posting) => posting.account === account) ?? { account, currency, amountMinor: 0 };
  return { ...existing, amountMinor: existing.amountMinor + minor };
}

/** Changes statements whose text matches. */
export function changeStatement(process: GatewayProcess, matches: RegExp, change: (statement: Statement) => Statement): void {
  const rewriteBefore = process.statements.rewrite;
  process.statements.rewrite = (original) => {
    const statement = rewriteBefore(original);
    if (!matches.test(statement.text)) return statement;
    const changed = change(statement);
    // Under the same name the server would run the text that it has already prepared.
    return { ...changed, ...(changed.name !== undefined && changed.text !== statement.text && { name: `${changed.name}_wrong` }) };
  };
}

/** Replaces a piece of the statements that contain it. */
export function changeSql(process: GatewayProcess, from: string | RegExp, to: string): void {
  const matches = typeof from === 'string' ? new RegExp(from.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')) : from;
  changeStatement(process, matches, (statement) => ({ ...statement, text: statement.text.replace(from, to) }));
}
