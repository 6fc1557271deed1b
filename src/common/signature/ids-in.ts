const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const SERVICE = /service_?id(?:%22|%3A|&quot;|[\W_])*([0-9a-f]{8})(?![0-9a-f-])/gi;
const MOST = 10;

/** What a pasted notification may be of. */
export interface IdsIn {
  /** Of services. */
  serviceIds: string[];
  /** Of notifications or of what they are about. */
  ids: string[];
}

/** The ids in a text, also where it is no JSON any more. */
export function idsIn(text: string): IdsIn {
  const distinct = (found: readonly string[]): string[] => [...new Set(found.map((each) => each.toLowerCase()))].slice(0, MOST);
  return {
    serviceIds: distinct([...text.matchAll(SERVICE)].map(([, id = '']) => id)),
    ids: distinct(text.match(UUID) ?? []),
  };
}
