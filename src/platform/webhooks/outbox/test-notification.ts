import { ApiProperty } from '@nestjs/swagger';
import type { EventBody, EventOf } from './event-body.js';
import { typedNotification, typedNotificationBody } from './typed-notification.js';

export const TEST_TYPE = 'ipn:test';

export class TestNotificationData {
  @ApiProperty({ pattern: '^[0-9a-f]{8}$', example: 'e65c7519' })
  service_id: string;

  @ApiProperty({ example: 'abc', description: 'Another one each time.' })
  nonce: string;
}

export class TestNotification extends typedNotificationBody(TEST_TYPE, TestNotificationData) {}

export interface NewTestNotification {
  serviceId: string;
  nonce: string;
  at: Date;
  zone: string;
  id?: string;
}

export function testNotification({ serviceId, nonce, ...options }: NewTestNotification): EventBody {
  const data: EventOf<TestNotificationData> = { service_id: serviceId, nonce };
  return typedNotification({ type: TEST_TYPE, data, ...options });
}
