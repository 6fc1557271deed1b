const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
/** The member `serviceId` or `service_id` with its value, also URL-encoded or escaped for HTML. */
const SERVICE_ID = /service_?id(?:%22|%3A|&quot;|[\W_])*([0-9a-f]{8})(?![0-9a-f-])/gi;
const MAX_IDS = 10;

/** Ids by which the service and the notification of a pasted text are searched. At most `MAX_IDS` of each, in lower case. */
export interface PastedIds {
  serviceIds: string[];
  /** Ids of notifications, or of their subjects such as a transaction. */
  ids: string[];
}

/** Finds the ids in a text, also in a text that is not valid JSON any more. */
export function findPastedIds(text: string): PastedIds {
  const distinct = (matches: readonly string[]): string[] => [...new Set(matches.map((match) => match.toLowerCase()))].slice(0, MAX_IDS);
  return {
    serviceIds: distinct([...text.matchAll(SERVICE_ID)].map(([, id = '']) => id)),
    ids: distinct(text.match(UUID) ?? []),
  };
}
