import { type Cell, cellText, columnsOf, padEnd } from './cell.js';

const GAP = '  ';

/** A table as text, with a line of headings. @param isRightAligned one element for each column. */
export function table(headings: readonly string[], rows: readonly (readonly Cell[])[], isRightAligned: readonly boolean[]): string {
  const lines = [headings.map(labelOf), ...rows.map((row) => row.map(cellText))];
  const widths = headings.map((_, index) => Math.max(...lines.map((line) => columnsOf(line[index] ?? ''))));
  const align = (text: string, index: number): string => {
    const width = widths[index] ?? 0;
    return isRightAligned[index] ? ' '.repeat(width - columnsOf(text)) + text : padEnd(text, width);
  };
  return lines.map((line) => line.map(align).join(GAP).trimEnd()).join('\n');
}

/** A record as text, with a line for each field. */
export function fields(record: Readonly<Record<string, Cell>>): string {
  const lines = Object.entries(record).map(([key, value]) => [labelOf(key), cellText(value)] as const);
  const width = Math.max(...lines.map(([name]) => columnsOf(name)));
  return lines.map(([name, value]) => `${padEnd(name, width)}  ${value}`).join('\n');
}

export type Section = readonly [heading: string, body: string];

/** Blocks of text under headings; an empty block is printed as "none". */
export function sections(blocks: readonly Section[]): string {
  return blocks.map(([heading, body]) => `${heading}\n${'─'.repeat(heading.length)}\n${body || 'none'}`).join('\n\n');
}

/** `notify_url` is read as `Notify URL`. */
function labelOf(key: string): string {
  const words = key.replaceAll('_', ' ').replace(/\b(url|http|id)\b/g, (word) => word.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}
