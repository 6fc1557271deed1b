/**
 * SQL of a CTE `endpoint` with the services that have outstanding deliveries. The recursion jumps from service to service in the partial
 * index of outstanding deliveries. So the cost depends on the number of services, not on the number of deliveries. The last row may be
 * null.
 */
export const OUTSTANDING_ENDPOINTS = `
  WITH RECURSIVE endpoint AS (
    (SELECT service_id FROM webhook_delivery WHERE next_attempt_at IS NOT NULL ORDER BY service_id LIMIT 1)
    UNION ALL
    SELECT (SELECT d.service_id FROM webhook_delivery d WHERE d.next_attempt_at IS NOT NULL AND d.service_id > e.service_id ORDER BY d.service_id LIMIT 1)
    FROM endpoint e WHERE e.service_id IS NOT NULL
  )`;
