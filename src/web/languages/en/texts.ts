export { accessibility } from './accessibility.js';
export { directBilling } from './direct-billing.js';
export { links } from './links.js';
export { payments } from './payments.js';
export { shell } from './shell.js';
