/**
 * The contract's statuses of a service. Only a `service_active` service can begin payments. `service_new`, `service_verify` and
 * `service_ongoing_registration` wait until staff verify the service (`service_active`) or reject it (`service_rejected`). Staff set
 * `service_blocked`. While the partner is blocked, its services count as blocked, too.
 */
export const SERVICE_STATUSES = [
  'service_new',
  'service_active',
  'service_blocked',
  'service_rejected',
  'service_verify',
  'service_ongoing_registration',
] as const;
export type ServiceStatus = (typeof SERVICE_STATUSES)[number];

/** Statuses of a service that waits for verification. */
export const WAITING_STATUSES: readonly ServiceStatus[] = ['service_new', 'service_verify', 'service_ongoing_registration'];

export const AREAS = ['sms', 'directbilling', 'payment'] as const;
/** Product area of a service, and the first path segment of its API routes. */
export type Area = (typeof AREAS)[number];

/** Format of amounts in a DirectBilling notification and in its signed text: `5.00` or `5`. */
export const AMOUNT_RENDERINGS = ['two-decimals', 'shortest'] as const;
export type AmountRendering = (typeof AMOUNT_RENDERINGS)[number];

/** Name of the field with the service's id in a DirectBilling notification. The name does not change the signature. */
export const SERVICE_ID_NAMES = ['serviceId', 'service_id'] as const;
export type ServiceIdName = (typeof SERVICE_ID_NAMES)[number];
