import { BusinessClock } from '../../src/common/time/clocks.js';
import type { AliasOperations, AliasResult, StartedAlias } from '../../src/connectors/acquirers/port/alias.js';
import type { AttemptResult, NotFound } from '../../src/connectors/acquirers/port/attempt.js';
import type { Submission } from '../../src/connectors/acquirers/port/submission.js';
import type { ModelAlias } from '../model/model-alias.js';
import type { AcquirerAttempt } from '../model/online-payment.js';
import type { GatewayProcess } from '../world/gateway-process.js';
import type { World } from '../world/world.js';
import { aliasUpdate, NO_ALIAS_UPDATE } from './mandate-updates.js';
import { attemptResult } from './attempt-results.js';
import { decideAlias, expireAlias } from './bank-decisions.js';

/** Aliases in the apps of the banks, for the connectors of one process. */
export class BankAliases implements AliasOperations {
  constructor(
    private readonly world: World,
    private readonly getProcess: () => GatewayProcess,
  ) {}

  pollAlias({ reference }: StartedAlias): Promise<AliasResult | NotFound> {
    return this.callAboutAlias(reference, 'question about', (alias) => expireAlias(this.world, alias));
  }

  unregisterAlias({ reference }: StartedAlias): Promise<AliasResult | NotFound> {
    return this.callAboutAlias(reference, 'end of', (alias) => {
      if (alias.actualState === 'pending' || alias.actualState === 'active') alias.actualState = 'unregistered';
    });
  }

  /** Adds the alias that a payment by code requests to register. @returns null when the submission requests no alias. */
  adoptRequestedAlias({ payment }: AcquirerAttempt, submission: Submission): ModelAlias | null {
    const { register: requestedAlias } = submission.kind === 'code' ? submission : { register: null };
    if (!requestedAlias) return null;
    const action = this.world.actionOf(this.getProcess());
    const registration = action.kind === 'pay by code' ? action.registration : null;
    const startedAt = this.getProcess().get(BusinessClock).now();
    const { reference, value: bankValue } = requestedAlias;
    return this.world.model.blik.adoptAlias(payment, {
      reference,
      bankValue,
      partnerValue: `customer-${registration?.aliasNumber}`,
      app: `app-${registration?.appNumber ?? 0}`,
      startedAt,
    });
  }

  /** Applies the app's decision on the requested alias. The app registers the alias only when the code has paid. */
  decideRegistration(alias: ModelAlias, isPaid: boolean, isCodeRefused: boolean): void {
    const action = this.world.actionOf(this.getProcess());
    const decision = action.kind === 'pay by code' ? (action.registration?.decision ?? 'pending') : 'pending';
    if (alias.actualState === 'unseen') decideAlias(this.world, alias, isCodeRefused ? 'refused' : isPaid ? decision : 'pending');
    if (isCodeRefused) alias.reportedOutcomes.add('code refused');
  }

  /** @returns the result of a payment by an alias that cannot be used; null when exactly one app has the alias, and for a code. */
  aliasFailure({ payment }: AcquirerAttempt, submission: Submission): AttemptResult | null {
    if (submission.kind === 'code') return null;
    const { value, app, reference } = submission;
    const aliasesOfValue = [...this.world.model.blik.aliases.values()].filter((alias) => alias.bankValue === value);
    const aliasOfOtherService = aliasesOfValue.find((alias) => alias.payment.service !== payment.service);
    if (aliasOfOtherService)
      this.world.found(
        'no service uses the alias of another one',
        `${payment.name} is paid with ${aliasOfOtherService.name}, which is the alias of another service`,
      );
    const aliasesInApp = aliasesOfValue.filter((alias) => app === null || alias.app === app);
    // The app that the partner names is from an earlier list of the acquirer, and the alias may have ended in that app since. Therefore
    // an active alias in any app suffices for the check below.
    const action = this.world.actionOf(this.getProcess());
    const acceptableAliases = action.kind === 'pay by alias' && action.identifiedBy === 'value and app' ? aliasesOfValue : aliasesInApp;
    if (!this.world.step.concurrent && !acceptableAliases.some(({ gatewayState }) => gatewayState === 'alias_active'))
      this.world.found('an ended alias does not pay', `${payment.name} is paid with ${value}, which is no active alias`);
    for (const alias of aliasesInApp) expireAlias(this.world, alias);
    const activeAliases = aliasesInApp.filter(({ actualState }) => actualState === 'active');
    if (activeAliases.length === 1) return null;
    const alternatives = activeAliases.map((alias) => ({ key: alias.app, label: alias.name }));
    const reason = activeAliases.length === 0 ? 'alias_unknown' : 'alias_ambiguous';
    return attemptResult({ outcome: 'failed', reason, submission: reference, next: { kind: 'needsCode', alternatives } });
  }

  /** @param verb first words of the call's description. */
  private callAboutAlias(reference: string, verb: string, onArrival: (alias: ModelAlias) => void): Promise<AliasResult | NotFound> {
    const alias = this.world.model.blik.alias(reference);
    if (!alias) return Promise.resolve({ outcome: 'not_found' }); // the row was stored in this step, and the request never arrived
    return this.world.calls.call<AliasResult | NotFound>(this.getProcess(), {
      description: `${verb} ${alias.name}`,
      onArrival: () => onArrival(alias),
      response: () => {
        const isForgotten = this.world.random('forgets', alias.name).chance(this.world.isTruthful ? 0 : 0.05);
        return alias.actualState === 'unseen' || isForgotten ? { outcome: 'not_found' } : aliasUpdate(alias);
      },
      whenUnanswered: () => NO_ALIAS_UPDATE,
    });
  }
}
