import type { Schema, Schemas } from './schema.js';

/** One line of a reference page: a parameter, or a member of a body with its path such as `data[].id`. */
export interface ReferenceField {
  name: string;
  type: string;
  /** The description, followed by the limits. */
  notes: string[];
  required: boolean;
}

/** All members of an object. Each member is followed by its own members. */
export function referenceFieldsOf(schemas: Schemas, schema: Schema, prefix = ''): ReferenceField[] {
  const { properties = {}, required = [] } = schemas.resolve(schema);
  return Object.entries(properties).flatMap(([name, property]) => {
    const { items } = schemas.resolve(property);
    const path = `${prefix}${name}${items ? '[]' : ''}`;
    return [fieldOf(schemas, path, property, required.includes(name)), ...referenceFieldsOf(schemas, items ?? property, `${path}.`)];
  });
}

export function fieldOf(schemas: Schemas, name: string, schema: Schema, required: boolean): ReferenceField {
  const resolved = schemas.resolve(schema);
  const description = resolved.description ?? (resolved.items && schemas.resolve(resolved.items).description);
  return {
    name,
    required,
    type: typeOf(schemas, schema),
    notes: [description, ...limitsOf(resolved.items ?? resolved)].filter(isNotEmpty),
  };
}

function typeOf(schemas: Schemas, schema: Schema): string {
  const { type, format, items } = schemas.resolve(schema);
  const typeName = [type ?? 'object'].flat().find((name) => name !== 'null') ?? 'null';
  const text = items ? `array of ${typeOf(schemas, items)}` : (FORMAT_NAMES[format ?? ''] ?? typeName);
  return schemas.isNullable(schema) ? `${text} or null` : text;
}

const FORMAT_NAMES: Record<string, string> = { uuid: 'UUID', uri: 'URL', iri: 'URL', 'date-time': 'timestamp' };

function limitsOf(schema: Schema): (string | undefined)[] {
  const { minimum, maximum, maxLength, pattern, default: defaultValue } = schema;
  const choices = schema.enum?.filter((value) => value !== null && typeof value !== 'boolean') ?? [];
  return [
    choices.length > 0 ? `One of ${choices.map((value) => `\`${String(value)}\``).join(', ')}.` : undefined,
    minimum !== undefined && maximum !== undefined ? `From ${minimum} to ${maximum}.` : undefined,
    maxLength === undefined ? undefined : `At most ${maxLength} characters.`,
    pattern === undefined ? undefined : `Matches \`${pattern}\`.`,
    defaultValue === undefined ? undefined : `Default: \`${String(defaultValue)}\`.`,
  ];
}

const isNotEmpty = (text: string | undefined): text is string => text !== undefined && text !== '';
