import { DataSource } from 'typeorm';
import { VerifyLedgerService } from '../../src/platform/ledger/verify-ledger.service.js';
import { expectConsistent } from '../../test/faults/support/expect-consistent.js';
import { AttemptsForStaffQuery } from '../../src/products/payments/attempts/outcome/attempts-for-staff.query.js';
import { chargedBackTotal } from '../model/chargeback.js';
import { digits } from '../model/digits.js';
import type { OnlinePayment } from '../model/online-payment.js';
import type { DirectBillingSale } from '../model/direct-billing-sale.js';
import type { SmsSale } from '../model/sms-sale.js';
import type { World } from '../world/world.js';
import type { StepCheck } from './check-step.js';
import { verifyMandatesClosed } from './check-mandates-end.js';
import { checkChargebacks } from './check-chargebacks.js';
import { checkFiles } from './check-files.js';
import { capturedPln, isRequestedAmount } from './expected-online.js';

const WAITING = `
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

/** Charges and attempts that have not reached a final state. */
export async function openWork({ admin }: World): Promise<string[]> {
  return (await admin.query<{ what: string }>(WAITING)).rows.map(({ what }) => what);
}

/** The checks at the end of an episode: all parties have answered, no work is left, and the gateway must agree with the outside world. */
export async function checkEnd(world: World, check: StepCheck): Promise<void> {
  const open = await openWork(world);
  if (open.length > 0) world.found('everything comes to an end', `${open.length} are left: ${open.join(', ')}`);
  await misledButTold(world);
  for (const sale of world.model.sales.values()) {
    if (sale.kind === 'phone') endOfPhoneSale(world, sale);
    else if (sale.kind === 'online') endOfPayment(world, sale);
    else endOfMessage(world, sale);
  }
  for (const [id, events] of check.toNotify) {
    const { size } = world.notifications.of(id).finished;
    if (size !== events)
      world.found('every event is delivered', `partners have acknowledged ${size} of ${events} events of ${world.model.nameOf(id) ?? id}`);
  }
  verifyMandatesClosed(world);
  clearing(world);
  reserved(world);
  await checkByItself(world);
  await checkChargebacks(world);
  await checkFiles(world);
}

/** Of everything that operators booked for a sale, at most one charge is the partner's, and the others went back. */
function endOfPhoneSale(world: World, { name, charges, bookedCharge }: DirectBillingSale): void {
  for (const charge of charges) {
    if (charge.actualState !== 'booked') continue;
    if (charge === bookedCharge && charge.reversals > 0)
      world.found('money goes back once', `${charge.name} is the partner's, and went back`);
    if (charge !== bookedCharge && charge.reversals === 0)
      world.found(
        'all that was taken is accounted for',
        `${charge.name} of ${name} was booked, but its money was neither entered nor given back`,
      );
  }
}

function endOfPayment(world: World, { name, requested, bookedAttempt, attempts, refunds }: OnlinePayment): void {
  const given = refunds.filter(({ actualState }) => actualState === 'given');
  const back = given.reduce(
    (sum, { requestedAmount }) => sum + (requestedAmount ?? 0),
    bookedAttempt ? chargedBackTotal(bookedAttempt) : 0,
  );
  if (back > requested.amount)
    world.found('refunds are not more than was paid', `${back} of ${name} went back, and ${requested.amount} was paid`);
  for (const refund of given) {
    if (refund.state === null)
      world.found('money goes back once', `${refund.name} was given back, and the gateway knows of no such refund`);
    if (refund.requestedAmount !== refund.amount)
      world.found('money goes back once', `${refund.requestedAmount ?? 0} were given back for ${refund.name} of ${refund.amount}`);
  }
  for (const attempt of attempts) {
    const returned = [...attempt.reversals.values()].reduce((sum, { amount }) => sum + amount, 0);
    if (returned > (attempt.taken?.amount ?? 0))
      world.found('money goes back once', `${returned} of ${attempt.name} went back, and ${attempt.taken?.amount ?? 0} was taken`);
    if (attempt === bookedAttempt && returned > 0) world.found('money goes back once', `${attempt.name} is the payment's, and went back`);
  }
}

/** Where an acquirer reported another amount than it took, either the amount taken is entered, or staff are shown both. */
async function misledButTold(world: World): Promise<void> {
  const shown = await (await world.process(0)).get(AttemptsForStaffQuery).inConflict(1_000);
  const names = new Set(shown.map(({ reference }) => digits(reference)));
  for (const attempt of world.model.attempts.values()) {
    const { name, taken, suspenseSum, payment, reversals, reference, mandate } = attempt;
    if (!taken || !suspenseSum || reversals.size > 0 || (suspenseSum.amount === taken.amount && suspenseSum.currency === taken.currency))
      continue;
    if (!names.has(reference)) world.found('no report about money is dropped', `${name} is entered as another sum, and staff do not know`);
    // A payment takes money once: also one that staff have refused as a fraud has had its money.
    const hadMoney = payment.bookedAttempt !== null || payment.heldAttempt !== null || payment.attempts.some(({ isFraud }) => isFraud);
    if (isRequestedAmount(attempt) && !mandate && !hadMoney)
      world.found('all that was taken is accounted for', `${name} took what was asked for, but its money stays in suspense`);
  }
}

function endOfMessage(world: World, { name, service, isPosted, callCount, replies }: SmsSale): void {
  const answered = [...replies].some((reply) => !reply.startsWith('Usluga'));
  if (answered && !isPosted) world.found('all that was taken is accounted for', `${name} was answered, and its money was not entered`);
  if (service.kind === 'program' && isPosted && callCount === 0)
    world.found('every event is delivered', `the partner's program was never called about ${name}`);
}

/** Compares each provider's debt and the unmatched money, by the ledger and by the model. */
function clearing(world: World): void {
  const owed = new Map<string, number>();
  const unmatched = new Map<string, number>();
  const add = (to: Map<string, number>, key: string, minor: number): void => void to.set(key, (to.get(key) ?? 0) + minor);
  for (const charge of world.model.charges.values()) {
    if (charge.actualState === 'booked' && charge.reversals === 0) add(owed, `${charge.operator} ${charge.test}`, charge.gross);
  }
  for (const attempt of world.model.attempts.values()) {
    const kept = attempt.taken && attempt.reversals.size === 0 ? (attempt.suspensePln ?? capturedPln(world.model, attempt)) : 0;
    add(owed, `${attempt.channel} ${attempt.test}`, kept);
    if (attempt !== attempt.payment.bookedAttempt) add(unmatched, String(attempt.test), kept);
  }
  for (const { actualState, channel, test, reservedPln } of world.model.refunds.values())
    if (actualState === 'given') add(owed, `${channel} ${test}`, -(reservedPln ?? 0));
  for (const sale of world.model.sales.values()) if (sale.kind === 'sms' && sale.isPosted) add(owed, 'sms false', sale.gross);
  for (const { attempt, plnMinor } of [...world.model.attempts.values()].flatMap(({ chargebacks }) => chargebacks))
    add(owed, `${attempt.channel} ${attempt.test}`, -(plnMinor ?? 0));
  const { ledger } = world.model;
  for (const [key, minor] of owed) {
    const [provider = '', test] = key.split(' ');
    const account = `platform:clearing:${provider}`;
    const entered = ledger.balance(account, test === 'true') - ledger.movedManually(account, test === 'true');
    if (entered !== minor) world.found('all that was taken is accounted for', `${provider} has ${minor}, and by the ledger ${entered}`);
  }
  for (const test of [true, false]) {
    const entered = ledger.movedManually('platform:suspense', test) - ledger.balance('platform:suspense', test);
    const known = unmatched.get(String(test)) ?? 0;
    if (entered !== known) world.found('suspense is explained', `${entered} is in suspense, but by the model ${known} is unmatched`);
  }
}

/** No refund is in progress. */
function reserved(world: World): void {
  const { services, ledger } = world.model;
  for (const partnerId of new Set(services.map((service) => service.partnerId)))
    for (const test of [true, false]) {
      const minor = ledger.balance(`partner:reserved ${partnerId}`, test);
      if (minor !== 0) world.found('all that was taken is accounted for', `${-minor} stays reserved without a refund`);
    }
}

/** The gateway's own verifications succeed. */
async function checkByItself(world: World): Promise<void> {
  const process = await world.process(0);
  const proof = await process.get(VerifyLedgerService).runAlone(); // on one connection, so that its statements have a fixed order
  if (!proof) throw new Error('Another process is verifying the ledger');
  const { broken } = proof;
  if (broken) world.found('ledger verification passes', `ledger verify: ${broken.table} ${broken.id}: ${broken.reason}`);
  const sql = <Row extends object>(text: string, values?: unknown[]): Promise<Row[]> => process.get(DataSource).query<Row[]>(text, values);
  await expectConsistent({ sql }).catch((error: unknown) => world.found('ledger verification passes', String(error)));
}
