import { InvalidArgumentError } from 'commander';
import { parseWrittenAmount } from '../../../common/money/amount.js';
import { CHANNEL_IDS, type ChannelId, isChannelId } from '../../../connectors/acquirers/catalogue/channel-ids.js';
import { parsePositiveAmount, parseShare } from '../../values/amounts.js';

/** Parses a list of channels, such as `blik,mbank`, or `all` for all channels of the catalogue. */
export function parseChannels(text: string): readonly ChannelId[] {
  if (text.trim() === 'all') return CHANNEL_IDS;
  const ids = text.split(',').map((id) => id.trim());
  if (ids.every(isChannelId)) return ids;
  const unknown = ids.find((id) => !isChannelId(id)) || '""';
  throw new InvalidArgumentError(`There is no channel ${unknown}. The channels are ${CHANNEL_IDS.join(', ')}. "all" selects all.`);
}

const MAX_COMMISSION_BP = 9_900;

/** Parses `1.9` or `1.9+0.25`: percent of the PLN value and a fixed part in PLN. */
export function parseCommission(text: string): { commissionBp: number; commissionFixedMinor: number } {
  const [percent = '', fixed = '0', ...rest] = text.split('+');
  const commissionBp = parseShare(percent);
  const commissionFixedMinor = parseWrittenAmount(fixed.trim());
  if (commissionFixedMinor === null || rest.length > 0 || commissionBp > MAX_COMMISSION_BP)
    throw new InvalidArgumentError('It must be a percentage of at most 99, with or without a fixed part in PLN, such as 1.9 or 1.9+0.25.');
  return { commissionBp, commissionFixedMinor };
}

/** Parses `1-5000`, the smallest and the largest amount. null stands for the limit of the catalogue, which `default` sets. */
export function parseLimits(text: string): { minMinor: number | null; maxMinor: number | null } {
  if (text.trim() === 'default') return { minMinor: null, maxMinor: null };
  const [minText = '', maxText = '', ...rest] = text.split('-');
  const [minMinor, maxMinor] = [parsePositiveAmount(minText), parsePositiveAmount(maxText)];
  if (rest.length > 0 || minMinor > maxMinor)
    throw new InvalidArgumentError('It must be the smallest and the largest amount, such as 1-5000.');
  return { minMinor, maxMinor };
}

/** Parses `PLN,EUR`. null stands for all currencies of the catalogue, which `default` sets. */
export function parseCurrencies(text: string): { currencies: string[] | null } {
  if (text.trim() === 'default') return { currencies: null };
  const currencies = text.split(',').map((currency) => currency.trim().toUpperCase());
  if (!currencies.every((currency) => /^[A-Z]{3}$/.test(currency)))
    throw new InvalidArgumentError('It must be currencies such as PLN,EUR.');
  return { currencies };
}
