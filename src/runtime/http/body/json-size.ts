/** Size of a JSON value, which decides how much work it is to process the value. */
export interface JsonSize {
  /** Deepest nesting of arrays and objects. */
  depth: number;
  /** Number of values and of members' names, with a difference of at most one for each array and object. */
  values: number;
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Measures a text in one pass over its bytes, before the text is parsed. The result for text that is not JSON is meaningless; parsing rejects it. */
export function jsonSize(text: Uint8Array): JsonSize {
  let [depth, deepest, values] = [0, 0, 1];
  for (let at = 0; at < text.length; at += 1) {
    switch (text[at]) {
      case QUOTE:
        at = endOfString(text, at);
        break;
      case OPEN_ARRAY:
      case OPEN_OBJECT:
        depth += 1;
        values += 1;
        if (depth > deepest) deepest = depth;
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
  return { depth: deepest, values };
}

function endOfString(text: Uint8Array, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === BACKSLASH) at += 1;
    else if (text[at] === QUOTE) return at;
  }
  return text.length;
}
