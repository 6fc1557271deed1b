import type { Fault } from './diagnosis.js';
import { inContractOrder } from './contract-order.js';
import { asNumber, type BodyMembers, isMembers, leavesOf, mapLeaves, tokenOf } from './notification-body.js';

/** A body as it may have been, and what would then have happened to it. */
export interface RepairedBody {
  members: BodyMembers;
  faults: readonly Fault[];
}

/** So many values are tried in all their forms; of more, all in the same form. */
const TRIED_EACH = 6;

/**
 * Bodies from which programs make the pasted one when they decode it and write it again: one change at a time, then those that occur together.
 * @param likes the notifications that it may be; an order of members can be told only from these.
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
  // Objects of which nothing is left were made up as well.
  yield { ...without, members: withoutEmpty(without.members) as BodyMembers };
  yield without;
  yield changed(body, 'emptied', (value) => (value === null ? '' : value));
}

const withoutEmpty = (value: unknown): unknown => {
  if (Array.isArray(value) || !isMembers(value)) return value;
  const kept = Object.entries(value).map(([name, each]): [string, unknown] => [name, withoutEmpty(each)]);
  return Object.fromEntries(kept.filter(([, each]) => !isMembers(each) || Object.keys(each).length > 0));
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
  const places = new Map(Object.keys(like).map((name, place) => [name, place]));
  const placeOf = (name: string): number => places.get(name) ?? places.size;
  const sorted = Object.entries(value).sort(([one], [other]) => placeOf(one) - placeOf(other));
  return Object.fromEntries(sorted.map(([name, each]) => [name, ordered(each, like[name])]));
}

/** `5` for `5.00`, and the other way round. */
function* otherNumbers(body: RepairedBody): Generator<RepairedBody> {
  const found = leavesOf(body.members).filter(({ value }) => tokenOf(value) !== null);
  const formsOf = (value: unknown): string[] => numberForms(tokenOf(value) ?? '');
  const forms = new Map(found.map(({ at, value }) => [at, formsOf(value)]));
  for (const choice of choicesOf([...forms.values()].map((each) => each.length)))
    if (choice.some((which) => which > 0)) {
      const tokens = new Map([...forms].map(([at, each], place) => [at, each[choice[place] ?? 0] ?? '']));
      yield changed(body, 'numbers', (value, at) => (tokens.has(at) ? asNumber(tokens.get(at) ?? '') : value));
    }
}

/** The token itself, then the other ways to write it. */
function numberForms(token: string): string[] {
  const value = Number(token);
  if (!Number.isFinite(value) || Math.abs(value) > 1e12) return [token];
  const others = [value.toFixed(2), String(value), value.toFixed(1)].filter((form) => Number(form) === value && !/e/i.test(form));
  return [...new Set([token, ...others])];
}

const JSON_NUMBER = /^-?(0|[1-9]\d{0,14})(\.\d{1,4})?$/;

/** Numbers that became texts: the values are the same, the bytes are not. */
function* unquotedNumbers(body: RepairedBody): Generator<RepairedBody> {
  const found = leavesOf(body.members).filter(({ value }) => typeof value === 'string' && JSON_NUMBER.test(value));
  for (const choice of choicesOf(found.map(() => 2)))
    if (choice.some((which) => which > 0)) {
      const places = new Set(found.filter((_, place) => choice[place] === 1).map(({ at }) => at));
      yield changed(body, 'quoted', (value, at) => (places.has(at) ? asNumber(String(value)) : value));
    }
}

/** All choices of one form each; of many values only those in which all take the same. */
function* choicesOf(sizes: readonly number[]): Generator<number[]> {
  const most = Math.max(0, ...sizes);
  if (sizes.length > TRIED_EACH) {
    for (let which = 0; which < most; which += 1) yield sizes.map((size) => Math.min(which, size - 1));
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
