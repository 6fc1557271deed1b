/** What a product itself knows about a transaction: members of the JSON answer, and blocks of text under headings. */
export interface ProductPart {
  json: Record<string, unknown>;
  blocks: (readonly [heading: string, body: string])[];
}
