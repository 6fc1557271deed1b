import type { Parts } from '../parts.js';
import { AliasSubject } from './alias-subject.js';
import { ApplyAliasOutcomeService } from './apply-alias-outcome.service.js';
import { AskAliasService } from './ask-alias.service.js';
import { ExpireAliasesService } from './expire-aliases.service.js';
import { KeepToldAppsService } from './keep-told-apps.service.js';
import { PaymentAlias } from './payment-alias.entity.js';
import { RegistrationService } from './registration.service.js';
import { SharedAliasQuery } from './shared-alias.query.js';

export const ALIASES_PARTS = {
  entities: [PaymentAlias],
  exported: [],
  inner: [
    AliasSubject,
    ApplyAliasOutcomeService,
    AskAliasService,
    ExpireAliasesService,
    KeepToldAppsService,
    RegistrationService,
    SharedAliasQuery,
  ],
} satisfies Parts;
