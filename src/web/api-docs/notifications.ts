import { getSchemaPath, type OpenAPIObject } from '@nestjs/swagger';
import type { NotificationKind } from '../../platform/products/notification-kind.js';

const DESCRIPTION =
  'Sent to the service’s receiving address until it is acknowledged: with status 200 and the body `OK`. The headers `webhook-id`, ' +
  '`webhook-timestamp` and `webhook-signature` are those of Standard Webhooks.';

/** Adds the gateway's notifications to the document, as OpenAPI webhooks. */
export function describeNotifications(document: OpenAPIObject, kinds: readonly NotificationKind[]): OpenAPIObject {
  const webhooks = Object.fromEntries(
    kinds
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .map(({ name, summary, body }) => [
        name,
        {
          post: {
            operationId: `Notifications.${name}`,
            tags: ['Notifications'],
            summary,
            description: DESCRIPTION,
            security: [],
            requestBody: { required: true, content: { 'application/json': { schema: { $ref: getSchemaPath(body) } } } },
            responses: {
              200: { description: 'Acknowledged.', content: { 'text/plain': { schema: { type: 'string', enum: ['OK'] } } } },
            },
          },
        },
      ]),
  );
  return Object.assign(document, { webhooks });
}
