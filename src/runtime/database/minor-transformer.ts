import type { ValueTransformer } from 'typeorm';

/** Converts amounts in minor units to numbers: the driver returns `bigint` as text. Such amounts are safe integers. */
export const minorTransformer: ValueTransformer = {
  to: (value: number | null | undefined) => value,
  from: (value: string | null) => (value === null ? null : Number(value)),
};
