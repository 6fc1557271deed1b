import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CreatePartnerService } from './create-partner.service.js';
import { CreateServiceService } from './create-service.service.js';
import { CreateTokenService } from './create-token.service.js';
import { AccessToken } from './entities/access-token.entity.js';
import { Partner } from './entities/partner.entity.js';
import { ServiceKey } from './entities/service-key.entity.js';
import { Service } from './entities/service.entity.js';
import { KeyVault } from './key-vault.js';
import { NotifySettingsQuery } from './notify-settings.js';
import { PartnerListQuery } from './partner-list.query.js';
import { ResealKeysService } from './reseal-keys.service.js';
import { RevokeTokenService } from './revoke-token.service.js';
import { ServiceListQuery } from './service-list.query.js';
import { ServiceKeys } from './service-keys.js';
import { ServiceOwnerQuery } from './service-owner.query.js';
import { TokenListQuery } from './token-list.query.js';
import { UpdateServiceService } from './update-service.service.js';

const PROVIDERS = [
  CreatePartnerService,
  CreateServiceService,
  CreateTokenService,
  KeyVault,
  NotifySettingsQuery,
  PartnerListQuery,
  ResealKeysService,
  RevokeTokenService,
  ServiceKeys,
  ServiceListQuery,
  ServiceOwnerQuery,
  TokenListQuery,
  UpdateServiceService,
];

@Global()
@Module({ imports: [TypeOrmModule.forFeature([AccessToken, Partner, Service, ServiceKey])], providers: PROVIDERS, exports: PROVIDERS })
export class PartnersModule {}
