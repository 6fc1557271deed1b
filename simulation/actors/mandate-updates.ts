import type { AliasResult } from '../../src/connectors/acquirers/port/alias.js';
import type { MandateOutcome, MandateResult } from '../../src/connectors/acquirers/port/mandate.js';
import type { Mandate, MandateBankState, RevokedBy } from '../model/mandate.js';
import type { AliasAppState, ModelAlias } from '../model/model-alias.js';

type MandateReports = MandateOutcome['outcome'];

const OF_MANDATE: Record<MandateBankState, MandateReports> = {
  unseen: 'unknown',
  open: 'pending',
  active: 'active',
  refused: 'failed',
  expired: 'expired',
  revoked: 'revoked',
};

const OF_ALIAS: Record<AliasAppState, AliasResult['outcome']> = {
  unseen: 'unknown',
  pending: 'pending',
  active: 'active',
  refused: 'failed',
  unregistered: 'unregistered',
  replaced: 'unregistered',
  expired: 'expired',
};

/** A bank's report about a mandate, which the model notes. @param outcome the true one, or an untrue one instead. */
export function mandateUpdate(mandate: Mandate, outcome: MandateReports = OF_MANDATE[mandate.actualState]): MandateResult {
  const { reportedOutcomes, first, reference, revokedBy } = mandate;
  const by: RevokedBy = revokedBy ?? 'payer';
  reportedOutcomes.add(outcome === 'revoked' ? `revoked by ${by}` : outcome);
  if (outcome === 'failed') first?.reportedOutcomes.add('failed');
  return mandateResult({
    ...(outcome === 'failed' ? { outcome, reason: 'payer_declined' } : outcome === 'revoked' ? { outcome, by } : { outcome }),
    providerRef: `ag-${reference}`,
  });
}

/** A bank's report about an alias, in the same way. */
export function aliasUpdate(alias: ModelAlias, outcome: AliasResult['outcome'] = OF_ALIAS[alias.actualState]): AliasResult {
  alias.reportedOutcomes.add(outcome);
  const isKnown = outcome === 'active';
  return aliasResult({
    ...(outcome === 'failed' ? { outcome, reason: 'payer_declined' } : { outcome }),
    providerRef: `al-${alias.reference}`,
    appKey: isKnown ? alias.app : null,
    expiresAt: isKnown ? alias.until : null,
  });
}

export const NO_MANDATE_UPDATE = mandateResult({ outcome: 'unknown' });
export const NO_ALIAS_UPDATE = aliasResult({ outcome: 'unknown' });

function mandateResult(report: MandateOutcome & { providerRef?: string }): MandateResult {
  return { providerRef: null, data: null, next: { kind: 'none' }, appKey: null, rawCode: null, ...report };
}

function aliasResult(report: Pick<AliasResult, 'outcome'> & Partial<AliasResult>): AliasResult {
  return { providerRef: null, data: null, appKey: null, expiresAt: null, rawCode: null, ...report } as AliasResult;
}
