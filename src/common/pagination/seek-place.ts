const PLACE = /^(\d{1,15})\.([0-9a-f-]{8,36})$/;
const LATEST = 8.64e15;

/** The last row of a page: the next page begins behind it, so no rows are counted or skipped. */
export interface SeekPlace {
  at: Date;
  id: string;
}

export const placeText = ({ at, id }: SeekPlace): string => `${at.getTime()}.${id}`;

/** @param isId whether a text can be an id of the listed things. @returns null for anything else: the list begins at its first row. */
export function placeIn(text: string, isId: (id: string) => boolean): SeekPlace | null {
  const [, at, id = ''] = PLACE.exec(text) ?? [];
  return isId(id) && Number(at) <= LATEST ? { at: new Date(Number(at)), id } : null;
}
