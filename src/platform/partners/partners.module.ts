import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ServiceBrandRow } from './brand/service-brand.entity.js';
import { ServiceBrandQuery } from './brand/service-brand.query.js';
import { SetServiceBrand } from './brand/set-service-brand.service.js';
import { BlockPartnerService } from './block-partner.service.js';
import { CreatePartnerService } from './create-partner.service.js';
import { CreateService } from './services/create-service.js';
import { CreateTokenService } from './tokens/create-token.service.js';
import { AccessToken } from './tokens/access-token.entity.js';
import { Partner } from './partner.entity.js';
import { ServiceKey } from './keys/service-key.entity.js';
import { Service } from './services/service.entity.js';
import { KeyVault } from './keys/key-vault.js';
import { UnusableKeyVersionsQuery } from './keys/unusable-key-versions.query.js';
import { NotifySettingsQuery } from './services/notify-settings.js';
import { PartnerListQuery } from './partner-list.query.js';
import { ReencryptKeysService } from './keys/reencrypt-keys.service.js';
import { RevokeTokenService } from './tokens/revoke-token.service.js';
import { ServiceListQuery } from './services/service-list.query.js';
import { ServiceKeys } from './keys/service-keys.js';
import { TokenListQuery } from './tokens/token-list.query.js';
import { UpdateService } from './services/update-service.js';
import { VerifyServiceService } from './services/verify-service.service.js';

const PROVIDERS = [
  BlockPartnerService,
  CreatePartnerService,
  CreateService,
  CreateTokenService,
  KeyVault,
  UnusableKeyVersionsQuery,
  NotifySettingsQuery,
  PartnerListQuery,
  ReencryptKeysService,
  RevokeTokenService,
  ServiceBrandQuery,
  ServiceKeys,
  ServiceListQuery,
  SetServiceBrand,
  TokenListQuery,
  UpdateService,
  VerifyServiceService,
];

@Global()
@Module({
  imports: [TypeOrmModule.forFeature([AccessToken, Partner, Service, ServiceBrandRow, ServiceKey])],
  providers: PROVIDERS,
  exports: PROVIDERS,
})
export class PartnersModule {}
