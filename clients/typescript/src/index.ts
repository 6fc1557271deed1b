export { type GatewayOptions, PaymentGateway } from './payment-gateway.js';
export { type ErrorCode, GatewayError, NoResponseError } from './errors.js';
export { type Notification, NotificationError, type ReceivedNotification, verifyDigest, verifyNotification } from './notifications.js';
export type { components, operations, paths, webhooks } from './api-types.js';
