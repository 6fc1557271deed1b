import { expect } from '@jest/globals';
import { VerifyLedgerService } from '../../../src/platform/ledger/verification/verify-ledger.service.js';
import { expectConsistent } from '../../faults/support/expect-consistent.js';
import type { World } from '../../support/world.js';

/** Fails when the ledger differs from the rows of the products, or when a change of state is incomplete. */
export async function expectLedgerValid(world: World): Promise<void> {
  expect(await world.get(VerifyLedgerService).run()).toMatchObject({ firstInconsistentRow: null });
  await expectConsistent({ sql: (text, values) => world.database.query(text, values) });
}

/**
 * For `afterAll`. Ledger entries are never deleted, so one check at the end finds the errors of all tests.
 * A check after each test would double the duration of the suite.
 */
export async function stopAndVerifyLedger(world: World): Promise<void> {
  try {
    await expectLedgerValid(world);
  } finally {
    await world.stop();
  }
}
