/** Members of a JSON object; none of anything else. */
export function jsonMembers(text: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return {};
  }
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
