import { DomainError } from '../../src/common/errors/domain-error.js';
import type { GatewayProcess } from '../world/gateway-process.js';
import type { World } from '../world/world.js';
import type { Action } from '../actions/step.js';

export type ActionOf<Kind extends Action['kind']> = Extract<Action, { kind: Kind }>;

/** How one kind of action appears in the transcript and carried out, by an outside party or a process of the gateway. */
export interface ActionKind<A extends Action> {
  /** For the transcript. */
  title(action: A, world: World): string;
  /** What an outside party does without the gateway. */
  outside?(world: World, action: A): void | Promise<void>;
  /**
   * What the gateway's process is asked to do.
   * @returns null when there is nothing to do: the sale does not exist, because its step was left out or failed.
   */
  inside?(world: World, process: GatewayProcess, action: A): Promise<(() => Promise<unknown>) | null> | (() => Promise<unknown>) | null;
}

export type ActionKinds<Kind extends Action['kind']> = { [K in Kind]: ActionKind<ActionOf<K>> };

/** Id of a sale's row, if there is one, found by the partner's own reference. */
export async function idOf(
  world: World,
  table: 'direct_billing_transaction' | 'payment_transaction',
  sale: string,
): Promise<string | null> {
  const { rows } = await world.admin.query<{ id: string }>(
    { name: `simulation_${table}`, text: `SELECT id FROM ${table} WHERE control = $1` },
    [sale],
  );
  return rows[0]?.id ?? null;
}

/** A call that the gateway may refuse. @param judge receives the error code, where the model knows whether it is right. */
export function refused(world: World, judge: (code: string) => void = () => undefined): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof DomainError)) throw error;
    world.transcript.tell(`refused: ${error.code}`);
    judge(error.code);
  };
}
