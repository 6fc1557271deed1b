import type { Part } from '../products/product.js';
import { TEST_NOTIFICATION } from './outbox/test-notification.js';
import { NotificationBodies } from './personal-data.js';

/** The test notification, and the personal data in the bodies of all notifications. */
export const WEBHOOKS: Part = {
  notifications: [TEST_NOTIFICATION],
  personalData: (get) => [get(NotificationBodies)],
  retentions: ({ notificationBodiesDays }, get) => [get(NotificationBodies).retention(notificationBodiesDays)],
};
