import type { RequestClass } from './field.decorator.js';
import { mapFields } from './map-fields.js';
import { displayTexts } from './display-text.decorator.js';

/** A body with each text that is only shown (`IsDisplayText`) cut to what may be kept of it. */
export function truncateTexts(body: unknown, requestClass: RequestClass): unknown {
  return mapFields(body, requestClass, (given, { name, of }) => {
    const max = displayTexts.of(of).get(name);
    return typeof given === 'string' && max !== undefined ? truncated(given, max) : given;
  });
}

const characters = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * The beginning of a text, of at most `max` code points, which is how the database counts. It ends where a character as people see it ends,
 * unless the very first one is longer.
 */
export function truncated(text: string, max: number): string {
  const codePoints = [...text.slice(0, 2 * (max + 1))].slice(0, max + 1); // one more than may stay tells whether the last one is whole
  if (codePoints.length <= max) return text;
  let kept = 0;
  let length = 0;
  for (const { segment } of characters.segment(codePoints.join(''))) {
    length += [...segment].length;
    if (length > max) break;
    kept += segment.length;
  }
  return kept === 0 ? codePoints.slice(0, max).join('') : text.slice(0, kept);
}
