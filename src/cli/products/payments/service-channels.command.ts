import { formatAmount, formatAmountShortest } from '../../../common/money/amount.js';
import { CHANNEL_IDS } from '../../../connectors/acquirers/catalogue/channel-ids.js';
import { ChangeChannelsService, type ChannelChanges } from '../../../products/payments/payment-methods/change-channels.service.js';
import type { ServiceChannel } from '../../../products/payments/payment-methods/service-channel.js';
import { ServiceChannelsQuery } from '../../../products/payments/payment-methods/service-channels.query.js';
import { changeCommand } from '../../command.js';
import { argument, enablement, givenValues, option } from '../../inputs.js';
import { listResult } from '../../output/result.js';
import { money, viewOf } from '../../output/view.js';
import { UserError } from '../../user-error.js';
import { parseServiceId } from '../../values/identifiers.js';
import { requireService } from '../../values/require-existing.js';
import { parseChannels, parseCommission, parseCurrencies, parseLimits } from './channel-values.js';

const AMOUNTS_NOTE = 'Commission is percent of the PLN value and a fixed part in PLN. Limits are in the currency of the payment.';

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

export const serviceChannels = changeCommand({
  description: 'show or set the channels of an online payment service',
  needsConfirmation: true,
  takes: {
    id: argument('<id>', 'service id', parseServiceId),
    channelIds: option('--channel <channels>', 'only these, separated by commas', parseChannels),
    enabled: enablement('offer them to payers', 'offer them no longer'),
    commission: option(
      '--commission <percent+fixed>',
      'percent of the PLN value and a fixed part in PLN, such as 1.9+0.25',
      parseCommission,
    ),
    currencies: option('--currencies <currencies>', 'only these, such as PLN,EUR, or "default"', parseCurrencies),
    limits: option('--limits <least-most>', 'amounts, such as 1-5000, or "default"', parseLimits),
  },
  notes: 'Attempts that have started keep their commission.',
  examples: [
    'service channels 0f3a9c21',
    'service channels 0f3a9c21 --channel card,google-pay --commission 1.9+0.25 --currencies PLN,EUR --reason "Contract of 2026-11"',
    'service channels 0f3a9c21 --channel paysafecard --disable',
  ],
  async run({ app, session, reason }, { id, channelIds, enabled, commission, currencies, limits }) {
    const { area } = await requireService(app, id);
    if (area !== 'payment') throw new UserError(`Service ${id} belongs to ${area}. Only online payment services have channels.`);
    const listSelected = async () =>
      (await app.get(ServiceChannelsQuery).list(id)).filter(({ channel }) => (channelIds ?? CHANNEL_IDS).includes(channel.id));
    const changes: ChannelChanges = givenValues({ ...commission, ...currencies, ...limits, enabled });
    if (Object.keys(changes).length > 0) {
      if (!channelIds) throw UserError.usage('Give the channels to change with --channel. "all" selects all.');
      if (commission) {
        if (reason === undefined) throw UserError.usage('Give --reason: why the commission changes.');
        const changeOf = (row: ServiceChannel): string => `${row.channel.id}: ${commissionText(row)} → ${commissionText(commission)}`;
        await session.confirm(`Commission of service ${id}:`, ...(await listSelected()).map((row) => `  ${changeOf(row)}`));
      }
      await app.get(ChangeChannelsService).run(id, channelIds, changes);
    }
    const { json: channels, text } = listResult(session, CHANNEL, await listSelected(), '');
    return { json: { service_id: id, channels }, text: `${text}\n\n${AMOUNTS_NOTE}` };
  },
});

const commissionText = ({ commissionBp, commissionFixedMinor }: Pick<ServiceChannel, 'commissionBp' | 'commissionFixedMinor'>): string =>
  `${formatAmountShortest(commissionBp)} % + ${formatAmount(commissionFixedMinor)} PLN`;
