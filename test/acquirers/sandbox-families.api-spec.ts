import { describeFamily } from './sandbox-family.contract.js';

describeFamily('a transfer', 'mbank');
describeFamily('a card', 'card');
describeFamily('a wallet in two steps', 'paypal');
