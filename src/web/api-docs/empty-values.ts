import type { OpenAPIObject } from '@nestjs/swagger';
import { NON_EMPTY_FIELDS } from '../../common/validation/optional-fields.js';
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

/** Allows, for each optional member of a request, an empty text, and an empty list instead of an object. Both are normalized to null. */
export function describeEmptyValues(document: OpenAPIObject): void {
  const schemas = (document.components?.schemas ?? {}) as Record<string, Schema>;
  const described = new Set<Schema>();
  const describe = ({ $ref, items, anyOf = [] }: Schema): void => {
    for (const part of [...anyOf, ...(items ? [items] : [])]) describe(part);
    const schema = schemas[$ref?.split('/').at(-1) ?? ''];
    if (!schema || described.has(schema)) return;
    described.add(schema);
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      describe(property);
      if (!schema.required?.includes(name) && !NON_EMPTY_FIELDS.includes(name))
        Object.assign(schema.properties ?? {}, { [name]: orEmpty(property) });
    }
  };
  for (const { operation } of operationsOf(document)) {
    const body = operation.requestBody as { content?: Record<string, { schema?: Schema }> } | undefined;
    for (const { schema } of Object.values(body?.content ?? {})) if (schema) describe(schema);
  }
}

function orEmpty(property: Schema): Schema {
  const { anyOf } = property;
  if (anyOf) return { ...property, anyOf: [...anyOf, EMPTY_LIST, EMPTY_TEXT] };
  return takesEmptyText(property) ? property : { anyOf: [property, EMPTY_TEXT] };
}

const takesEmptyText = ({ type = [], format, pattern, enum: choices, minLength = 0 }: Schema): boolean =>
  [type].flat().includes('string') && !format && !pattern && !choices && minLength === 0;
