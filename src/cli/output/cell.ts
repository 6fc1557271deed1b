/** A value in a record or a list. Money is a text with two decimals, and timestamps have their offset. */
export type Cell = string | number | boolean | null | readonly (string | number)[];

// Names and addresses come from outside. These characters could control the terminal or change the reading direction.
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g; // oxlint-disable-line no-control-regex

/** A cell in a table, on one line. */
export function cellText(value: Cell): string {
  if (value === null) return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'object') return value.length === 0 ? '–' : printable(value.join(', '));
  return printable(String(value));
}

export function printable(text: string): string {
  return text.replace(UNPRINTABLE, '\ufffd');
}

const GRAPHEMES = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** Emoji and characters of East Asian scripts, which take two columns of a terminal. */
const WIDE = /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/u;

/** Pads a text to a width in terminal columns. A column is neither a character nor a byte. */
export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - columnsOf(text)));
}

export function columnsOf(text: string): number {
  let columns = 0;
  for (const { segment } of GRAPHEMES.segment(text)) columns += WIDE.test(segment) ? 2 : 1;
  return columns;
}
