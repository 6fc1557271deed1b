const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' });
const WIDE = /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/u;

/** Fills up to a width in terminal columns, which are neither characters nor bytes. */
export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - columnsOf(text)));
}

export function columnsOf(text: string): number {
  let columns = 0;
  for (const { segment } of GRAPHEMES.segment(text)) columns += WIDE.test(segment) ? 2 : 1;
  return columns;
}
