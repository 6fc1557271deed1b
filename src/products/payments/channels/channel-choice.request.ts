import { applyDecorators } from '@nestjs/common';
import { IsBoolean } from 'class-validator';
import { OptionalField } from '../../../common/validation/optional-field.decorator.js';
import { CHANNEL_TYPES, type ChannelType } from '../../../connectors/acquirers/catalogue/channel.js';

const TypeSwitch = (type: ChannelType, description: string): PropertyDecorator =>
  applyDecorators(
    OptionalField({ type: Boolean, nullable: true, description }),
    IsBoolean({ message: `The ${type} must be true or false.` }),
  );

/**
 * Channel types to offer. If any type is true, only the types that are true are offered. Otherwise all types are offered except those that
 * are false.
 */
export class PaymentChannelTypesRequest implements Partial<Record<ChannelType, boolean | null>> {
  @TypeSwitch('blik', 'BLIK.')
  blik?: boolean | null;

  @TypeSwitch('transfer', 'Online transfers.')
  transfer?: boolean | null;

  @TypeSwitch('cards', 'Cards.')
  cards?: boolean | null;

  @TypeSwitch('ewallets', 'Virtual wallets.')
  ewallets?: boolean | null;

  @TypeSwitch('paypal', 'PayPal.')
  paypal?: boolean | null;

  @TypeSwitch('paysafe', 'Paysafe group.')
  paysafe?: boolean | null;

  @TypeSwitch('latam', 'South American payments.')
  latam?: boolean | null;
}

/** The channel types that the payer may choose from. */
export function requestedTypes(switches: PaymentChannelTypesRequest | null | undefined): readonly ChannelType[] {
  if (!switches) return CHANNEL_TYPES;
  const switchedOn = CHANNEL_TYPES.filter((type) => switches[type] === true);
  return switchedOn.length > 0 ? switchedOn : CHANNEL_TYPES.filter((type) => switches[type] !== false);
}
