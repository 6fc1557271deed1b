import { SwitchField } from '../../../common/validation/fields.js';
import { CHANNEL_TYPES, type ChannelType } from '../../../connectors/acquirers/catalogue/channel.js';

/**
 * Channel types to offer. If any type is true, only the types that are true are offered. Otherwise all types are offered except those that
 * are false.
 */
export class PaymentChannelTypesRequest implements Partial<Record<ChannelType, boolean | null>> {
  @SwitchField({ optional: true, description: 'BLIK.' })
  blik?: boolean | null;

  @SwitchField({ optional: true, description: 'Online transfers.' })
  transfer?: boolean | null;

  @SwitchField({ optional: true, description: 'Cards.' })
  cards?: boolean | null;

  @SwitchField({ optional: true, description: 'Virtual wallets.' })
  ewallets?: boolean | null;

  @SwitchField({ optional: true, description: 'PayPal.' })
  paypal?: boolean | null;

  @SwitchField({ optional: true, description: 'Paysafe group.' })
  paysafe?: boolean | null;

  @SwitchField({ optional: true, description: 'South American payments.' })
  latam?: boolean | null;
}

/** The channel types that the payer may choose from. */
export function requestedTypes(switches: PaymentChannelTypesRequest | null | undefined): readonly ChannelType[] {
  if (!switches) return CHANNEL_TYPES;
  const switchedOn = CHANNEL_TYPES.filter((type) => switches[type] === true);
  return switchedOn.length > 0 ? switchedOn : CHANNEL_TYPES.filter((type) => switches[type] !== false);
}
