import type { Fault } from './diagnosis.js';
import { inContractOrder } from './contract-order.js';
import { asNumber, type BodyMembers, isMembers, leavesOf, mapLeaves, tokenOf } from './notification-body.js';

/** A possible original of the pasted body, and the faults that would have made the pasted body from this original. */
export interface RepairedBody {
  members: BodyMembers;
  faults: readonly Fault[];
}

/** Up to this number of values, all combinations of forms are tried. With more values, all values get the same form. */
const MAX_COMBINED_VALUES = 6;

/**
 * Possible originals of the pasted body: bodies from which a program makes the pasted body when the program decodes and encodes JSON. First with
 * one change, then with changes that occur together.
 * @param likes the notifications that the body may be. The original order of unknown members is known only from these.
 */
export function* repairsOf(pasted: BodyMembers, likes: readonly BodyMembers[]): Generator<RepairedBody> {
  yield { members: pasted, faults: [] };
  for (const start of withoutNulls({ members: pasted, faults: [] })) {
    yield* start.faults.length > 0 ? [start] : [];
    for (const ordered of inOrder(start, likes)) {
      yield* ordered.faults.length > start.faults.length ? [ordered] : [];
      yield* otherNumbers(ordered);
      yield* unquotedNumbers(ordered);
    }
  }
}

const changed = ({ members, faults }: RepairedBody, fault: Fault, change: (value: unknown, at: string) => unknown): RepairedBody => ({
  members: mapLeaves(members, change) as BodyMembers,
  faults: [...faults, fault],
});

function* withoutNulls(body: RepairedBody): Generator<RepairedBody> {
  yield body;
  if (!leavesOf(body.members).some(({ value }) => value === null)) return;
  const without = changed(body, 'null', (value) => (value === null ? undefined : value));
  // A program that adds null members also adds objects that have only null members.
  yield { ...without, members: withoutEmpty(without.members) as BodyMembers };
  yield without;
  yield changed(body, 'emptied', (value) => (value === null ? '' : value));
}

const withoutEmpty = (value: unknown): unknown => {
  if (Array.isArray(value) || !isMembers(value)) return value;
  const cleaned = Object.entries(value).map(([name, each]): [string, unknown] => [name, withoutEmpty(each)]);
  return Object.fromEntries(cleaned.filter(([, each]) => !isMembers(each) || Object.keys(each).length > 0));
};

function* inOrder(body: RepairedBody, likes: readonly BodyMembers[]): Generator<RepairedBody> {
  yield body;
  const seen = new Set([namesOf(body.members)]);
  const orders = [...likes.map((like) => (value: unknown) => ordered(value, like)), (value: unknown) => inContractOrder(value)];
  for (const order of orders) {
    const members = order(body.members) as BodyMembers;
    const names = namesOf(members);
    if (!seen.has(names)) yield { members, faults: [...body.faults, 'order'] };
    seen.add(names);
  }
}

const namesOf = (members: BodyMembers): string =>
  leavesOf(members)
    .map(({ at }) => at)
    .join(' ');

function ordered(value: unknown, like: unknown): unknown {
  if (!isMembers(value) || !isMembers(like)) return value;
  const indexes = new Map(Object.keys(like).map((name, index) => [name, index]));
  const indexOf = (name: string): number => indexes.get(name) ?? indexes.size;
  const sorted = Object.entries(value).sort(([one], [other]) => indexOf(one) - indexOf(other));
  return Object.fromEntries(sorted.map(([name, each]) => [name, ordered(each, like[name])]));
}

/** Tries `5` for `5.00`, and `5.00` for `5`. */
function* otherNumbers(body: RepairedBody): Generator<RepairedBody> {
  const found = leavesOf(body.members).filter(({ value }) => tokenOf(value) !== null);
  const formsOf = (value: unknown): string[] => numberForms(tokenOf(value) ?? '');
  const forms = new Map(found.map(({ at, value }) => [at, formsOf(value)]));
  for (const choice of choicesOf([...forms.values()].map((each) => each.length)))
    if (choice.some((which) => which > 0)) {
      const tokens = new Map([...forms].map(([at, each], index) => [at, each[choice[index] ?? 0] ?? '']));
      yield changed(body, 'numbers', (value, at) => (tokens.has(at) ? asNumber(tokens.get(at) ?? '') : value));
    }
}

/** The token itself, then the other texts of the same number. */
function numberForms(token: string): string[] {
  const value = Number(token);
  if (!Number.isFinite(value) || Math.abs(value) > 1e12) return [token];
  const others = [value.toFixed(2), String(value), value.toFixed(1)].filter((form) => Number(form) === value && !/e/i.test(form));
  return [...new Set([token, ...others])];
}

const JSON_NUMBER = /^-?(0|[1-9]\d{0,14})(\.\d{1,4})?$/;

/** Turns texts back into numbers. The signed values are the same, but the bytes differ. */
function* unquotedNumbers(body: RepairedBody): Generator<RepairedBody> {
  const found = leavesOf(body.members).filter(({ value }) => typeof value === 'string' && JSON_NUMBER.test(value));
  for (const choice of choicesOf(found.map(() => 2)))
    if (choice.some((which) => which > 0)) {
      const paths = new Set(found.filter((_, index) => choice[index] === 1).map(({ at }) => at));
      yield changed(body, 'quoted', (value, at) => (paths.has(at) ? asNumber(String(value)) : value));
    }
}

/** All combinations of one form for each value. With more than `MAX_COMBINED_VALUES` values, only combinations with the same form everywhere. */
function* choicesOf(sizes: readonly number[]): Generator<number[]> {
  const max = Math.max(0, ...sizes);
  if (sizes.length > MAX_COMBINED_VALUES) {
    for (let which = 0; which < max; which += 1) yield sizes.map((size) => Math.min(which, size - 1));
    return;
  }
  const total = sizes.reduce((product, size) => product * size, 1);
  for (let number = 0; number < total; number += 1) {
    let rest = number;
    yield sizes.map((size) => {
      const which = rest % size;
      rest = (rest - which) / size;
      return which;
    });
  }
}
