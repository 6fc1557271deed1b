import { dayIn } from '../../../common/time/period.js';
import { PanelRejection } from './panel-rejection.js';

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
