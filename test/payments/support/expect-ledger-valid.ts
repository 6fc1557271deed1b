import { expect } from '@jest/globals';
import { VerifyLedgerService } from '../../../src/platform/ledger/verify-ledger.service.js';
import { expectConsistent } from '../../faults/support/expect-consistent.js';
import type { World } from '../../support/world.js';

/** Fails unless the ledger holds exactly what the rows of all products say, and no change is incomplete. */
export async function expectLedgerValid(world: World): Promise<void> {
  expect(await world.get(VerifyLedgerService).run()).toMatchObject({ firstInconsistentRow: null });
  await expectConsistent({ sql: (text, values) => world.database.query(text, values) });
}

/**
 * For the end of a suite. The ledger only grows, so errors of every test are still in it.
 * A check after each test would double the duration of the suite.
 */
export async function stopAndVerifyLedger(world: World): Promise<void> {
  try {
    await expectLedgerValid(world);
  } finally {
    await world.stop();
  }
}
