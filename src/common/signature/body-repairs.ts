import type { Fault } from './diagnosis.js';
import { sortInContractOrder } from './contract-order.js';
import { numberFromToken, type BodyMembers, isMembers, leavesOf, mapLeaves, tokenOf } from './notification-body.js';

/**
 * A possible original of the pasted body (the notification as the partner pasted it to find out why its signature is invalid), and the
 * faults that would have made the pasted body from this original.
 */
export interface RepairedBody {
  members: BodyMembers;
  faults: readonly Fault[];
}

/** Up to this number of values, all combinations of forms are tried. With more values, all values get the same form. */
const MAX_COMBINED_VALUES = 6;

/**
 * Possible originals of the pasted body: bodies from which a program makes the pasted body when the program decodes and encodes JSON. First with
 * one change, then with changes that occur together.
 * @param candidates sent notifications that the body may be. The original order of unknown members is known only from these.
 */
export function* repairsOf(pasted: BodyMembers, candidates: readonly BodyMembers[]): Generator<RepairedBody> {
  yield { members: pasted, faults: [] };
  for (const nullVariant of nullVariants({ members: pasted, faults: [] })) {
    yield* nullVariant.faults.length > 0 ? [nullVariant] : [];
    for (const orderVariant of orderVariants(nullVariant, candidates)) {
      yield* orderVariant.faults.length > nullVariant.faults.length ? [orderVariant] : [];
      yield* numberVariants(orderVariant);
      yield* unquotedVariants(orderVariant);
    }
  }
}

const applyChange = ({ members, faults }: RepairedBody, fault: Fault, change: (value: unknown, path: string) => unknown): RepairedBody => ({
  members: mapLeaves(members, change) as BodyMembers,
  faults: [...faults, fault],
});

/** The body itself, then the body before a program added null members or replaced empty texts by null. */
function* nullVariants(body: RepairedBody): Generator<RepairedBody> {
  yield body;
  if (!leavesOf(body.members).some(({ value }) => value === null)) return;
  const withoutNulls = applyChange(body, 'null', (value) => (value === null ? undefined : value));
  // A program that adds null members also adds objects that have only null members.
  yield { ...withoutNulls, members: removeEmptyObjects(withoutNulls.members) as BodyMembers };
  yield withoutNulls;
  yield applyChange(body, 'emptied', (value) => (value === null ? '' : value));
}

const removeEmptyObjects = (value: unknown): unknown => {
  if (Array.isArray(value) || !isMembers(value)) return value;
  const cleaned = Object.entries(value).map(([name, member]): [string, unknown] => [name, removeEmptyObjects(member)]);
  return Object.fromEntries(cleaned.filter(([, member]) => !isMembers(member) || Object.keys(member).length > 0));
};

/** The body itself, then the body with its members in the order of each candidate and of the contract. */
function* orderVariants(body: RepairedBody, candidates: readonly BodyMembers[]): Generator<RepairedBody> {
  yield body;
  const seenOrders = new Set([joinPaths(body.members)]);
  const orders = [
    ...candidates.map((candidate) => (value: unknown) => sortLike(value, candidate)),
    (value: unknown) => sortInContractOrder(value),
  ];
  for (const order of orders) {
    const members = order(body.members) as BodyMembers;
    const paths = joinPaths(members);
    if (!seenOrders.has(paths)) yield { members, faults: [...body.faults, 'order'] };
    seenOrders.add(paths);
  }
}

const joinPaths = (members: BodyMembers): string =>
  leavesOf(members)
    .map(({ at }) => at)
    .join(' ');

/** Sorts the members of `value` like those of `template`. Members that the template lacks come last. */
function sortLike(value: unknown, template: unknown): unknown {
  if (!isMembers(value) || !isMembers(template)) return value;
  const indexes = new Map(Object.keys(template).map((name, index) => [name, index]));
  const indexOf = (name: string): number => indexes.get(name) ?? indexes.size;
  const sorted = Object.entries(value).sort(([first], [second]) => indexOf(first) - indexOf(second));
  return Object.fromEntries(sorted.map(([name, member]) => [name, sortLike(member, template[name])]));
}

/** The body with its numbers written in other forms, such as `5` or `5.0` for `5.00`. */
function* numberVariants(body: RepairedBody): Generator<RepairedBody> {
  const numbers = leavesOf(body.members).filter(({ value }) => tokenOf(value) !== null);
  const formsOf = (value: unknown): string[] => numberForms(tokenOf(value) ?? '');
  const forms = new Map(numbers.map(({ at, value }) => [at, formsOf(value)]));
  for (const formIndexes of formCombinations([...forms.values()].map((texts) => texts.length)))
    if (formIndexes.some((formIndex) => formIndex > 0)) {
      const tokens = new Map([...forms].map(([path, texts], index) => [path, texts[formIndexes[index] ?? 0] ?? '']));
      yield applyChange(body, 'numbers', (value, path) => (tokens.has(path) ? numberFromToken(tokens.get(path) ?? '') : value));
    }
}

/** A larger number with two decimals may have more digits than a double keeps. */
const MAX_REFORMATTED_NUMBER = 1e12;

/** The token itself, then the other texts of the same number. */
function numberForms(token: string): string[] {
  const value = Number(token);
  if (!Number.isFinite(value) || Math.abs(value) > MAX_REFORMATTED_NUMBER) return [token];
  const others = [value.toFixed(2), String(value), value.toFixed(1)].filter((form) => Number(form) === value && !/e/i.test(form));
  return [...new Set([token, ...others])];
}

const JSON_NUMBER = /^-?(0|[1-9]\d{0,14})(\.\d{1,4})?$/;

/** Turns texts back into numbers. The signed values are the same, but the bytes differ. */
function* unquotedVariants(body: RepairedBody): Generator<RepairedBody> {
  const numericTexts = leavesOf(body.members).filter(({ value }) => typeof value === 'string' && JSON_NUMBER.test(value));
  for (const formIndexes of formCombinations(numericTexts.map(() => 2)))
    if (formIndexes.some((formIndex) => formIndex > 0)) {
      const paths = new Set(numericTexts.filter((_, index) => formIndexes[index] === 1).map(({ at }) => at));
      yield applyChange(body, 'quoted', (value, path) => (paths.has(path) ? numberFromToken(String(value)) : value));
    }
}

/**
 * All combinations of one form for each value, as indexes of forms. With more than `MAX_COMBINED_VALUES` values, only combinations with the same
 * form everywhere.
 * @param formCounts the number of forms of each value.
 */
function* formCombinations(formCounts: readonly number[]): Generator<number[]> {
  const maxCount = Math.max(0, ...formCounts);
  if (formCounts.length > MAX_COMBINED_VALUES) {
    for (let formIndex = 0; formIndex < maxCount; formIndex += 1) yield formCounts.map((count) => Math.min(formIndex, count - 1));
    return;
  }
  const total = formCounts.reduce((product, count) => product * count, 1);
  for (let number = 0; number < total; number += 1) {
    let rest = number;
    yield formCounts.map((count) => {
      const formIndex = rest % count;
      rest = (rest - formIndex) / count;
      return formIndex;
    });
  }
}
