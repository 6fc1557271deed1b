/**
 * Decodes a name or value of a query or a form to bytes. A percent sign without two hex digits stays a percent sign, as in the URL
 * standard.
 * @param text the encoded bytes, each as one latin1 character
 */
export function formBytes(text: string): Buffer {
  const decoded = text.replaceAll('+', ' ').replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(decoded, 'latin1');
}

/** Splits a field into name and value. A field without an equals sign has an empty value. */
export function nameAndValue(field: string): [name: string, value: string] {
  const equals = field.indexOf('=');
  return equals < 0 ? [field, ''] : [field.slice(0, equals), field.slice(equals + 1)];
}
