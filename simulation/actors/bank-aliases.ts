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

/** The banks' aliases, for the connectors of one process. */
export class BankAliases implements AliasOperations {
  constructor(
    private readonly world: World,
    private readonly self: () => GatewayProcess,
  ) {}

  pollAlias({ reference }: StartedAlias): Promise<AliasResult | NotFound> {
    return this.about(reference, 'question about', (alias) => expireAlias(this.world, alias));
  }

  unregisterAlias({ reference }: StartedAlias): Promise<AliasResult | NotFound> {
    return this.about(reference, 'end of', (alias) => {
      if (alias.actualState === 'pending' || alias.actualState === 'active') alias.actualState = 'unregistered';
    });
  }

  /** A code arrives with a request to register an alias. */
  registers({ payment }: AcquirerAttempt, submission: Submission): ModelAlias | null {
    const { register } = submission.kind === 'code' ? submission : { register: null };
    if (!register) return null;
    const action = this.world.actionOf(this.self());
    const wish = action.kind === 'pay by code' ? action.registers : null;
    const startedAt = this.self().get(BusinessClock).now();
    const { reference, value } = register;
    return this.world.model.blik.adoptAlias(payment, {
      reference,
      value,
      partnerValue: `customer-${wish?.value}`,
      app: `app-${wish?.app ?? 0}`,
      startedAt,
    });
  }

  /** The app's answer to that request, which depends on whether the payer has agreed to pay. */
  hears(alias: ModelAlias, paid: boolean, refused: boolean): void {
    const action = this.world.actionOf(this.self());
    const wanted = action.kind === 'pay by code' ? (action.registers?.answer ?? 'pending') : 'pending';
    if (alias.actualState === 'unseen') decideAlias(this.world, alias, refused ? 'refused' : paid ? wanted : 'pending');
    if (refused) alias.reportedOutcomes.add('code refused');
  }

  /** Why an alias does not pay; null when an app knows it and asks its payer. */
  whyNot({ payment }: AcquirerAttempt, submission: Submission): AttemptResult | null {
    if (submission.kind === 'code') return null;
    const { value, app, reference } = submission;
    const ofValue = [...this.world.model.blik.aliases.values()].filter((alias) => alias.value === value);
    const foreign = ofValue.find((alias) => alias.payment.service !== payment.service);
    if (foreign)
      this.world.found('an alias is its service’s', `${payment.name} is to be paid with ${foreign.name}, which is another service’s`);
    const named = ofValue.filter((alias) => app === null || alias.app === app);
    // A partner may name an app that the channel once named for the value, as long as any app knows the value.
    const action = this.world.actionOf(this.self());
    const meant = action.kind === 'pay by alias' && action.how === 'value and app' ? ofValue : named;
    if (!this.world.step.concurrent && !meant.some(({ state }) => state === 'alias_active'))
      this.world.found('an alias that is over pays nothing', `${payment.name} is to be paid with ${value}, which no app knows any more`);
    for (const alias of named) expireAlias(this.world, alias);
    const known = named.filter(({ actualState }) => actualState === 'active');
    if (known.length === 1) return null;
    const alternatives = known.map((alias) => ({ key: alias.app, label: alias.name }));
    const reason = known.length === 0 ? 'alias_unknown' : 'alias_ambiguous';
    return attemptResult({ outcome: 'failed', reason, submission: reference, next: { kind: 'needsCode', alternatives } });
  }

  private about(reference: string, what: string, arrive: (alias: ModelAlias) => void): Promise<AliasResult | NotFound> {
    const alias = this.world.model.blik.alias(reference);
    if (!alias) return Promise.resolve({ outcome: 'not_found' }); // recorded in this step by a process that died before its call
    return this.world.calls.call<AliasResult | NotFound>(this.self(), {
      description: `${what} ${alias.name}`,
      onArrival: () => arrive(alias),
      response: () => {
        const isForgetful = this.world.random('forgets', alias.name).chance(this.world.isTruthful ? 0 : 0.05);
        return alias.actualState === 'unseen' || isForgetful ? { outcome: 'not_found' } : aliasUpdate(alias);
      },
      whenUnanswered: () => NO_ALIAS_UPDATE,
    });
  }
}
