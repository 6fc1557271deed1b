import type { Type } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';

/** Makes the class that documents a notification with a type. Its fields are in the order of the signature. @param data class of `data`. */
export function typedNotificationBody<Data>(name: string, data: Type<Data>) {
  abstract class TypedNotificationBody {
    @ApiProperty({ enum: [name] })
    type: string;

    @ApiProperty({ format: 'uuid' })
    notification_id: string;

    @ApiProperty({ type: String, format: 'date-time' })
    date: string;

    @ApiProperty({ type: data })
    data: Data;

    @ApiProperty({ pattern: '^[0-9a-f]{64}$', description: 'Of everything before it, in its order.' })
    signature: string;
  }
  return TypedNotificationBody;
}
