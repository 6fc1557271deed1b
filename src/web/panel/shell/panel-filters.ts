import { dayIn } from '../../../common/time/period.js';
import { PanelRejection } from './panel-rejection.js';

/** The filters of a list as the person entered them. A filter that is empty matches everything. */
export type PanelFilters<Name extends string> = Record<Name, string>;

/** @param readField reads one filter from the URL or from a form */
export const readFilters = <Name extends string>(names: readonly Name[], readField: (name: Name) => string): PanelFilters<Name> =>
  Object.fromEntries(names.map((name) => [name, readField(name)])) as PanelFilters<Name>;

/** The filters as a query string, without the empty ones. */
export const filterQuery = (filters: PanelFilters<string>): string =>
  new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== '')).toString();

/**
 * @returns null for an empty text: there is no filter.
 * @throws PanelRejection for a value that does not exist: without the filter, an export or a resend would contain everything
 */
export function chosenOf<Value extends string>(values: readonly Value[], text: string): Value | null {
  const value = values.find((candidate) => candidate === text);
  if (value === undefined && text !== '') throw new PanelRejection('wrong-choice');
  return value ?? null;
}

/**
 * Parses the days of a filter. `until` is the start of the day after the last one. An empty text sets no limit.
 * @throws PanelRejection for a text that is no date: without the limit, an export would contain everything
 */
export function daysBetween(from: string, to: string, zone: string): { since: Date | null; until: Date | null } {
  const [first, last] = [from, to].map((text) => {
    const day = dayIn(zone, text);
    if (!day && text !== '') throw new PanelRejection('wrong-day');
    return day;
  });
  return { since: first?.from ?? null, until: last?.to ?? null };
}
