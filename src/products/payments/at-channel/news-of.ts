import { newsAbout, type Turn } from '../../../runtime/database/shares/row-turns.js';

/** What is told about one row, whoever tells it. @param name by which it is found, and the account of who may call it so. */
export function newsOf({ connector: _, ...name }: Readonly<Record<string, string>>): Turn {
  return newsAbout(Object.values(name).join(' '));
}
