import type { OpenAPIObject } from '@nestjs/swagger';
import type { ApiOperation } from '../operations.js';
import { type Content, type BodyView, bodyViewOf, schemaOf } from './operation-view.js';
import { Schemas } from './schema.js';

/** The content of the page of one notification. */
export interface WebhookView {
  /** Last part of the page's path. */
  id: string;
  name: string;
  summary: string;
  description: string;
  body: BodyView;
}

export function webhookViews(document: OpenAPIObject): WebhookView[] {
  const schemas = new Schemas(document);
  const { webhooks = {} } = document as { webhooks?: Record<string, { post: ApiOperation }> };
  return Object.entries(webhooks).map(([name, { post }]) => ({
    id: `Notifications.${name}`,
    name,
    summary: post.summary ?? '',
    description: post.description ?? '',
    body: bodyViewOf(schemas, schemaOf(post.requestBody as Content) ?? {}),
  }));
}
