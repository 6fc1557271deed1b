import { describeFamily } from './sandbox-family.contract.js';

// A BLIK code sends all requests of the other families, and one more. The other families are tested in sandbox-families.api-spec.ts.
describeFamily('a BLIK code', 'blik');
