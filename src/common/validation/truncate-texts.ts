import type { RequestClass } from './declared-fields.js';
import { mapFields } from './map-fields.js';

/** Truncates each text that is only displayed to its maximum length. */
export function truncateTexts(body: unknown, requestClass: RequestClass): unknown {
  return mapFields(body, requestClass, (value, { truncateTo }) =>
    typeof value === 'string' && truncateTo !== undefined ? truncateText(value, truncateTo) : value,
  );
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * The beginning of a text, of at most `max` code points, because PostgreSQL counts code points. The text ends at the end of a grapheme, unless the
 * first grapheme alone is longer than `max`.
 */
export function truncateText(text: string, max: number): string {
  // One code point more than `max` shows whether the last grapheme is complete. A code point has at most two UTF-16 units.
  const codePoints = [...text.slice(0, 2 * (max + 1))].slice(0, max + 1);
  if (codePoints.length <= max) return text;
  let keptLength = 0;
  let length = 0;
  for (const { segment } of graphemes.segment(codePoints.join(''))) {
    length += [...segment].length;
    if (length > max) break;
    keptLength += segment.length;
  }
  return keptLength === 0 ? codePoints.slice(0, max).join('') : text.slice(0, keptLength);
}
