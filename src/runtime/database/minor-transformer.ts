import type { ValueTransformer } from 'typeorm';

/** The driver returns `bigint` as text; minor units are safe integers. */
export const minorTransformer: ValueTransformer = {
  to: (value: number | null | undefined) => value,
  from: (value: string | null) => (value === null ? null : Number(value)),
};
