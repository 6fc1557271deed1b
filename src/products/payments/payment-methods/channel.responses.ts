import { ApiProperty } from '@nestjs/swagger';
import { amountToNumber } from '../../../common/money/amount.js';
import { CHANNEL_TYPES, type ChannelType } from '../../../connectors/acquirers/catalogue/channel.js';
import { CHANNEL_IDS, type ChannelId } from '../../../connectors/acquirers/catalogue/channel-ids.js';
import type { ServiceChannel } from './service-channel.js';

export class PaymentChannelLimits {
  @ApiProperty({ type: Number, example: 1 })
  min: number;

  @ApiProperty({ type: Number, example: 50_000 })
  max: number;
}

export class PaymentChannelResponse {
  @ApiProperty({ enum: CHANNEL_IDS })
  id: ChannelId;

  @ApiProperty({ example: 'mBank' })
  name: string;

  @ApiProperty({ enum: CHANNEL_TYPES })
  type: ChannelType;

  @ApiProperty({
    format: 'uri',
    example: 'https://pay.example/assets/channel-mbank.svg',
    description: 'A neutral drawing of the gateway’s own.',
  })
  img: string;

  @ApiProperty({ type: Number, example: 1.5, description: 'Percent of the PLN value.' })
  commission: number;

  @ApiProperty({ type: [String], example: ['PLN'] })
  currencies: string[];

  @ApiProperty({ type: PaymentChannelLimits, description: 'In the currency that is paid in.' })
  amount: PaymentChannelLimits;

  static from({ channel, commissionBp, currencies, minMinor, maxMinor }: ServiceChannel, publicUrl: string): PaymentChannelResponse {
    return {
      id: channel.id,
      name: channel.name,
      type: channel.type,
      img: `${publicUrl}/assets/channel-${channel.id}.svg`,
      commission: amountToNumber(commissionBp), // basis points are percent with two decimals
      currencies: [...currencies],
      amount: { min: amountToNumber(minMinor), max: amountToNumber(maxMinor) },
    };
  }
}
