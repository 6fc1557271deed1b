import type { AliasResult } from '../../src/connectors/acquirers/port/alias.js';
import type { MandateOutcome, MandateResult } from '../../src/connectors/acquirers/port/mandate.js';
import type { Mandate, MandateBankState, RevokedBy } from '../model/mandate.js';
import type { AliasAppState, ModelAlias } from '../model/model-alias.js';

type MandateOutcomeName = MandateOutcome['outcome'];

const OUTCOME_OF_MANDATE_STATE: Record<MandateBankState, MandateOutcomeName> = {
  unseen: 'unknown',
  open: 'pending',
  active: 'active',
  refused: 'failed',
  expired: 'expired',
  revoked: 'revoked',
};

const OUTCOME_OF_ALIAS_STATE: Record<AliasAppState, AliasResult['outcome']> = {
  unseen: 'unknown',
  pending: 'pending',
  active: 'active',
  refused: 'failed',
  unregistered: 'unregistered',
  replaced: 'unregistered',
  expired: 'expired',
};

/** Returns a bank's status update about a mandate and records it in the model. @param outcome by default that of the actual state. */
export function mandateUpdate(
  mandate: Mandate,
  outcome: MandateOutcomeName = OUTCOME_OF_MANDATE_STATE[mandate.actualState],
): MandateResult {
  const { reportedOutcomes, firstAttempt, reference, revokedBy } = mandate;
  const by: RevokedBy = revokedBy ?? 'payer';
  reportedOutcomes.add(outcome === 'revoked' ? `revoked by ${by}` : outcome);
  if (outcome === 'failed') firstAttempt?.reportedOutcomes.add('failed');
  return mandateResult({
    ...(outcome === 'failed' ? { outcome, reason: 'payer_declined' } : outcome === 'revoked' ? { outcome, by } : { outcome }),
    providerRef: `ag-${reference}`,
  });
}

/** Returns a bank's status update about an alias and records it in the model. @param outcome by default that of the actual state. */
export function aliasUpdate(alias: ModelAlias, outcome: AliasResult['outcome'] = OUTCOME_OF_ALIAS_STATE[alias.actualState]): AliasResult {
  alias.reportedOutcomes.add(outcome);
  const isActive = outcome === 'active';
  return aliasResult({
    ...(outcome === 'failed' ? { outcome, reason: 'payer_declined' } : { outcome }),
    providerRef: `al-${alias.reference}`,
    appKey: isActive ? alias.app : null,
    expiresAt: isActive ? alias.expiresAt : null,
  });
}

/** The result of a call to the bank that got no response. */
export const NO_MANDATE_UPDATE = mandateResult({ outcome: 'unknown' });
export const NO_ALIAS_UPDATE = aliasResult({ outcome: 'unknown' });

function mandateResult(update: MandateOutcome & { providerRef?: string }): MandateResult {
  return { providerRef: null, data: null, next: { kind: 'none' }, appKey: null, rawCode: null, ...update };
}

function aliasResult(update: Pick<AliasResult, 'outcome'> & Partial<AliasResult>): AliasResult {
  return { providerRef: null, data: null, appKey: null, expiresAt: null, rawCode: null, ...update } as AliasResult;
}
