const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Lowercase hex in groups 8-4-4-4-12. The gateway returns ids only in this form. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
