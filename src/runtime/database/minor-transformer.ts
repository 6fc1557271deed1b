import type { ValueTransformer } from 'typeorm';

/** `bigint` arrives as text from the driver; minor units are safe integers. */
export const minorTransformer: ValueTransformer = {
  to: (value: number | null | undefined) => value,
  from: (value: string | null) => (value === null ? null : Number(value)),
};
