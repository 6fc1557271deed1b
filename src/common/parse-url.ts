/**
 * `URL.canParse` is not used: after many calls Node 20 rejects host names with letters such as `ü` or `ó`, which it accepts before.
 * @returns null for a text that is no absolute URL.
 */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
