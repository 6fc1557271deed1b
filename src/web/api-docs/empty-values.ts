import type { OpenAPIObject } from '@nestjs/swagger';
import { NON_EMPTY_FIELDS } from '../../common/validation/normalize-body.js';
import { operationsOf } from './operations.js';

interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  minLength?: number;
  items?: Schema;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
}

const EMPTY_TEXT = { type: 'string', maxLength: 0 };
const EMPTY_LIST = { type: 'array', maxItems: 0 };

/** Declares for each optional member of a request that an empty text is accepted, and for an object an empty list. Both become null. */
export function describeEmptyValues(document: OpenAPIObject): void {
  const schemas = (document.components?.schemas ?? {}) as Record<string, Schema>;
  const visited = new Set<Schema>();
  const describe = ({ $ref, items, anyOf = [] }: Schema): void => {
    for (const part of [...anyOf, ...(items ? [items] : [])]) describe(part);
    const schema = schemas[$ref?.split('/').at(-1) ?? ''];
    if (!schema || visited.has(schema)) return;
    visited.add(schema);
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      describe(property);
      if (!schema.required?.includes(name) && !NON_EMPTY_FIELDS.includes(name))
        Object.assign(schema.properties ?? {}, { [name]: allowEmpty(property) });
    }
  };
  for (const { operation } of operationsOf(document)) {
    const body = operation.requestBody as { content?: Record<string, { schema?: Schema }> } | undefined;
    for (const { schema } of Object.values(body?.content ?? {})) if (schema) describe(schema);
  }
}

function allowEmpty(property: Schema): Schema {
  const { anyOf } = property;
  // Members with `anyOf` are objects that may be null, and `steamid`, which is a number or a text.
  if (anyOf) return { ...property, anyOf: [...anyOf, EMPTY_LIST, EMPTY_TEXT] };
  return allowsEmptyText(property) ? property : { anyOf: [property, EMPTY_TEXT] };
}

const allowsEmptyText = ({ type = [], format, pattern, enum: choices, minLength = 0 }: Schema): boolean =>
  [type].flat().includes('string') && !format && !pattern && !choices && minLength === 0;
