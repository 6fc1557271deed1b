import type { ReadReport } from '../../src/connectors/channels/port/report.js';
import { HandleChannelReportService } from '../../src/products/payments/reports/handle-channel-report.service.js';
import { shown } from '../books/amounts.js';
import { type Chargeback, isDue } from '../books/chargeback.js';
import type { AcquirerAttempt } from '../books/online-payment.js';
import type { GatewayProcess } from '../world/gateway-process.js';
import type { World } from '../world/world.js';
import type { ActKinds, ActOf } from './act-kind.js';

type TakesBack = ActOf<'acquirer takes back'>;

function attemptOf(world: World, { sale, attempt }: TakesBack): AcquirerAttempt | null {
  return world.books.online(sale)?.attempts.at(-1 - attempt) ?? null;
}

export const CHARGEBACK_ACTS: ActKinds<'acquirer takes back'> = {
  'acquirer takes back': {
    title: (act, world) =>
      `the payer of ${attemptOf(world, act)?.name ?? act.sale} disputes it, and the acquirer takes ${act.percent} % back${act.again ? ', again' : ''}`,
    inside(world, process, act) {
      const attempt = attemptOf(world, act);
      const chargeback = attempt && chargebackOf(world, attempt, act);
      return chargeback && telling(world, process, chargeback);
    },
  },
};

/** The one that this step makes, or again one that was not answered, or the last one. @returns null when the acquirer has nothing to take back. */
function chargebackOf(world: World, attempt: AcquirerAttempt, { percent, otherCurrency, again }: TakesBack): Chargeback | null {
  const { chargebacks, taken } = attempt;
  const name = `${attempt.name}-c${world.step.index}`;
  const known = again
    ? (chargebacks.find(({ told }) => told === null) ?? chargebacks.at(-1))
    : chargebacks.find((chargeback) => chargeback.name === name);
  if (known) return known;
  const before = chargebacks.reduce((sum, { money }) => sum + money.amount, 0);
  const amount = Math.max(1, Math.floor(((taken?.amount ?? 0) * percent) / 100));
  if (!taken || before + amount > taken.amount) return null;
  const currency = otherCurrency ? (taken.currency === 'PLN' ? 'EUR' : 'PLN') : taken.currency;
  const chargeback: Chargeback = { name, attempt, money: { amount, currency }, grosz: null, told: null, wasDue: false };
  chargebacks.push(chargeback);
  return chargeback;
}

/** The acquirer reports it. */
export function telling(world: World, process: GatewayProcess, chargeback: Chargeback): () => Promise<void> {
  const { attempt, money, name } = chargeback;
  chargeback.wasDue = isDue(chargeback);
  const report: ReadReport = {
    verdict: 'verified',
    events: [
      {
        kind: 'chargeback',
        providerRef: `at-${attempt.reference}`,
        reference: attempt.reference,
        eventId: name,
        money: { amountMinor: money.amount, currency: money.currency },
      },
    ],
    answer: { status: 200, contentType: 'text/plain', body: 'OK' },
  };
  const body = Buffer.from(JSON.stringify(report));
  const head = { headers: {}, query: {}, address: '192.0.2.1' };
  return async () => {
    await process.get(HandleChannelReportService).run(attempt.test ? 'tryout' : 'acquirer', head, () => Promise.resolve(body));
    chargeback.told ??= 'now';
    world.story.tell(`${name} of ${shown(money.amount)} ${money.currency} is answered`);
  };
}
