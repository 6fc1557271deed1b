/** More than any gateway sends; what comes after them is not looked at. */
const MOST_FIELDS = 100;

/**
 * The fields of a query or a form as bytes, which their charset makes text of; the last of the same name counts. A percent sign
 * that begins no byte stands for itself, as in the URL standard.
 */
export function formFields(form: string): Map<string, Buffer> {
  const fields = form.split('&', MOST_FIELDS).filter(Boolean);
  return new Map(
    fields.map((field) => {
      const equals = field.indexOf('=');
      const [name, value] = equals < 0 ? [field, ''] : [field.slice(0, equals), field.slice(equals + 1)];
      return [bytesOf(name).toString('utf8'), bytesOf(value)];
    }),
  );
}

function bytesOf(text: string): Buffer {
  const plain = text.replaceAll('+', ' ').replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(plain, 'latin1');
}
