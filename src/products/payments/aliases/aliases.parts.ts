import type { Parts } from '../parts.js';
import { AliasSubject } from './alias-subject.js';
import { ApplyAliasOutcomeService } from './apply-alias-outcome.service.js';
import { AskAliasService } from './ask-alias.service.js';
import { AskAliasesService } from './ask-aliases.service.js';
import { ExpireAliasesService } from './expire-aliases.service.js';
import { PaymentAlias } from './payment-alias.entity.js';
import { RegistrationService } from './registration.service.js';

export const ALIASES_PARTS = {
  entities: [PaymentAlias],
  exported: [],
  inner: [AliasSubject, ApplyAliasOutcomeService, AskAliasService, AskAliasesService, ExpireAliasesService, RegistrationService],
} satisfies Parts;
