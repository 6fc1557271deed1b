import type { AliasResult } from '../../src/connectors/channels/port/alias.js';
import type { ConsentOutcome, ConsentResult } from '../../src/connectors/channels/port/consent.js';
import type { Agreement, AgreementDeed, RevokedBy } from '../books/agreement.js';
import type { AliasDeed, KnownAlias } from '../books/known-alias.js';

type ConsentWords = ConsentOutcome['outcome'];

const OF_AGREEMENT: Record<AgreementDeed, ConsentWords> = {
  unseen: 'unknown',
  open: 'pending',
  active: 'active',
  refused: 'failed',
  expired: 'expired',
  revoked: 'revoked',
};

const OF_ALIAS: Record<AliasDeed, AliasResult['outcome']> = {
  unseen: 'unknown',
  pending: 'pending',
  active: 'active',
  refused: 'failed',
  unregistered: 'unregistered',
  replaced: 'unregistered',
  expired: 'expired',
};

/** What a bank says of an agreement; it is noted as said. @param outcome what is so, or what it says instead. */
export function agreementWord(agreement: Agreement, outcome: ConsentWords = OF_AGREEMENT[agreement.deed]): ConsentResult {
  const { said, first, reference, revokedBy } = agreement;
  const by: RevokedBy = revokedBy ?? 'payer';
  said.add(outcome === 'revoked' ? `revoked by ${by}` : outcome);
  if (outcome === 'failed') first?.said.add('failed');
  return consentResult({
    ...(outcome === 'failed' ? { outcome, reason: 'payer_declined' } : outcome === 'revoked' ? { outcome, by } : { outcome }),
    providerRef: `ag-${reference}`,
  });
}

/** The same of an alias. */
export function aliasWord(alias: KnownAlias, outcome: AliasResult['outcome'] = OF_ALIAS[alias.deed]): AliasResult {
  alias.said.add(outcome);
  const isKnown = outcome === 'active';
  return aliasResult({
    ...(outcome === 'failed' ? { outcome, reason: 'payer_declined' } : { outcome }),
    providerRef: `al-${alias.reference}`,
    appKey: isKnown ? alias.app : null,
    expiresAt: isKnown ? alias.until : null,
  });
}

export const NO_AGREEMENT_WORD = consentResult({ outcome: 'unknown' });
export const NO_ALIAS_WORD = aliasResult({ outcome: 'unknown' });

function consentResult(word: ConsentOutcome & { providerRef?: string }): ConsentResult {
  return { providerRef: null, data: null, next: { kind: 'none' }, appKey: null, rawCode: null, ...word };
}

function aliasResult(word: Pick<AliasResult, 'outcome'> & Partial<AliasResult>): AliasResult {
  return { providerRef: null, data: null, appKey: null, expiresAt: null, rawCode: null, ...word } as AliasResult;
}
