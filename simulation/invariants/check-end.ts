import { DataSource } from 'typeorm';
import { VerifyLedgerService } from '../../src/platform/ledger/verification/verify-ledger.service.js';
import { expectConsistent } from '../../test/faults/support/expect-consistent.js';
import { PaymentExceptionQueries } from '../../src/products/payments/review/payment-exception.queries.js';
import { chargedBackTotal } from '../model/chargeback.js';
import { withoutDashes } from '../model/uuid-dashes.js';
import type { OnlinePayment } from '../model/online-payment.js';
import type { DirectBillingSale } from '../model/direct-billing-sale.js';
import type { SmsSale } from '../model/sms-sale.js';
import type { World } from '../world/world.js';
import type { StepCheck } from './check-step.js';
import { checkMandatesEnd } from './check-mandates-end.js';
import { checkChargebacks } from './check-chargebacks.js';
import { checkFiles } from './check-files.js';
import { capturedPln, isRequestedAmount } from './expected-online.js';

const OPEN_WORK_SQL = `
  SELECT 'charge ' || state AS what FROM direct_billing_charge WHERE next_poll_at IS NOT NULL
  UNION ALL SELECT 'attempt ' || state FROM payment_attempt WHERE next_poll_at IS NOT NULL
  UNION ALL SELECT 'refund ' || status FROM payment_refund WHERE next_poll_at IS NOT NULL OR status IN ('refund_new', 'refund_pending')
  UNION ALL SELECT 'alias ' || status FROM payment_alias
    WHERE next_poll_at IS NOT NULL OR status = 'alias_pending_registration'
  UNION ALL SELECT 'subscription ' || status FROM payment_subscription WHERE next_poll_at IS NOT NULL OR status = 'subscription_pending'
  UNION ALL SELECT 'charge of a subscription ' || state FROM payment_charge WHERE state = 'running'
  UNION ALL SELECT 'notification ' || status FROM webhook_delivery WHERE status <> 'acknowledged' AND status <> 'stopped'
  UNION ALL SELECT 'call ' || state FROM sms_partner_call WHERE state = 'waiting'
  UNION ALL SELECT 'sale by phone ' || status FROM direct_billing_transaction WHERE status IN ('transaction_db_new', 'transaction_db_confirmed')
  UNION ALL SELECT 'payment ' || status FROM payment_transaction
    WHERE status IN ('transaction_new', 'transaction_generated', 'transaction_confirmed', 'transaction_fraud_possibility')`;

/** Kind and state of each row that is not final, such as a charge that is still polled or a notification that is not delivered. */
export async function findOpenWork({ admin }: World): Promise<string[]> {
  return (await admin.query<{ what: string }>(OPEN_WORK_SQL)).rows.map(({ what }) => what);
}

/** The checks at the end of a drained episode: no work is left, and the gateway's records match those of the providers. */
export async function checkEnd(world: World, check: StepCheck): Promise<void> {
  const openWork = await findOpenWork(world);
  if (openWork.length > 0) world.found('no work is left', `${openWork.length} rows are not final: ${openWork.join(', ')}`);
  await checkFalseAmounts(world);
  for (const sale of world.model.sales.values()) {
    if (sale.kind === 'phone') checkPhoneSale(world, sale);
    else if (sale.kind === 'online') checkPayment(world, sale);
    else checkMessage(world, sale);
  }
  for (const [id, events] of check.expectedEventCounts) {
    const { size } = world.notifications.ofSubject(id).finishedEvents;
    if (size !== events)
      world.found('every event is delivered', `partners have acknowledged ${size} of ${events} events of ${world.model.nameOf(id) ?? id}`);
  }
  checkMandatesEnd(world);
  checkClearing(world);
  checkReserved(world);
  await checkGatewayVerifications(world);
  await checkChargebacks(world);
  await checkFiles(world);
}

/** Of the charges that operators booked, the partner gets the money of at most one. All others must be reversed. */
function checkPhoneSale(world: World, { name, charges, bookedCharge }: DirectBillingSale): void {
  for (const charge of charges) {
    if (charge.actualState !== 'booked') continue;
    if (charge === bookedCharge && charge.reversalCount > 0)
      world.found('no money is returned twice', `${charge.name} is posted for the partner, but was reversed`);
    if (charge !== bookedCharge && charge.reversalCount === 0)
      world.found(
        'all captured money is accounted for',
        `${charge.name} of ${name} was booked, but its money was neither posted for the partner nor reversed`,
      );
  }
}

function checkPayment(world: World, { name, requested, bookedAttempt, attempts, refunds }: OnlinePayment): void {
  const completedRefunds = refunds.filter(({ actualState }) => actualState === 'completed');
  const returnedMinor = completedRefunds.reduce(
    (sum, { requestedAmount }) => sum + (requestedAmount ?? 0),
    bookedAttempt ? chargedBackTotal(bookedAttempt) : 0,
  );
  if (returnedMinor > requested.amount)
    world.found(
      'deductions do not exceed the payment',
      `${returnedMinor} of ${name} was refunded or charged back, but only ${requested.amount} was paid`,
    );
  for (const refund of completedRefunds) {
    if (refund.gatewayState === null)
      world.found('no money is returned twice', `${refund.name} was completed, but the gateway has no such refund`);
    if (refund.requestedAmount !== refund.amount)
      world.found('no money is returned twice', `${refund.requestedAmount ?? 0} was refunded for ${refund.name} of ${refund.amount}`);
  }
  for (const attempt of attempts) {
    const reversedMinor = [...attempt.reversals.values()].reduce((sum, { amount }) => sum + amount, 0);
    if (reversedMinor > (attempt.captured?.amount ?? 0))
      world.found(
        'no money is returned twice',
        `${reversedMinor} of ${attempt.name} was reversed, but only ${attempt.captured?.amount ?? 0} was captured`,
      );
    if (attempt === bookedAttempt && reversedMinor > 0)
      world.found('no money is returned twice', `${attempt.name} is posted for the partner, but was reversed`);
  }
}

/** When an acquirer reported a false amount, the captured amount must be booked in the end, or staff must be shown the conflict. */
async function checkFalseAmounts(world: World): Promise<void> {
  const conflicting = await (await world.process(0)).get(PaymentExceptionQueries).attemptsWithConflict(1_000);
  const conflictingReferences = new Set(conflicting.map(({ reference }) => withoutDashes(reference)));
  for (const attempt of world.model.attempts.values()) {
    const { name, captured, suspenseMoney, payment, reversals, reference, mandate } = attempt;
    if (
      !captured ||
      !suspenseMoney ||
      reversals.size > 0 ||
      (suspenseMoney.amount === captured.amount && suspenseMoney.currency === captured.currency)
    )
      continue;
    if (!conflictingReferences.has(reference))
      world.found('no conflict is dropped', `${name} is booked with a false amount, and staff are not shown the conflict`);
    // A payment gets money once. A payment that staff rejected as fraud counts as one that got money.
    const gotMoney = payment.bookedAttempt !== null || payment.heldAttempt !== null || payment.attempts.some(({ isFraud }) => isFraud);
    if (isRequestedAmount(attempt) && !mandate && !gotMoney)
      world.found('all captured money is accounted for', `${name} captured the requested amount, but its money stays in suspense`);
  }
}

function checkMessage(world: World, { name, service, isPosted, callCount, replies }: SmsSale): void {
  // A reply that begins with `Usluga` tells the payer that nothing was sold.
  const isSold = [...replies].some((reply) => !reply.startsWith('Usluga'));
  if (isSold && !isPosted) world.found('all captured money is accounted for', `${name} was sold, but its money was not posted`);
  if (service.kind === 'program' && isPosted && callCount === 0)
    world.found('every event is delivered', `the partner's program was never called about ${name}`);
}

/** Compares the clearing account of each provider and the suspense account with the model, without settlements and adjustments. */
function checkClearing(world: World): void {
  // What each provider owes. The keys are the provider and `test`, such as `play false`.
  const owed = new Map<string, number>();
  // The money in suspense. The keys are `true` for test money and `false` for other money.
  const suspense = new Map<string, number>();
  const add = (to: Map<string, number>, key: string, minor: number): void => void to.set(key, (to.get(key) ?? 0) + minor);
  for (const charge of world.model.charges.values()) {
    if (charge.actualState === 'booked' && charge.reversalCount === 0) add(owed, `${charge.operator} ${charge.test}`, charge.gross);
  }
  for (const attempt of world.model.attempts.values()) {
    const capturedMinor =
      attempt.captured && attempt.reversals.size === 0 ? (attempt.suspensePlnMinor ?? capturedPln(world.model, attempt)) : 0;
    add(owed, `${attempt.channel} ${attempt.test}`, capturedMinor);
    if (attempt !== attempt.payment.bookedAttempt) add(suspense, String(attempt.test), capturedMinor);
  }
  for (const { actualState, channel, test, reservedPlnMinor } of world.model.refunds.values())
    if (actualState === 'completed') add(owed, `${channel} ${test}`, -(reservedPlnMinor ?? 0));
  for (const sale of world.model.sales.values()) if (sale.kind === 'sms' && sale.isPosted) add(owed, 'sms false', sale.gross);
  for (const { attempt, plnMinor } of [...world.model.attempts.values()].flatMap(({ chargebacks }) => chargebacks))
    add(owed, `${attempt.channel} ${attempt.test}`, -(plnMinor ?? 0));
  const { ledger } = world.model;
  for (const [key, minor] of owed) {
    const [provider = '', test] = key.split(' ');
    const account = `platform:clearing:${provider}`;
    const postedMinor = ledger.balance(account, test === 'true') - ledger.manualMovements(account, test === 'true');
    if (postedMinor !== minor)
      world.found('all captured money is accounted for', `${provider} holds ${minor}, but its clearing account has ${postedMinor}`);
  }
  for (const test of [true, false]) {
    const postedMinor = ledger.manualMovements('platform:suspense', test) - ledger.balance('platform:suspense', test);
    const expectedMinor = suspense.get(String(test)) ?? 0;
    if (postedMinor !== expectedMinor)
      world.found('suspense matches the model', `${postedMinor} is in suspense, but by the model it should be ${expectedMinor}`);
  }
}

/** No refund is in progress, so nothing may be reserved. */
function checkReserved(world: World): void {
  const { services, ledger } = world.model;
  for (const partnerId of new Set(services.map((service) => service.partnerId)))
    for (const test of [true, false]) {
      const minor = ledger.balance(`partner:reserved ${partnerId}`, test);
      if (minor !== 0) world.found('all captured money is accounted for', `${-minor} is reserved without a refund`);
    }
}

/** The gateway's own verification and the consistency checks of the fault tests must pass. */
async function checkGatewayVerifications(world: World): Promise<void> {
  const process = await world.process(0);
  const verification = await process.get(VerifyLedgerService).runUnlessRunning(); // on one connection, so that its statements have a fixed order
  if (!verification) throw new Error('Another process is verifying the ledger');
  const { firstInconsistentRow } = verification;
  if (firstInconsistentRow)
    world.found(
      'ledger verification passes',
      `ledger verify: ${firstInconsistentRow.table} ${firstInconsistentRow.id}: ${firstInconsistentRow.reason}`,
    );
  const sql = <Row extends object>(text: string, values?: unknown[]): Promise<Row[]> => process.get(DataSource).query<Row[]>(text, values);
  await expectConsistent({ sql }).catch((error: unknown) => world.found('ledger verification passes', String(error)));
}
