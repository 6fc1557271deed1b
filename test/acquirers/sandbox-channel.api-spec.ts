import { describeFamily } from './sandbox-family.contract.js';

// A BLIK code makes all the requests that the other families make, and one more. Those are in sandbox-families.api-spec.ts.
describeFamily('a BLIK code', 'blik');
