import type { INestApplicationContext } from '@nestjs/common';
import { Option } from 'commander';
import { formatAmount, formatAmountShortest } from '../../../common/money/amount.js';
import { CHANNEL_IDS, type ChannelId } from '../../../connectors/acquirers/catalogue/channel-ids.js';
import { ChangeChannelsService, type ChannelChanges } from '../../../products/payments/channels/change-channels.service.js';
import type { ServiceChannel } from '../../../products/payments/channels/service-channel.js';
import { ServiceChannelsQuery } from '../../../products/payments/channels/service-channels.query.js';
import type { CliCommand } from '../../cli-command.js';
import { money, viewOf } from '../../output/view.js';
import type { Session } from '../../session.js';
import { UserError } from '../../user-error.js';
import { parseServiceId } from '../../values/identifiers.js';
import { requireService } from '../../values/require-existing.js';
import { parseChannels, parseCommission, parseCurrencies, parseLimits } from './channel-values.js';

interface Options {
  reason?: string;
  channel?: readonly ChannelId[];
  enable?: true;
  disable?: true;
  commission?: Pick<ChannelChanges, 'commissionBp' | 'commissionFixedMinor'>;
  currencies?: Pick<ChannelChanges, 'currencies'>;
  limits?: Pick<ChannelChanges, 'minMinor' | 'maxMinor'>;
}

const AMOUNTS_NOTE = '\n\nCommission is percent of the PLN value and a fixed part in PLN. Limits are in the currency of the payment.';

const CHANNEL = viewOf<ServiceChannel>()({
  channel: ({ channel }) => channel.id,
  type: ({ channel }) => channel.type,
  enabled: 'enabled',
  connected: ({ connector }) => connector?.name ?? null,
  commission_percent: { value: ({ commissionBp }) => formatAmountShortest(commissionBp), align: 'right' },
  commission_fixed: money('commissionFixedMinor'),
  currencies: ({ currencies }) => currencies.join(','),
  min: money('minMinor'),
  max: money('maxMinor'),
});

export function addServiceChannels(service: CliCommand): void {
  service
    .command('channels')
    .changes({ needsConfirmation: true, reads: ['reason'] })
    .description('show or set the channels of an online payment service')
    .argument('<id>', 'service id', parseServiceId)
    .option('--channel <channels>', 'only these, separated by commas', parseChannels)
    .option('--enable', 'offer them to payers')
    .addOption(new Option('--disable', 'offer them no longer').conflicts('enable'))
    .option('--commission <percent+fixed>', 'percent of the PLN value and a fixed part in PLN, such as 1.9+0.25', parseCommission)
    .option('--currencies <currencies>', 'only these, such as PLN,EUR, or "default"', parseCurrencies)
    .option('--limits <least-most>', 'amounts, such as 1-5000, or "default"', parseLimits)
    .notes('Attempts that have started keep their commission.')
    .examples(
      'service channels 0f3a9c21',
      'service channels 0f3a9c21 --channel card,google-pay --commission 1.9+0.25 --currencies PLN,EUR --reason "Contract of 2026-11"',
      'service channels 0f3a9c21 --channel paysafecard --disable',
    )
    .withApplication(async ({ app, session }, id: string, options: Options) => {
      const { area } = await requireService(app, id);
      if (area !== 'payment') throw new UserError(`Service ${id} belongs to ${area}. Only online payment services have channels.`);
      const changes = changesOf(options);
      const channelIds = options.channel ?? CHANNEL_IDS;
      if (Object.keys(changes).length > 0) {
        if (!options.channel) throw UserError.usage('Give the channels to change with --channel. "all" selects all.');
        if (options.commission) await confirmCommission(session, app, id, channelIds, options.commission, options.reason);
        await app.get(ChangeChannelsService).run(id, channelIds, changes);
      }
      const channels = (await app.get(ServiceChannelsQuery).list(id)).filter(({ channel }) => channelIds.includes(channel.id));
      return {
        json: { service_id: id, channels: channels.map((channel) => CHANNEL.json(channel, session)) },
        text: `${CHANNEL.table(channels, session)}${AMOUNTS_NOTE}`,
      };
    });
}

type Commission = Pick<ServiceChannel, 'commissionBp' | 'commissionFixedMinor'>;

/** Shows the current and the new commission, and asks for confirmation. */
async function confirmCommission(
  session: Session,
  app: INestApplicationContext,
  id: string,
  channelIds: readonly ChannelId[],
  commission: Partial<Commission>,
  reason: string | undefined,
): Promise<void> {
  if (reason === undefined) throw UserError.usage('Give --reason: why the commission changes.');
  const commissionText = ({ commissionBp, commissionFixedMinor }: Commission): string =>
    `${formatAmountShortest(commissionBp)} % + ${formatAmount(commissionFixedMinor)} PLN`;
  const channels = (await app.get(ServiceChannelsQuery).list(id)).filter(({ channel }) => channelIds.includes(channel.id));
  await session.confirm(
    `Commission of service ${id}:`,
    ...channels.map((row) => `  ${row.channel.id}: ${commissionText(row)} → ${commissionText({ ...row, ...commission })}`),
  );
}

function changesOf({ enable, disable, commission, currencies, limits }: Options): ChannelChanges {
  return { ...commission, ...currencies, ...limits, ...((enable ?? disable) && { enabled: enable === true }) };
}
