import { ApiProperty } from '@nestjs/swagger';
import type { EventOf } from './event-body.js';
import { defineNotification } from './typed-notification.js';

class TestNotificationData {
  @ApiProperty({ pattern: '^[0-9a-f]{8}$', example: 'e65c7519' })
  service_id: string;

  @ApiProperty({ example: 'abc', description: 'Another one each time.' })
  nonce: string;
}

export const TEST_NOTIFICATION = defineNotification({
  type: 'ipn:test',
  summary: 'Nothing happened: the operator of the gateway tries out whether notifications arrive and are verified.',
  causedBy: [],
  dataClass: TestNotificationData,
  data: ({ serviceId, nonce }: { serviceId: string; nonce: string }): EventOf<TestNotificationData> => ({ service_id: serviceId, nonce }),
});
