import { ApiProperty } from '@nestjs/swagger';
import type { EventBody } from './event-body.js';
import { typedNotification } from './typed-notification.js';

export const TEST_TYPE = 'ipn:test';

export class TestNotificationData {
  @ApiProperty({ pattern: '^[0-9a-f]{8}$', example: 'e65c7519' })
  service_id: string;

  @ApiProperty({ example: 'abc', description: 'Another one each time.' })
  nonce: string;
}

export class TestNotification {
  @ApiProperty({ enum: [TEST_TYPE] })
  type: typeof TEST_TYPE;

  @ApiProperty({ format: 'uuid' })
  notification_id: string;

  @ApiProperty({ type: String, format: 'date-time' })
  date: string;

  @ApiProperty({ type: TestNotificationData })
  data: TestNotificationData;

  @ApiProperty({ pattern: '^[0-9a-f]{64}$', description: 'Of everything before it, in its order.' })
  signature: string;
}

export interface NewTestNotification {
  serviceId: string;
  nonce: string;
  at: Date;
  zone: string;
  id?: string;
}

export function testNotification({ serviceId, nonce, ...rest }: NewTestNotification): EventBody {
  return typedNotification({ type: TEST_TYPE, data: { service_id: serviceId, nonce }, ...rest });
}
