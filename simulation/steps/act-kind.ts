import { DomainError } from '../../src/common/errors/domain-error.js';
import type { GatewayProcess } from '../world/gateway-process.js';
import type { World } from '../world/world.js';
import type { Act } from '../acts/step.js';

export type ActOf<Kind extends Act['kind']> = Extract<Act, { kind: Kind }>;

/** How one kind of act is told, and how it is done: by somebody outside, or by a process of the gateway. */
export interface ActKind<A extends Act> {
  /** For the story. */
  title(act: A, world: World): string;
  /** What somebody outside does, without the gateway. */
  outside?(world: World, act: A): void | Promise<void>;
  /**
   * What the process is asked to do.
   * @returns null when nothing comes of it: what it is about does not exist, because its step was left out or came to nothing.
   */
  inside?(world: World, process: GatewayProcess, act: A): Promise<(() => Promise<unknown>) | null> | (() => Promise<unknown>) | null;
}

export type ActKinds<Kind extends Act['kind']> = { [K in Kind]: ActKind<ActOf<K>> };

/** Id of a sale's row, when there is one. The partner finds it by his own word for it. */
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

/** The gateway may say no. @param judge told of the code, where the books know whether it may. */
export function refused(world: World, judge: (code: string) => void = () => undefined): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof DomainError)) throw error;
    world.story.tell(`refused: ${error.code}`);
    judge(error.code);
  };
}
