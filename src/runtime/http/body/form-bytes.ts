/**
 * The bytes that a name or value of a query or a form stands for. A percent sign that begins no byte stands for itself, as in the URL
 * standard.
 * @param text of bytes, each a character of latin1
 */
export function formBytes(text: string): Buffer {
  const plain = text.replaceAll('+', ' ').replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(plain, 'latin1');
}

/** The halves of a field; without an equals sign it is all name. */
export function nameAndValue(field: string): [name: string, value: string] {
  const equals = field.indexOf('=');
  return equals < 0 ? [field, ''] : [field.slice(0, equals), field.slice(equals + 1)];
}
