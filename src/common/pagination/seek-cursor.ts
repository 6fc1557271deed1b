/** Unix time in milliseconds, a dot, and an id. */
const CURSOR = /^(\d{1,15})\.([0-9a-f-]{8,36})$/;
/** The latest time of a JavaScript Date. */
const MAX_TIME_MS = 8.64e15;

/** The last row of a page. The next page starts after this row, so the database neither counts nor skips rows. */
export interface SeekCursor {
  /** The time by which the list is sorted. */
  at: Date;
  id: string;
}

export const formatSeekCursor = ({ at, id }: SeekCursor): string => `${at.getTime()}.${id}`;

/** @param isId whether a text can be an id of the listed records. @returns null for an invalid text: the list then starts at its first row. */
export function parseSeekCursor(text: string, isId: (id: string) => boolean): SeekCursor | null {
  const [, timeMs, id = ''] = CURSOR.exec(text) ?? [];
  return isId(id) && Number(timeMs) <= MAX_TIME_MS ? { at: new Date(Number(timeMs)), id } : null;
}
