import { distinctOf } from '../../../runtime/database/distinct-of.js';

/** SQL of a CTE `endpoint` with the services that have outstanding deliveries. */
export const OUTSTANDING_ENDPOINTS = `WITH RECURSIVE ${distinctOf('endpoint', { table: 'webhook_delivery', key: ['service_id'], where: 'next_attempt_at IS NOT NULL' })}`;
