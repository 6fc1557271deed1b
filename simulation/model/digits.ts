/** The id without dashes, as acquirers get it; ids are compared in this form. */
export function digits(id: string): string {
  return id.replaceAll('-', '');
}

export function dashed(digits: string): string {
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
