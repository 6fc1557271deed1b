import { InvalidArgumentError } from 'commander';
import { formatAmount, formatAmountShortest, parseWrittenAmount } from '../../../common/money/amount.js';
import { OPERATORS } from '../../../connectors/operators/operator.port.js';
import { ChangeTariffService } from '../../../products/direct-billing/commission/change-tariff.service.js';
import { type OperatorTariff, TariffQueries } from '../../../products/direct-billing/commission/tariff.queries.js';
import type { TierShares } from '../../../products/direct-billing/commission/tariff.js';
import { changeCommand } from '../../command.js';
import { argument, enablement, givenValues, option } from '../../inputs.js';
import { money, viewOf } from '../../output/view.js';
import { UserError } from '../../user-error.js';
import { parsePositiveAmount } from '../../values/amounts.js';
import { parseServiceId } from '../../values/identifiers.js';
import { requireService } from '../../values/require-existing.js';

const shareColumn = (tier: 0 | 1 | 2) => ({
  value: ({ sharesBp }: OperatorTariff) => formatAmountShortest(sharesBp[tier]),
  align: 'right' as const,
});

/** A tariff with its shares in percent of the net price. They are stored in basis points, which are hundredths of a percent. */
const TARIFF = viewOf<OperatorTariff>()({
  operator: 'operator',
  enabled: 'enabled',
  share_below_9: shareColumn(0),
  share_from_9: shareColumn(1),
  share_from_25: shareColumn(2),
  max_gross: money('maxGrossMinor'),
  currency: () => 'PLN',
});

export const tariff = changeCommand({
  description: 'show or set the commission of a DirectBilling service at each operator',
  needsConfirmation: true,
  takes: {
    id: argument('<id>', 'service id', parseServiceId),
    operator: option('--operator <operator>', 'only at this operator (default: at all)', OPERATORS),
    sharesBp: option('--shares <percent>', 'share of the net price for gross below 9.00, 9.00 to 24.99, and from 25.00', parseShares),
    maxGrossMinor: option('--max <amount>', `largest gross price in PLN, such as ${formatAmount(10_000)}`, parsePositiveAmount),
    enabled: enablement('offer the operator to payers', 'offer it no longer'),
  },
  notes: 'Existing transactions keep their tariff.',
  examples: [
    'service tariff 0f3a9c21',
    'service tariff 0f3a9c21 --operator orange --shares 30,30,25.5 --max 50.00 --reason "Contract of 2026-11"',
    'service tariff 0f3a9c21 --operator plus --disable',
  ],
  async run({ app, session, reason }, { id, operator, ...terms }) {
    const { area } = await requireService(app, id);
    if (area !== 'directbilling') throw new UserError(`Service ${id} belongs to ${area}. Only DirectBilling services have a tariff.`);
    const operators = operator ? [operator] : OPERATORS;
    const tariffs = async (): Promise<OperatorTariff[]> =>
      (await app.get(TariffQueries).stored(id)).filter((row) => operators.includes(row.operator));
    const { sharesBp } = terms;
    if (sharesBp) {
      if (reason === undefined) throw UserError.usage('Give --reason: why the commission changes.');
      const before = await tariffs();
      await session.confirm(
        `Shares of service ${id}:`,
        ...before.map((row) => `  ${row.operator}: ${sharesText(row.sharesBp)} → ${sharesText(sharesBp)}`),
      );
    }
    const changes = givenValues(terms);
    if (Object.keys(changes).length > 0) await app.get(ChangeTariffService).run(id, operators, changes);
    const rows = await tariffs();
    return {
      json: { service_id: id, tariffs: rows.map((row) => TARIFF.json(row, session)) },
      text: `${TARIFF.table(rows, session)}\n\nShares are percent of the net price, by the gross price.`,
    };
  },
});

const sharesText = (sharesBp: TierShares): string => sharesBp.map((bp) => `${formatAmountShortest(bp)} %`).join(', ');

const MAX_SHARE_BP = 9_900;

/** Parses `30,30,25.5`, percent of the net price for each tier. @returns basis points, which are hundredths of a percent. */
function parseShares(text: string): TierShares {
  // A part that is no percentage becomes infinite, and so is above the maximum.
  const [low, middle, high, ...rest] = text.split(',').map((part) => parseWrittenAmount(part.trim()) ?? Infinity);
  if (low === undefined || middle === undefined || high === undefined || rest.length > 0 || Math.max(low, middle, high) > MAX_SHARE_BP) {
    throw new InvalidArgumentError('It must be three percentages from 0 to 99 with at most two decimals, such as 30,30,25.5.');
  }
  return [low, middle, high];
}
