import { Module } from '@nestjs/common';
import { AccountService } from './account.service.js';
import { DemoPeopleService } from './demo-people.service.js';
import { AcceptInvitationService } from './invitations/accept-invitation.service.js';
import { InvitationQuery } from './invitations/invitation.query.js';
import { InviteService } from './invitations/invite.service.js';
import { OneTimeCodes } from './credentials/one-time-codes.js';
import { Passkeys } from './credentials/passkeys.js';
import { Passwords } from './credentials/passwords.js';
import { ReencryptSecretsService } from './reencrypt-secrets.service.js';
import { CloseSessionsService } from './sessions/close-sessions.service.js';
import { DeleteEndedSessionsService } from './sessions/delete-ended-sessions.service.js';
import { SessionQueries } from './sessions/session.queries.js';
import { SwitchMembershipService } from './sessions/switch-membership.service.js';
import { SignInService } from './sign-in.service.js';
import { ChangeTeamService } from './team/change-team.service.js';
import { TeamQuery } from './team/team.query.js';
import { VisibleServicesQuery } from './visible-services.query.js';

const EXPORTED = [
  AccountService,
  AcceptInvitationService,
  ChangeTeamService,
  DemoPeopleService,
  CloseSessionsService,
  InvitationQuery,
  InviteService,
  OneTimeCodes,
  Passkeys,
  ReencryptSecretsService,
  SessionQueries,
  SignInService,
  SwitchMembershipService,
  TeamQuery,
  VisibleServicesQuery,
];

/** Users of the panel: their credentials, abilities and sessions. */
@Module({ providers: [...EXPORTED, Passwords, DeleteEndedSessionsService], exports: EXPORTED })
export class PeopleModule {}
