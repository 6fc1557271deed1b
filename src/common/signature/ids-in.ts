const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const SERVICE = /service_?id(?:%22|%3A|&quot;|[\W_])*([0-9a-f]{8})(?![0-9a-f-])/gi;
const MAX_IDS = 10;

/** Ids that lead to the service and the notification of a pasted text. */
export interface IdsIn {
  /** Ids of services. */
  serviceIds: string[];
  /** Ids of notifications, or of their subjects such as a transaction. */
  ids: string[];
}

/** Finds the ids in a text, also in a text that is not valid JSON any more. */
export function idsIn(text: string): IdsIn {
  const distinct = (found: readonly string[]): string[] => [...new Set(found.map((each) => each.toLowerCase()))].slice(0, MAX_IDS);
  return {
    serviceIds: distinct([...text.matchAll(SERVICE)].map(([, id = '']) => id)),
    ids: distinct(text.match(UUID) ?? []),
  };
}
