import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';

const HEAD = '// Made from docs/openapi.json by `npm run docs`: changes belong into the code that describes the API.\n\n';

/** TypeScript types of the requests and responses of the API. @param document the OpenAPI document as JSON */
export async function apiTypes(document: string): Promise<string> {
  const types = await openapiTS(JSON.parse(document, (_name, part: Part) => withoutEmptyValues(part)) as OpenAPI3);
  return HEAD + astToString(types);
}

interface Part {
  anyOf?: (Part & { maxLength?: number; maxItems?: number })[];
}

/**
 * Some clients send an empty text or list for an omitted value, and the document allows this by `anyOf`.
 * TypeScript has no type for an empty text. The generated type would be `string` and allow any text, so this alternative is removed.
 */
function withoutEmptyValues(part: Part): Part {
  if (typeof part !== 'object' || part === null || !part.anyOf) return part;
  const { anyOf, ...rest } = part;
  const values = anyOf.filter(({ maxLength, maxItems }) => maxLength !== 0 && maxItems !== 0);
  return values.length === 1 ? { ...values[0], ...rest } : { ...rest, anyOf: values };
}
