/** When an endpoint that only fails is paused, and how often it is tried then. */
export const PAUSED_AFTER = "interval '72 hours'";
export const PAUSED_AFTER_TRIES = 10;
export const PROBED_EVERY = "interval '1 hour'";

/** How long an endpoint must have only failed for its first acknowledgement to release what waits. Less than that ends soon by the schedule. */
export const RELEASED_AFTER = "interval '5 minutes'";

/**
 * Statistics of a queue are always out of date: it was empty when they were taken, or full. The plan through the indexes is always the right
 * one. Without these settings a claim may read the whole backlog until the next ANALYZE.
 */
export const FORCED_INDEX_PLAN = `
  ROWS 10 SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan
  SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off`;

/** SQL that is true when something waits for a later attempt: the predicate of the index webhook_delivery_put_off. @param serviceId SQL of the service's id. */
export const somethingWaits = (serviceId: string): string =>
  `EXISTS (SELECT FROM webhook_delivery w WHERE w.service_id = ${serviceId} AND w.next_attempt_at <> w.created_at AND w.lease_until IS NULL)`;

/** SQL that is true when an attempt is being made, or its worker has died. @param serviceId SQL of the service's id. */
export const somethingIsUnderWay = (serviceId: string): string =>
  `EXISTS (SELECT FROM webhook_delivery u WHERE u.service_id = ${serviceId} AND u.lease_until IS NOT NULL)`;

/** SQL that is true when a later change of the endpoint makes retry schedules begin anew. @param change SQL of the id of a change. */
export const changedSince = (serviceId: string, change: string): string =>
  `EXISTS (SELECT FROM webhook_endpoint_change c WHERE c.service_id = ${serviceId} AND c.id > ${change} AND c.state <> 'recovered')`;

/** SQL of the id of an endpoint's latest change, 0 for none. @param serviceId SQL of the service's id. */
export const latestChange = (serviceId: string): string =>
  `(SELECT coalesce(max(c.id), 0) FROM webhook_endpoint_change c WHERE c.service_id = ${serviceId})`;
