import { DataSource } from 'typeorm';
import { VerifyLedgerService } from '../../src/platform/ledger/verify-ledger.service.js';
import { expectConsistent } from '../../test/faults/support/expect-consistent.js';
import { ContradictedPaymentsQuery } from '../../src/products/payments/attempts/outcome/contradicted-payments.query.js';
import { chargedBack } from '../books/chargeback.js';
import { digits } from '../books/digits.js';
import type { OnlinePayment } from '../books/online-payment.js';
import type { PhoneSale } from '../books/phone-sale.js';
import type { SmsSale } from '../books/sms-sale.js';
import type { World } from '../world/world.js';
import type { StepCheck } from './check-step.js';
import { checkAgreementsEnd } from './check-agreements-end.js';
import { checkChargebacks } from './check-chargebacks.js';
import { checkFiles } from './check-files.js';
import { groszTaken, isAskedSum } from './expected-online.js';

const WAITING = `
  SELECT 'charge ' || state AS what FROM direct_billing_charge WHERE ask_at IS NOT NULL
  UNION ALL SELECT 'attempt ' || state FROM payment_attempt WHERE ask_at IS NOT NULL
  UNION ALL SELECT 'refund ' || status FROM payment_refund WHERE ask_at IS NOT NULL OR status IN ('refund_new', 'refund_pending')
  UNION ALL SELECT 'alias ' || status FROM payment_alias
    WHERE ask_at IS NOT NULL OR status = 'alias_pending_registration'
  UNION ALL SELECT 'subscription ' || status FROM payment_subscription WHERE ask_at IS NOT NULL OR status = 'subscription_pending'
  UNION ALL SELECT 'charge of a subscription ' || standing FROM payment_charge WHERE standing = 'running'
  UNION ALL SELECT 'notification ' || status FROM webhook_delivery WHERE status <> 'acknowledged' AND status <> 'stopped'
  UNION ALL SELECT 'call ' || state FROM sms_partner_call WHERE state = 'waiting'
  UNION ALL SELECT 'sale by phone ' || status FROM direct_billing_transaction WHERE status IN ('transaction_db_new', 'transaction_db_confirmed')
  UNION ALL SELECT 'payment ' || status FROM payment_transaction
    WHERE status IN ('transaction_new', 'transaction_generated', 'transaction_confirmed', 'transaction_fraud_possibility')`;

/** What is not at its end. */
export async function openWork({ admin }: World): Promise<string[]> {
  return (await admin.query<{ what: string }>(WAITING)).rows.map(({ what }) => what);
}

/** When everybody has answered and nothing is left to do: what the gateway says is what the world outside knows. */
export async function checkEnd(world: World, check: StepCheck): Promise<void> {
  const open = await openWork(world);
  if (open.length > 0) world.found('everything comes to an end', `${open.length} are left: ${open.join(', ')}`);
  await misledButTold(world);
  for (const sale of world.books.sales.values()) {
    if (sale.kind === 'phone') endOfPhoneSale(world, sale);
    else if (sale.kind === 'online') endOfPayment(world, sale);
    else endOfMessage(world, sale);
  }
  for (const [id, events] of check.toTell) {
    const { size } = world.heard.of(id).finished;
    if (size !== events)
      world.found('every event is told', `partners have acknowledged ${size} of ${events} events of ${world.books.nameOf(id) ?? id}`);
  }
  checkAgreementsEnd(world);
  clearing(world);
  reserved(world);
  await checkByItself(world);
  await checkChargebacks(world);
  await checkFiles(world);
}

/** Of all that operators booked one charge at most is the partner's, and all others went back. */
function endOfPhoneSale(world: World, { name, charges, counted }: PhoneSale): void {
  for (const charge of charges) {
    if (charge.deed !== 'booked') continue;
    if (charge === counted && charge.reversals > 0) world.found('money goes back once', `${charge.name} is the partner's, and went back`);
    if (charge !== counted && charge.reversals === 0)
      world.found('all that was taken is accounted for', `${charge.name} of ${name} was booked, and nobody has it`);
  }
}

function endOfPayment(world: World, { name, asked, counted, attempts, refunds }: OnlinePayment): void {
  const given = refunds.filter(({ deed }) => deed === 'given');
  const back = given.reduce((sum, { told }) => sum + (told ?? 0), counted ? chargedBack(counted) : 0);
  if (back > asked.amount) world.found('refunds are not more than was paid', `${back} of ${name} went back, and ${asked.amount} was paid`);
  for (const refund of given) {
    if (refund.state === null)
      world.found('money goes back once', `${refund.name} was given back, and the gateway knows of no such refund`);
    if (refund.told !== refund.amount)
      world.found('money goes back once', `${refund.told ?? 0} were given back for ${refund.name} of ${refund.amount}`);
  }
  for (const attempt of attempts) {
    const returned = [...attempt.returns.values()].reduce((sum, { amount }) => sum + amount, 0);
    if (returned > (attempt.taken?.amount ?? 0))
      world.found('money goes back once', `${returned} of ${attempt.name} went back, and ${attempt.taken?.amount ?? 0} was taken`);
    if (attempt === counted && returned > 0) world.found('money goes back once', `${attempt.name} is the payment's, and went back`);
  }
}

/** Where an acquirer said another sum than it took, either that is entered which it took, or staff are shown both. */
async function misledButTold(world: World): Promise<void> {
  const shown = await (await world.process(0)).get(ContradictedPaymentsQuery).run(1_000);
  const names = new Set(shown.map(({ reference }) => digits(reference)));
  for (const attempt of world.books.attempts.values()) {
    const { name, taken, strayOf, payment, returns, reference, under } = attempt;
    if (!taken || !strayOf || returns.size > 0 || (strayOf.amount === taken.amount && strayOf.currency === taken.currency)) continue;
    if (!names.has(reference)) world.found('no word about money is dropped', `${name} is entered as another sum, and staff do not know`);
    if (isAskedSum(attempt) && !under && !payment.counted && !payment.held)
      world.found('all that was taken is accounted for', `${name} took what was asked for, and it is nobody's`);
  }
}

function endOfMessage(world: World, { name, service, entered, told, replies }: SmsSale): void {
  const answered = [...replies].some((reply) => !reply.startsWith('Usluga'));
  if (answered && !entered) world.found('all that was taken is accounted for', `${name} was answered, and its money was not entered`);
  if (service.kind === 'program' && entered && told === 0)
    world.found('every event is told', `the partner's program was never told of ${name}`);
}

/** What each party owes, by the ledger and by its own books; what belongs to nobody, by both. */
function clearing(world: World): void {
  const owed = new Map<string, number>();
  const stray = new Map<string, number>();
  const add = (to: Map<string, number>, key: string, minor: number): void => void to.set(key, (to.get(key) ?? 0) + minor);
  for (const charge of world.books.charges.values()) {
    if (charge.deed === 'booked' && charge.reversals === 0) add(owed, `${charge.operator} ${charge.test}`, charge.gross);
  }
  for (const attempt of world.books.attempts.values()) {
    const kept = attempt.taken && attempt.returns.size === 0 ? (attempt.stray ?? groszTaken(world.books, attempt)) : 0;
    add(owed, `${attempt.channel} ${attempt.test}`, kept);
    if (attempt !== attempt.payment.counted) add(stray, String(attempt.test), kept);
  }
  for (const { deed, channel, test, grosz } of world.books.refunds.values())
    if (deed === 'given') add(owed, `${channel} ${test}`, -(grosz ?? 0));
  for (const sale of world.books.sales.values()) if (sale.kind === 'sms' && sale.entered) add(owed, 'sms false', sale.gross);
  for (const { attempt, grosz } of [...world.books.attempts.values()].flatMap(({ chargebacks }) => chargebacks))
    add(owed, `${attempt.channel} ${attempt.test}`, -(grosz ?? 0));
  const { ledger } = world.books;
  for (const [key, minor] of owed) {
    const [party = '', test] = key.split(' ');
    const account = `platform:clearing:${party}`;
    const entered = ledger.balance(account, test === 'true') - ledger.movedByHand(account, test === 'true');
    if (entered !== minor) world.found('all that was taken is accounted for', `${party} has ${minor}, and by the ledger ${entered}`);
  }
  for (const test of [true, false]) {
    const entered = ledger.movedByHand('platform:suspense', test) - ledger.balance('platform:suspense', test);
    const known = stray.get(String(test)) ?? 0;
    if (entered !== known) world.found('suspense is explained', `${entered} is in suspense, and ${known} is nobody's`);
  }
}

/** No refund is under way any more. */
function reserved(world: World): void {
  const { services, ledger } = world.books;
  for (const partnerId of new Set(services.map((service) => service.partnerId)))
    for (const test of [true, false]) {
      const minor = ledger.balance(`partner:reserved ${partnerId}`, test);
      if (minor !== 0) world.found('all that was taken is accounted for', `${-minor} is reserved for nobody`);
    }
}

/** The gateway's own proofs agree. */
async function checkByItself(world: World): Promise<void> {
  const process = await world.process(0);
  const proof = await process.get(VerifyLedgerService).runAlone(); // on one connection, so that statements have an order
  if (!proof) throw new Error('Somebody else is proving the ledger');
  const { broken } = proof;
  if (broken) world.found('the gateway’s own proofs agree', `ledger verify: ${broken.table} ${broken.id}: ${broken.reason}`);
  const sql = <Row extends object>(text: string, values?: unknown[]): Promise<Row[]> => process.get(DataSource).query<Row[]>(text, values);
  await expectConsistent({ sql }).catch((error: unknown) => world.found('the gateway’s own proofs agree', String(error)));
}
