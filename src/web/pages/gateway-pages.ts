import { PagesModule } from './pages.module.js';

/** The pages of the gateway's own origin: one module for all importers, so that its assets are read and served once. */
export const GATEWAY_PAGES = PagesModule.forOrigin(({ http }) => http.publicUrl);
