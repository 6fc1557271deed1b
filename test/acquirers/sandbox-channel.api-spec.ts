import { describeFamily } from './sandbox-family.contract.js';

// A payment with a BLIK code sends all requests of the other families (see sandbox-families.api-spec.ts), and submits the code in addition.
describeFamily('a BLIK code', 'blik');
