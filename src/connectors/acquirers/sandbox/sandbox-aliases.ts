import type { ProviderResponse } from '../../http/provider-request.js';
import type { AliasOperations, AliasResult, StartedAlias } from '../port/alias.js';
import type { NotFound } from '../port/attempt.js';
import { toAliasPollResult } from './sandbox-mandate.mapping.js';
import type { SandboxClient } from './sandbox-client.js';
import { notFound } from './sandbox-acquirer.mapping.js';

/** Polls and unregisters aliases at the simulated acquirer, by the gateway's reference. */
export class SandboxAliases implements AliasOperations {
  constructor(private readonly client: SandboxClient) {}

  async pollAlias({ reference }: StartedAlias): Promise<AliasResult | NotFound> {
    return toPolledAlias(await this.client.get(pathOf(reference)));
  }

  async unregisterAlias({ reference }: StartedAlias): Promise<AliasResult | NotFound> {
    return toPolledAlias(await this.client.post(`${pathOf(reference)}/unregister`, {}));
  }
}

function toPolledAlias(response: ProviderResponse): AliasResult | NotFound {
  return notFound(response) ?? toAliasPollResult(response);
}

function pathOf(reference: string): string {
  return `aliases/of/${encodeURIComponent(reference)}`;
}
