/**
 * The decoded bytes of a name or value of a query or a form. A percent sign without two hex digits stands for itself, as in the URL standard.
 * @param text of bytes, each a character of latin1
 */
export function formBytes(text: string): Buffer {
  const plain = text.replaceAll('+', ' ').replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(plain, 'latin1');
}

/** A field's name and value; without an equals sign it is only a name. */
export function nameAndValue(field: string): [name: string, value: string] {
  const equals = field.indexOf('=');
  return equals < 0 ? [field, ''] : [field.slice(0, equals), field.slice(equals + 1)];
}
