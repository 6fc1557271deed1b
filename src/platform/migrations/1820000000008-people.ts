import { SchemaPart } from '../../runtime/database/schema/schema-part.js';

/** People who sign in to the panel: their credentials, their roles at partners, and their sessions. */
export class People1820000000008 extends SchemaPart {
  readonly name = 'People1820000000008';

  protected statements(): string[] {
    return [USERS, ROLES, SESSIONS];
  }
}

const USERS = `
  CREATE TABLE panel_user (
    id uuid PRIMARY KEY,
    email text NOT NULL,
    name text NOT NULL,
    password_hash text,
    totp_ciphertext bytea,
    totp_key_version integer,
    totp_last_step bigint,
    created_at timestamptz NOT NULL,
    CONSTRAINT panel_user_email_unique UNIQUE (email),
    CONSTRAINT panel_user_email_form CHECK (email ~ '^[^[:space:]@]+@[^[:space:]@]+$' AND email = lower(email) AND char_length(email) <= 254),
    CONSTRAINT panel_user_name_length CHECK (char_length(name) BETWEEN 1 AND 120),
    -- A password needs a second factor.
    CONSTRAINT panel_user_password_has_second_factor CHECK ((password_hash IS NULL) = (totp_ciphertext IS NULL)
      AND (totp_ciphertext IS NULL) = (totp_key_version IS NULL)),
    CONSTRAINT panel_user_password_hashed CHECK (password_hash LIKE '$scrypt$%')
  );

  CREATE TABLE panel_credential (
    id text PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES panel_user (id),
    name text NOT NULL,
    public_key bytea NOT NULL,
    counter bigint NOT NULL,
    created_at timestamptz NOT NULL,
    last_used_at timestamptz,
    CONSTRAINT panel_credential_name_length CHECK (char_length(name) BETWEEN 1 AND 120),
    CONSTRAINT panel_credential_counter_positive CHECK (counter >= 0)
  );
  CREATE INDEX panel_credential_of_user ON panel_credential (user_id);

  CREATE TABLE panel_recovery_code (
    user_id uuid NOT NULL REFERENCES panel_user (id),
    code_hash bytea NOT NULL,
    PRIMARY KEY (user_id, code_hash),
    CONSTRAINT panel_recovery_code_hash_sha256 CHECK (octet_length(code_hash) = 32)
  );

  CREATE TABLE panel_used_challenge (
    challenge_hash bytea PRIMARY KEY,
    expires_at timestamptz NOT NULL,
    CONSTRAINT panel_used_challenge_sha256 CHECK (octet_length(challenge_hash) = 32)
  );`;

const ROLE = (table: string): string => `
    CONSTRAINT ${table}_role_known CHECK (CASE WHEN partner_id IS NULL
      THEN role IN ('admin', 'operations', 'finance', 'support')
      ELSE role IN ('owner', 'developer', 'finance', 'support', 'viewer') END),
    CONSTRAINT ${table}_staff_not_limited CHECK (partner_id IS NOT NULL OR cardinality(service_ids) = 0)`;

const ROLES = `
  CREATE TABLE panel_membership (
    id uuid PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES panel_user (id),
    partner_id uuid REFERENCES partner (id),
    role text NOT NULL,
    service_ids text[] NOT NULL DEFAULT '{}',
    created_at timestamptz NOT NULL,
    CONSTRAINT panel_membership_once UNIQUE NULLS NOT DISTINCT (user_id, partner_id),${ROLE('panel_membership')}
  );
  CREATE INDEX panel_membership_of_partner ON panel_membership (partner_id);

  CREATE TABLE panel_invitation (
    id uuid PRIMARY KEY,
    token_hash bytea NOT NULL,
    email text NOT NULL,
    partner_id uuid REFERENCES partner (id),
    role text NOT NULL,
    service_ids text[] NOT NULL DEFAULT '{}',
    totp_ciphertext bytea NOT NULL,
    totp_key_version integer NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    CONSTRAINT panel_invitation_token_unique UNIQUE (token_hash),
    CONSTRAINT panel_invitation_token_sha256 CHECK (octet_length(token_hash) = 32),
    CONSTRAINT panel_invitation_email_form CHECK (email ~ '^[^[:space:]@]+@[^[:space:]@]+$' AND email = lower(email) AND char_length(email) <= 254),
    CONSTRAINT panel_invitation_ends CHECK (expires_at > created_at),${ROLE('panel_invitation')}
  );
  CREATE INDEX panel_invitation_of_partner ON panel_invitation (partner_id);`;

const SESSIONS = `
  CREATE TABLE panel_session (
    id uuid PRIMARY KEY,
    token_hash bytea NOT NULL,
    user_id uuid NOT NULL REFERENCES panel_user (id),
    membership_id uuid NOT NULL REFERENCES panel_membership (id) ON DELETE CASCADE,
    began_at timestamptz NOT NULL,
    authenticated_at timestamptz NOT NULL,
    last_seen_at timestamptz NOT NULL,
    address text NOT NULL,
    browser text NOT NULL,
    CONSTRAINT panel_session_token_unique UNIQUE (token_hash),
    CONSTRAINT panel_session_token_sha256 CHECK (octet_length(token_hash) = 32),
    CONSTRAINT panel_session_times CHECK (authenticated_at >= began_at AND last_seen_at >= began_at),
    CONSTRAINT panel_session_browser_length CHECK (char_length(browser) <= 200)
  );
  CREATE INDEX panel_session_of_user ON panel_session (user_id);
  CREATE INDEX panel_session_of_membership ON panel_session (membership_id);`;
