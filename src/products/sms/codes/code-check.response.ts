import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { amountToNumber } from '../../../common/money/amount.js';
import { formatTimestamp } from '../../../common/time/timestamp.js';
import type { SmsTransaction } from '../transactions/sms-transaction.entity.js';
import { SHORT_NUMBERS } from '../numbers/catalogue.js';

export class SmsCodeCheckResponse {
  @ApiProperty({ description: 'Whether the code was used before this call, which marks it used.' })
  used: boolean;

  @ApiProperty({ example: 'A1B2C3' })
  code: string;

  @ApiProperty({ description: 'Whether the message came from the simulated phone.' })
  test: boolean;

  @ApiProperty({ type: 'integer', example: 48500600700, description: 'Number the message was sent from.' })
  from: number;

  @ApiProperty({ type: 'integer', enum: [...SHORT_NUMBERS], description: 'Number the message was sent to.' })
  number: number;

  @ApiProperty({ type: Number, example: 0.5, description: 'Net amount of the message in PLN.' })
  value: number;

  @ApiPropertyOptional({ type: String, format: 'date-time', description: 'When the code was used; left out by the check that uses it.' })
  used_at?: string;

  static from(
    row: Pick<SmsTransaction, 'code' | 'fromNumber' | 'sendNumber' | 'netMinor' | 'test' | 'usedAt'>,
    zone: string,
  ): SmsCodeCheckResponse {
    return {
      used: row.usedAt !== null,
      code: row.code,
      test: row.test,
      from: Number(row.fromNumber),
      number: row.sendNumber,
      value: amountToNumber(row.netMinor),
      ...(row.usedAt && { used_at: formatTimestamp(row.usedAt, zone) }),
    };
  }
}
