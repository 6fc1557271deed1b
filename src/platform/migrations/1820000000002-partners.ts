import { SchemaPart } from '../../runtime/database/schema/schema-part.js';

/** Partners, tokens, services with their keys and their brands. */
export class Partners1820000000002 extends SchemaPart {
  readonly name = 'Partners1820000000002';

  protected statements(): string[] {
    return [PARTNERS, SERVICES, BRANDS];
  }
}

const PARTNERS = `
  CREATE TABLE partner (
    id uuid PRIMARY KEY,
    name text NOT NULL,
    demo boolean NOT NULL DEFAULT false,
    blocked_at timestamptz,
    blocked_reason text,
    created_at timestamptz NOT NULL,
    CONSTRAINT partner_name_length CHECK (char_length(name) BETWEEN 1 AND 120),
    CONSTRAINT partner_block_explained CHECK ((blocked_at IS NULL) = (blocked_reason IS NULL)),
    CONSTRAINT partner_blocked_reason_length CHECK (char_length(blocked_reason) BETWEEN 1 AND 500)
  );
  CREATE UNIQUE INDEX partner_one_demo ON partner (demo) WHERE demo;

  CREATE TABLE access_token (
    id uuid PRIMARY KEY,
    partner_id uuid NOT NULL REFERENCES partner (id),
    name text NOT NULL,
    token_hash bytea NOT NULL,
    abilities text[] NOT NULL,
    allowed_networks text[] NOT NULL DEFAULT '{}',
    service_ids text[] NOT NULL DEFAULT '{}',
    compatibility text,
    expires_at timestamptz,
    revoked_at timestamptz,
    created_at timestamptz NOT NULL,
    CONSTRAINT access_token_hash_unique UNIQUE (token_hash),
    CONSTRAINT access_token_hash_sha256 CHECK (octet_length(token_hash) = 32),
    CONSTRAINT access_token_has_abilities CHECK (cardinality(abilities) > 0),
    CONSTRAINT access_token_compatibility_known CHECK (compatibility IN ('A', 'B'))
  );
  CREATE INDEX access_token_of_partner ON access_token (partner_id);

  -- A table of its own, so that requests do not update the row of the token.
  CREATE TABLE access_token_use (
    token_id uuid PRIMARY KEY REFERENCES access_token (id),
    last_used_at timestamptz NOT NULL,
    last_address text NOT NULL
  ) WITH (fillfactor = 50);`;

const SERVICES = `
  CREATE TABLE service (
    id text PRIMARY KEY,
    partner_id uuid NOT NULL REFERENCES partner (id),
    area text NOT NULL,
    name text NOT NULL,
    status text NOT NULL,
    notify_url text,
    amount_rendering text NOT NULL DEFAULT 'two-decimals',
    service_id_name text NOT NULL DEFAULT 'serviceId',
    notify_user_agent text,
    retry_schedule_seconds integer[],
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    CONSTRAINT service_id_form CHECK (id ~ '^[0-9a-f]{8}$'),
    CONSTRAINT service_area_known CHECK (area IN ('sms', 'directbilling', 'payment')),
    CONSTRAINT service_name_length CHECK (char_length(name) BETWEEN 1 AND 120),
    CONSTRAINT service_status_known CHECK (status IN ('service_new', 'service_active', 'service_blocked', 'service_rejected',
      'service_verify', 'service_ongoing_registration')),
    CONSTRAINT service_amount_rendering_known CHECK (amount_rendering IN ('two-decimals', 'shortest')),
    CONSTRAINT service_id_name_known CHECK (service_id_name IN ('serviceId', 'service_id')),
    CONSTRAINT service_notify_user_agent_usable CHECK (notify_user_agent ~ '^[!-~]([ -~]{0,118}[!-~])?$'),
    CONSTRAINT service_retry_schedule_usable CHECK (retry_schedule_seconds IS NULL
      OR (cardinality(retry_schedule_seconds) BETWEEN 1 AND 50 AND 0 <= ALL (retry_schedule_seconds)))
  );
  CREATE INDEX service_of_partner ON service (partner_id, area, created_at, id);

  CREATE TABLE service_key (
    id uuid PRIMARY KEY,
    service_id text NOT NULL REFERENCES service (id),
    purpose text NOT NULL,
    ciphertext bytea NOT NULL,
    encryption_key_version integer NOT NULL,
    valid_from timestamptz NOT NULL,
    valid_until timestamptz,
    CONSTRAINT service_key_purpose_known CHECK (purpose IN ('ipn', 'webhook')),
    CONSTRAINT service_key_validity CHECK (valid_until IS NULL OR valid_until > valid_from)
  );
  CREATE INDEX service_key_of_service ON service_key (service_id, purpose, valid_from);
  CREATE UNIQUE INDEX service_key_one_open ON service_key (service_id, purpose) WHERE valid_until IS NULL;`;

// How a service looks to payers. withdrawal_url: where consumers withdraw from the contract with the shop.
const BRANDS = `
  CREATE TABLE service_brand (
    service_id text PRIMARY KEY REFERENCES service (id),
    name text,
    logo bytea,
    logo_type text,
    logo_hash text,
    accent text,
    language text,
    contact text,
    withdrawal_url text,
    updated_at timestamptz NOT NULL,
    CONSTRAINT service_brand_logo_small CHECK (octet_length(logo) <= 32768),
    CONSTRAINT service_brand_logo_type_known CHECK (logo_type IN ('svg', 'png')),
    CONSTRAINT service_brand_logo_whole CHECK (num_nulls(logo, logo_type, logo_hash) IN (0, 3)),
    CONSTRAINT service_brand_accent_form CHECK (accent ~ '^#[0-9a-f]{6}$'),
    CONSTRAINT service_brand_withdrawal_url_form CHECK (withdrawal_url ~ '^https://[^[:space:]"<>]+$' AND char_length(withdrawal_url) <= 2048)
  );
  CREATE INDEX service_brand_by_logo ON service_brand (logo_hash) WHERE logo_hash IS NOT NULL;`;
