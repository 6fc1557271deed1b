const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Lowercase hex in groups 8-4-4-4-12: the only form in which ids are given out. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
