import { readLogo } from '../../../src/platform/partners/brand/logo.js';
import type { ServiceBrand } from '../../../src/platform/partners/brand/service-brand.js';

const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40"><rect width="40" height="40" rx="10" fill="#3d2c8d"/>
<path d="M20 8l11 22H9z" fill="#fff"/><path d="M52 28V12m0 16h12M72 28V12h12M72 20h9m-9 8h12M100 12c-8 0-8 7 0 8s8 8 0 8h-6" fill="none" stroke="#7d6be0" stroke-width="4"/></svg>`;

export const LOGO = readLogo(Buffer.from(DRAWING));

/** A service's brand with all values. */
export const BRAND: ServiceBrand = {
  name: 'Leśna Gra',
  logo: { hash: LOGO.hash, type: LOGO.type },
  accent: '#4b3aa8',
  language: null,
  contact: 'pomoc@lesnagra.example',
  withdrawalUrl: 'https://lesnagra.example/odstapienie',
};
