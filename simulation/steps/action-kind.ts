import { DomainError } from '../../src/common/errors/domain-error.js';
import type { GatewayProcess } from '../world/gateway-process.js';
import type { World } from '../world/world.js';
import type { Action } from '../actions/step.js';

export type ActionOf<Kind extends Action['kind']> = Extract<Action, { kind: Kind }>;

/** How one kind of action is shown in the transcript and performed, by an actor outside or by a process of the gateway. */
export interface ActionKind<A extends Action> {
  /** For the transcript. */
  title(action: A, world: World): string;
  /** Performs the part of the action outside the gateway, which changes only the model. Called before `gatewayWork`. */
  actOutside?(world: World, action: A): void | Promise<void>;
  /**
   * The work of the gateway's process, which the caller starts.
   * @returns null when there is nothing to do, for example because the step that creates the sale was left out or failed.
   */
  gatewayWork?(
    world: World,
    process: GatewayProcess,
    action: A,
  ): Promise<(() => Promise<unknown>) | null> | (() => Promise<unknown>) | null;
}

export type ActionKinds<Kind extends Action['kind']> = { [K in Kind]: ActionKind<ActionOf<K>> };

/** Returns the id of a sale's row, or null. The row is found by `control`, in which the partner stores the sale's name. */
export async function rowIdOf(
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

/**
 * Error handler of a call that the gateway may reject.
 * @param onRejected receives the error code, for calls whose rejections the model can check.
 */
export function ignoreRejection(world: World, onRejected: (code: string) => void = () => undefined): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof DomainError)) throw error;
    world.transcript.add(`rejected: ${error.code}`);
    onRejected(error.code);
  };
}
