/** Size of a JSON value, which decides how much work it is to process the value. */
export interface JsonSize {
  /** Deepest nesting of arrays and objects. */
  depth: number;
  /** Number of values and of members' names, with a difference of at most one for each array and object. */
  values: number;
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Measures a text in one pass over its bytes, before the text is parsed. The result for text that is not JSON is meaningless; parsing
 * rejects it.
 */
export function jsonSize(text: Uint8Array): JsonSize {
  let [depth, maxDepth, values] = [0, 0, 1];
  for (let index = 0; index < text.length; index += 1) {
    switch (text[index]) {
      case QUOTE:
        index = endOfString(text, index);
        break;
      case OPEN_ARRAY:
      case OPEN_OBJECT:
        depth += 1;
        values += 1;
        if (depth > maxDepth) maxDepth = depth;
        break;
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        depth -= 1;
        break;
      case COMMA:
      case COLON:
        values += 1;
        break;
    }
  }
  return { depth: maxDepth, values };
}

/** @returns the index of the closing quotation mark, or the length of the text when the string is not closed. */
function endOfString(text: Uint8Array, start: number): number {
  for (let index = start + 1; index < text.length; index += 1) {
    if (text[index] === BACKSLASH) index += 1;
    else if (text[index] === QUOTE) return index;
  }
  return text.length;
}
