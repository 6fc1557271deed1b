import type { Type } from '@nestjs/common';

export interface NotificationKind {
  /** The notification's type, or its subject when the body has no type. */
  name: string;
  summary: string;
  /** The operations after which it is sent, by the `operationId` of the OpenAPI document. Their pages in the API reference name it. */
  causedBy: readonly string[];
  /** Class with the body's fields in the order of the signature. */
  body: Type;
}
