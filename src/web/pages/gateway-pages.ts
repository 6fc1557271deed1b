import { PagesModule } from './pages.module.js';

/** The pages module of the gateway's own origin. All importers share one instance, so that its assets are read only once. */
export const GATEWAY_PAGES = PagesModule.forOrigin(({ http }) => http.publicUrl);
