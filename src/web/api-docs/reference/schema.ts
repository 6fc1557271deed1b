import type { OpenAPIObject } from '@nestjs/swagger';

/** What the document's schemas use of JSON Schema. */
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
  /** One part, of a reference that says something of its own. */
  allOf?: Schema[];
}

/** Reads schemas of a document, following their references. */
export class Schemas {
  constructor(private readonly document: OpenAPIObject) {}

  /** The schema itself; of one that may also be null, the other part. */
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
