import type { Type } from '@nestjs/common';

export interface NotificationKind {
  /** The notification's type, or its subject when the body has no type. */
  name: string;
  summary: string;
  /** Class with the body's fields in the order of the signature. */
  body: Type;
}
