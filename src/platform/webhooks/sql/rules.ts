/** When an endpoint that only fails is paused, and how often it is tried then. */
export const PAUSED_AFTER = "interval '72 hours'";
export const PAUSED_AFTER_TRIES = 10;
export const PROBED_EVERY = "interval '1 hour'";

/**
 * Statistics of a queue are always wrong: it was empty when they were taken, or full. There is one good plan, through the indexes,
 * whatever they say; without this a claim reads the whole backlog until the next ANALYZE.
 */
export const PLANNED = `
  ROWS 10 SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan
  SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off`;

/** SQL of the id of an endpoint's latest pause or resumption, 0 for none. @param serviceId SQL of the service's id. */
export const latestChange = (serviceId: string): string =>
  `(SELECT coalesce(max(c.id), 0) FROM webhook_endpoint_change c WHERE c.service_id = ${serviceId})`;
