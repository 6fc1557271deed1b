import type { OpenAPIObject } from '@nestjs/swagger';

/** The keywords of JSON Schema that the document uses. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  description?: string;
  enum?: unknown[];
  default?: string | number | boolean | null;
  example?: unknown;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  /** One part means a reference with a description of its own. */
  allOf?: Schema[];
}

/** Reads schemas of a document, following their references. */
export class Schemas {
  constructor(private readonly document: OpenAPIObject) {}

  /** Resolves a schema. For a nullable schema, returns the part that is not null. */
  resolve(schema: Schema): Schema {
    if (schema.$ref) return this.resolve(this.find(schema.$ref));
    const [part] = schema.anyOf?.filter(({ type }) => type !== 'null') ?? schema.allOf ?? [];
    return part ? { ...this.resolve(part), ...(schema.description && { description: schema.description }) } : schema;
  }

  isNullable({ type, anyOf = [] }: Schema): boolean {
    return [type ?? [], anyOf.map((part) => part.type ?? '')].flat(2).includes('null');
  }

  private find(reference: string): Schema {
    const name = reference.split('/').at(-1) ?? '';
    return this.document.components?.schemas?.[name] ?? {};
  }
}
