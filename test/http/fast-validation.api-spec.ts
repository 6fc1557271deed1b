import { describe, expect, it } from '@jest/globals';
import { ValidationPipe } from '@nestjs/common';
import fc from 'fast-check';
import { normalizeBody } from '../../src/common/validation/normalize-body.js';
import type { RequestClass } from '../../src/common/validation/declared-fields.js';
import { pickDeclaredFields } from '../../src/common/validation/pick-declared-fields.js';
import { buildValidRequest } from '../../src/common/validation/build-valid-request.js';
import { CreateDirectBillingTransactionRequest } from '../../src/products/direct-billing/transactions/create-transaction.request.js';
import { Level0Request } from '../../src/products/payments/blik-level0/level0.request.js';
import { CreateSubscriptionRequest } from '../../src/products/payments/mandates/create-subscription.request.js';
import { CreateLinkRequest } from '../../src/products/payments/links/create-link.request.js';
import { CreateRefundRequest } from '../../src/products/payments/refunds/create-refund.request.js';
import { UnregisterAliasRequest, UnregisterReason } from '../../src/products/payments/subscriptions/aliases/unregister-alias.request.js';
import { CreateChargeRequest } from '../../src/products/payments/subscriptions/charges/create-charge.request.js';
import { CreatePaymentRequest } from '../../src/products/payments/payments/create/create-payment.request.js';
import { CheckSmsCodeRequest } from '../../src/products/sms/codes/check-code.request.js';
import { InputValidationPipe } from '../../src/runtime/http/input-validation.pipe.js';
import { VALID_BODIES } from '../fuzz/support/known-requests.js';
import type { Ids } from '../support/areas.js';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

const UUID = '018f4e9a-0000-7000-8000-000000000001';
const IDS = { code: 'ABC123', aliasId: UUID, unpaidTransactionId: UUID } as unknown as Ids;

/** Request classes by route. */
const CLASSES: Readonly<Record<string, RequestClass>> = {
  'POST /directbilling/:serviceId/transactions': CreateDirectBillingTransactionRequest,
  'POST /sms/:serviceId': CheckSmsCodeRequest,
  'POST /payment/:serviceId/transactions': CreatePaymentRequest,
  'POST /payment/:serviceId/transactions/:transactionId/refunds': CreateRefundRequest,
  'POST /payment/:serviceId/links': CreateLinkRequest,
  'POST /payment/:serviceId/blik/level0/:transactionId': Level0Request,
  'POST /payment/:serviceId/blik/subscriptions': CreateSubscriptionRequest,
  'POST /payment/:serviceId/blik/subscriptions/:subscriptionId/autopayment': CreateChargeRequest,
  'DELETE /payment/:serviceId/blik/aliases': UnregisterAliasRequest,
  'DELETE /payment/:serviceId/blik/aliases/:aliasId': UnregisterReason,
};
const RUNS_EACH = Math.ceil(100_000 / Object.keys(CLASSES).length);

/** Values that are valid in some fields and invalid in others. */
const VALUES: readonly Json[] = [
  ...[null, true, false, 0, -1, 1, 1.5, 0.1 + 0.2, 9.99, 999_999.99, 1e300, 7055, 10 ** 17],
  ...['', ' ', 'a', 'abcdef', 'a'.repeat(64), 'a'.repeat(65), 'a'.repeat(1025), '😀'.repeat(64), '\u0000', '\u200b', '4111 1111 1111 1111'],
  ...['PL', 'pl', 'XX', 'PLN', 'EUR', 'net', 'A', 'O', '1M', '2030-01-01', '2030-13-01', '2031-01-01T00:00:00Z', '80001', '555123', UUID],
  ...['jan@example.com', 'jan@', '198.51.100.7', '::1', 'https://shop.example/a', 'ftp://shop.example', 'blik', 'blik-recurrent', 'UID'],
  ...[[], {}, [[]], [{}], ['blik'], ['blik', 'paypal'], [1], { name: 'x' }, { blik: true }, { T6: '777123' }],
];
const CHANGE_COUNT = { minLength: 0, maxLength: 3 };
const changes = fc.array(
  fc.record({ at: fc.nat(), value: fc.option(fc.constantFrom(...VALUES), { nil: undefined, freq: 8 }) }),
  CHANGE_COUNT,
);

/** Positions of all members of a body, including nested members. */
function members(body: Json): { parent: Record<string, Json>; name: string }[] {
  if (typeof body !== 'object' || body === null) return [];
  const parent = body as Record<string, Json>;
  return Object.keys(parent).flatMap((name) => [{ parent, name }, ...members(parent[name] ?? null)]);
}

/** A copy of the body with some members replaced. Members without a new value are removed. */
function applyChanges(known: Json, replacements: readonly { at: number; value: Json | undefined }[]): Json {
  const body = structuredClone(known);
  for (const { at, value } of replacements) {
    const positions = members(body);
    const position = positions[at % Math.max(positions.length, 1)];
    if (!position) continue;
    if (value === undefined && Array.isArray(position.parent)) position.parent.splice(Number(position.name), 1);
    else if (value === undefined) delete position.parent[position.name];
    else position.parent[position.name] = structuredClone(value);
  }
  return body;
}

const pipe = new InputValidationPipe();
const validateWithLibraries = async (requestClass: RequestClass, prepared: unknown): Promise<unknown> =>
  ValidationPipe.prototype.transform.call(pipe, prepared, { type: 'body', metatype: requestClass as never }).catch(() => null);
const prepareBody = (body: Json, requestClass: RequestClass): unknown =>
  pickDeclaredFields(normalizeBody(body, requestClass), requestClass);

describe('a body that the fast validation accepts', () => {
  it.each(Object.entries(CLASSES))('is converted exactly as by class-transformer and class-validator: %s', async (route, requestClass) => {
    const knownBody = VALID_BODIES[route]?.(IDS) as Json;
    expect(buildValidRequest(requestClass, prepareBody(knownBody, requestClass))).not.toBeNull();
    let [accepted, rejected] = [0, 0];
    await fc.assert(
      fc.asyncProperty(changes, async (replacements) => {
        const body = applyChanges(knownBody, replacements);
        const fastResult = buildValidRequest(requestClass, prepareBody(body, requestClass));
        const expected = await validateWithLibraries(requestClass, prepareBody(body, requestClass));
        if (fastResult === null) return void (rejected += expected === null ? 1 : 0); // the fast validation leaves the decision to the libraries
        accepted += 1;
        expect(fastResult).toStrictEqual(expected);
        expect(JSON.stringify(fastResult)).toBe(JSON.stringify(expected)); // also compares the order of members
      }),
      { numRuns: RUNS_EACH },
    );
    expect(Math.min(accepted, rejected)).toBeGreaterThan(RUNS_EACH / 20);
  });
});
