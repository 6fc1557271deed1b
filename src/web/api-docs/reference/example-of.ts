import type { Schema, Schemas } from './schema.js';

const EXAMPLE_OF_FORMAT: Record<string, unknown> = {
  uuid: '019a9d3e-5c1b-7a54-9f6e-2b8c4d1e7f30',
  'date-time': '2026-11-21T13:05:09+01:00',
  date: '2026-11-21',
  uri: 'https://shop.example/',
  iri: 'https://shop.example/',
};
const EXAMPLE_OF_TYPE: Record<string, unknown> = { boolean: false, integer: 1, number: 1.5, string: 'text' };

/** A value that the schema allows: the schema's example, if any. @param isIncluded selects members of the outermost object */
export function exampleOf(schemas: Schemas, schema: Schema, isIncluded: (name: string) => boolean = () => true): unknown {
  const { example, enum: choices, format, type, items, properties, default: defaultValue } = schemas.resolve(schema);
  if (example !== undefined) return example;
  if (properties) {
    const members = Object.entries(properties).filter(([name]) => isIncluded(name));
    return Object.fromEntries(members.map(([name, property]) => [name, exampleOf(schemas, property)]));
  }
  if (items) return [exampleOf(schemas, items)];
  const firstType = [type ?? 'string'].flat()[0] ?? 'string';
  return defaultValue ?? choices?.[0] ?? EXAMPLE_OF_FORMAT[format ?? ''] ?? EXAMPLE_OF_TYPE[firstType];
}
