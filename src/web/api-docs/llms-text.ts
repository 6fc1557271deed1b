import type { GuideLink } from './site/guide-pages.js';

/** An index of the pages for language models (llmstxt.org). @param baseUrl public URL of the gateway */
export function llmsText(guides: readonly GuideLink[], baseUrl: string): string {
  const page = (name: string): string => `${baseUrl}/docs/${name}`;
  return `# Payment Gateway

> An HTTP/JSON API by which shops take payments: online (BLIK, bank transfers, cards, wallets, vouchers), on phone bills, and by premium SMS. Base URL: ${baseUrl}

Rules that programs get wrong most often:

- Send \`Authorization: Bearer <token>\` and JSON in UTF-8 with \`Content-Type: application/json\`.
- Amounts are JSON numbers with at most two decimals, such as 49.99; never text, never minor units. A binary fraction such as 39.979999999999997 is accepted as 39.98.
- Time filters need ISO 8601 with an offset; fractions of a second are allowed: 2026-11-21T13:05:09+01:00 or 2026-11-21T12:05:09.123Z.
- Deliver goods because of a verified notification, never because the payer came back to the shop.
- Verify notifications with the Standard Webhooks headers over the raw body, before it is parsed. Answer 200 with the text OK.
- A notification may come twice: act once for each \`webhook-id\`.
- Give each POST an \`Idempotency-Key\`, a fresh UUID, and repeat the request with the same key when no answer comes.
- An answer 4xx names its page in the header \`Link\`, in the sandbox the mistake in \`X-Error-Hint\`, and members that were ignored in \`X-Ignored-Fields\`.

## Guides

${guides.map(({ name, title, summary }) => `- [${title}](${page(name)}.md): ${summary}`).join('\n')}

## Reference

- [OpenAPI 3.1 document](${page('openapi.json')}): every operation, every notification, every error
- [Collection](${page('collection.json')}): the same for Postman, Bruno and Insomnia
`;
}
