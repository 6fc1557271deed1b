/** Removes the dashes of a UUID. The model uses ids without dashes, because connectors get ids in this form. */
export function withoutDashes(id: string): string {
  return id.replaceAll('-', '');
}

/** Adds the dashes to a UUID of 32 hexadecimal digits. */
export function withDashes(id: string): string {
  return id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
