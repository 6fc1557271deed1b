/** A UUID without dashes. The model uses ids in this form, since connectors get them so. */
export function withoutDashes(id: string): string {
  return id.replaceAll('-', '');
}

/** The UUID of 32 hexadecimal digits. */
export function withDashes(id: string): string {
  return id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
