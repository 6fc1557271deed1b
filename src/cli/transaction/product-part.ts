/** What a product itself knows about a transaction: members of the JSON answer, and blocks of text under headings. */
export interface ProductPart {
  /** When it was made, and the state it was made in. */
  beginning: { at: Date; to: string };
  json: Record<string, unknown>;
  blocks: (readonly [heading: string, body: string])[];
}
