-- The database after all migrations, only for reading. "npm run docs" writes this file from PostgreSQL's catalogue, and it is the same for
-- every supported version. Monthly partitions, which the program creates and drops over time, and the schema of BullMQ are left out.

CREATE TABLE access_token (
  id uuid NOT NULL,
  partner_id uuid NOT NULL,
  name text NOT NULL,
  token_hash bytea NOT NULL,
  abilities text[] NOT NULL,
  allowed_networks text[] DEFAULT '{}'::text[] NOT NULL,
  service_ids text[] DEFAULT '{}'::text[] NOT NULL,
  compatibility text,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT access_token_pkey PRIMARY KEY (id),
  CONSTRAINT access_token_hash_unique UNIQUE (token_hash),
  CONSTRAINT access_token_compatibility_known CHECK (compatibility = ANY (ARRAY['A'::text, 'B'::text])),
  CONSTRAINT access_token_has_abilities CHECK (cardinality(abilities) > 0),
  CONSTRAINT access_token_hash_sha256 CHECK (octet_length(token_hash) = 32),
  CONSTRAINT access_token_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partner(id)
);
CREATE INDEX access_token_of_partner ON public.access_token USING btree (partner_id);

CREATE TABLE access_token_use (
  token_id uuid NOT NULL,
  last_used_at timestamp with time zone NOT NULL,
  last_address text NOT NULL,
  CONSTRAINT access_token_use_pkey PRIMARY KEY (token_id),
  CONSTRAINT access_token_use_token_id_fkey FOREIGN KEY (token_id) REFERENCES access_token(id)
) WITH (fillfactor=50);

CREATE TABLE audit_entry (
  id uuid NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL,
  author text NOT NULL,
  door text NOT NULL,
  action text NOT NULL,
  subject text NOT NULL,
  subject_id text NOT NULL,
  before jsonb NOT NULL,
  after jsonb NOT NULL,
  reason text,
  request_id text,
  partner_id uuid,
  address text,
  created_xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
  CONSTRAINT audit_entry_pkey PRIMARY KEY (id),
  CONSTRAINT audit_entry_action_form CHECK (action ~ '^[a-z_]+([.][a-z_]+)+$'::text),
  CONSTRAINT audit_entry_author_named CHECK (char_length(author) >= 1 AND char_length(author) <= 200),
  CONSTRAINT audit_entry_door_known CHECK (door = ANY (ARRAY['cli'::text, 'api'::text, 'panel'::text, 'sandbox'::text])),
  CONSTRAINT audit_entry_reason_length CHECK (char_length(reason) >= 1 AND char_length(reason) <= 1000),
  CONSTRAINT audit_entry_subject_form CHECK (subject ~ '^[a-z_]+$'::text AND subject_id <> ''::text),
  CONSTRAINT audit_entry_values_named CHECK (jsonb_typeof(before) = 'object'::text AND jsonb_typeof(after) = 'object'::text)
);
CREATE INDEX audit_entry_by_subject ON public.audit_entry USING btree (subject_id, at, id);
CREATE INDEX audit_entry_by_time ON public.audit_entry USING btree (at, id);
CREATE INDEX audit_entry_by_transaction ON public.audit_entry USING btree (created_xid);
CREATE INDEX audit_entry_of_partner ON public.audit_entry USING btree (partner_id, at, id) WHERE (partner_id IS NOT NULL);
CREATE TRIGGER audit_entry_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_entry FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER audit_entry_stamp BEFORE INSERT ON audit_entry FOR EACH ROW EXECUTE FUNCTION ledger_entry_stamp();

CREATE TABLE audit_seal (
  number bigint NOT NULL,
  last_xid xid8 NOT NULL,
  entries integer NOT NULL,
  hash bytea NOT NULL,
  sealed_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT audit_seal_pkey PRIMARY KEY (number),
  CONSTRAINT audit_seal_hash_form CHECK (octet_length(hash) = 32),
  CONSTRAINT audit_seal_numbered CHECK (number > 0 AND entries > 0)
);
CREATE TRIGGER audit_seal_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_seal FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();

CREATE TABLE audit_sealed_entry (
  entry_id uuid NOT NULL,
  seal bigint NOT NULL,
  digest bytea NOT NULL,
  CONSTRAINT audit_sealed_entry_pkey PRIMARY KEY (entry_id),
  CONSTRAINT audit_sealed_entry_digest_form CHECK (octet_length(digest) = 32)
);
CREATE INDEX audit_sealed_entry_of_seal ON public.audit_sealed_entry USING btree (seal, entry_id);
CREATE TRIGGER audit_sealed_entry_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_sealed_entry FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();

CREATE TABLE business_clock (
  id boolean DEFAULT true NOT NULL,
  offset_ms bigint DEFAULT 0 NOT NULL,
  CONSTRAINT business_clock_pkey PRIMARY KEY (id),
  CONSTRAINT business_clock_ahead CHECK (offset_ms >= 0),
  CONSTRAINT business_clock_single_row CHECK (id)
);
CREATE TRIGGER business_clock_forward_only BEFORE DELETE OR UPDATE ON business_clock FOR EACH ROW EXECUTE FUNCTION business_clock_forward_only();

CREATE TABLE direct_billing_callback (
  operator text NOT NULL,
  callback_id text NOT NULL,
  charge_reference uuid,
  outcome text NOT NULL,
  effect text NOT NULL,
  received_at timestamp with time zone NOT NULL,
  problem text,
  CONSTRAINT direct_billing_callback_pkey PRIMARY KEY (operator, callback_id)
);
CREATE INDEX direct_billing_callback_for_staff ON public.direct_billing_callback USING btree (received_at) WHERE (effect = ANY (ARRAY['unknown_charge'::text, 'for_staff'::text]));
CREATE INDEX direct_billing_callback_of_charge ON public.direct_billing_callback USING btree (charge_reference);
CREATE INDEX direct_billing_callback_unknown ON public.direct_billing_callback USING btree (received_at) WHERE (effect = 'unknown_charge'::text);

CREATE TABLE direct_billing_charge (
  reference uuid NOT NULL,
  transaction_id uuid NOT NULL,
  operator text NOT NULL,
  phone_number text NOT NULL,
  test boolean NOT NULL,
  state text NOT NULL,
  gross_minor bigint NOT NULL,
  net_minor bigint NOT NULL,
  partner_minor bigint NOT NULL,
  next_poll_at timestamp with time zone,
  poll_count integer DEFAULT 0 NOT NULL,
  sent_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  conflict text,
  conflict_at timestamp with time zone,
  CONSTRAINT direct_billing_charge_pkey PRIMARY KEY (reference),
  CONSTRAINT direct_billing_charge_amounts CHECK (gross_minor > 0 AND net_minor >= 0 AND net_minor <= gross_minor AND partner_minor >= 0 AND partner_minor <= net_minor),
  CONSTRAINT direct_billing_charge_conflict_dated CHECK ((conflict IS NULL) = (conflict_at IS NULL)),
  CONSTRAINT direct_billing_charge_conflict_known CHECK (conflict = ANY (ARRAY['refused_after_booking'::text, 'wrong_code_after_booking'::text])),
  CONSTRAINT direct_billing_charge_not_found_in_time CHECK (state <> 'not_found'::text OR updated_at >= (sent_at + '00:02:00'::interval)),
  CONSTRAINT direct_billing_charge_open_is_polled CHECK (
CASE
    WHEN state = ANY (ARRAY['sent'::text, 'accepted'::text, 'in_doubt'::text, 'reversal_due'::text]) THEN next_poll_at IS NOT NULL
    ELSE next_poll_at IS NULL OR conflict IS NOT NULL
END),
  CONSTRAINT direct_billing_charge_operator_known CHECK (operator = ANY (ARRAY['orange'::text, 'play'::text, 't-mobile'::text, 'plus'::text])),
  CONSTRAINT direct_billing_charge_phone_form CHECK (phone_number ~ '^48[0-9]{9}$'::text),
  CONSTRAINT direct_billing_charge_state_known CHECK (state = ANY (ARRAY['sent'::text, 'wrong_code'::text, 'not_sent'::text, 'not_found'::text, 'accepted'::text, 'refused'::text, 'booked'::text, 'reversal_due'::text, 'reversed'::text, 'in_doubt'::text])),
  CONSTRAINT direct_billing_charge_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES direct_billing_transaction(id)
);
CREATE INDEX direct_billing_charge_conflicts ON public.direct_billing_charge USING btree (conflict_at) WHERE (conflict IS NOT NULL);
CREATE INDEX direct_billing_charge_due ON public.direct_billing_charge USING btree (operator, next_poll_at) WHERE (next_poll_at IS NOT NULL);
CREATE INDEX direct_billing_charge_late ON public.direct_billing_charge USING btree (updated_at, reference) WHERE (state = ANY (ARRAY['reversal_due'::text, 'reversed'::text]));
CREATE INDEX direct_billing_charge_of_transaction ON public.direct_billing_charge USING btree (transaction_id);
CREATE UNIQUE INDEX direct_billing_charge_one_live ON public.direct_billing_charge USING btree (transaction_id) WHERE (state = ANY (ARRAY['sent'::text, 'accepted'::text, 'booked'::text]));
CREATE INDEX direct_billing_charge_open ON public.direct_billing_charge USING btree (operator, state, updated_at) WHERE (next_poll_at IS NOT NULL);
CREATE TRIGGER direct_billing_charge_immutable BEFORE UPDATE ON direct_billing_charge FOR EACH ROW EXECUTE FUNCTION direct_billing_charge_immutable();

CREATE TABLE direct_billing_service (
  service_id text NOT NULL,
  suffix text NOT NULL,
  CONSTRAINT direct_billing_service_pkey PRIMARY KEY (service_id),
  CONSTRAINT direct_billing_service_suffix_length CHECK (char_length(suffix) <= 120),
  CONSTRAINT direct_billing_service_service_id_fkey FOREIGN KEY (service_id) REFERENCES service(id)
);

CREATE TABLE direct_billing_tariff (
  service_id text NOT NULL,
  operator text NOT NULL,
  enabled boolean DEFAULT true NOT NULL,
  share_low_bp integer NOT NULL,
  share_middle_bp integer NOT NULL,
  share_high_bp integer NOT NULL,
  max_gross_minor bigint NOT NULL,
  CONSTRAINT direct_billing_tariff_pkey PRIMARY KEY (service_id, operator),
  CONSTRAINT direct_billing_tariff_max_positive CHECK (max_gross_minor > 0),
  CONSTRAINT direct_billing_tariff_operator_known CHECK (operator = ANY (ARRAY['orange'::text, 'play'::text, 't-mobile'::text, 'plus'::text])),
  CONSTRAINT direct_billing_tariff_share_range CHECK (share_low_bp >= 0 AND share_low_bp <= 9900 AND share_middle_bp >= 0 AND share_middle_bp <= 9900 AND share_high_bp >= 0 AND share_high_bp <= 9900),
  CONSTRAINT direct_billing_tariff_service_id_fkey FOREIGN KEY (service_id) REFERENCES direct_billing_service(service_id)
);

CREATE TABLE direct_billing_transaction (
  id uuid NOT NULL,
  service_id text NOT NULL,
  status text NOT NULL,
  amount_type text NOT NULL,
  amount_minor bigint NOT NULL,
  gross_minor bigint NOT NULL,
  net_minor bigint NOT NULL,
  partner_minor bigint NOT NULL,
  tariffs jsonb NOT NULL,
  operator text,
  phone_number text,
  phone_fixed boolean DEFAULT false NOT NULL,
  test boolean DEFAULT false NOT NULL,
  control text,
  description text,
  success_url text,
  failure_url text,
  steamid text,
  code_reference uuid,
  code_sent_at timestamp with time zone,
  code_count smallint DEFAULT 0 NOT NULL,
  try_count smallint DEFAULT 0 NOT NULL,
  rejection text,
  expires_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  trace_parent text,
  erased_at timestamp with time zone,
  CONSTRAINT direct_billing_transaction_pkey PRIMARY KEY (id),
  CONSTRAINT direct_billing_transaction_amount_type_known CHECK (amount_type = ANY (ARRAY['required'::text, 'net'::text, 'gross'::text])),
  CONSTRAINT direct_billing_transaction_amounts CHECK (amount_minor > 0 AND gross_minor > 0 AND net_minor >= 0 AND net_minor <= gross_minor AND partner_minor >= 0 AND partner_minor <= net_minor),
  CONSTRAINT direct_billing_transaction_charged_complete CHECK ((status <> ALL (ARRAY['transaction_db_confirmed'::text, 'transaction_db_payed'::text])) OR operator IS NOT NULL AND num_nonnulls(phone_number, erased_at) = 1),
  CONSTRAINT direct_billing_transaction_codes CHECK (code_count >= 0 AND code_count <= 3 AND try_count >= 0 AND try_count <= 3),
  CONSTRAINT direct_billing_transaction_control_length CHECK (char_length(control) <= 128),
  CONSTRAINT direct_billing_transaction_description_length CHECK (char_length(description) <= 128),
  CONSTRAINT direct_billing_transaction_erased_has_no_payer CHECK (erased_at IS NULL OR num_nonnulls(phone_number, steamid) = 0),
  CONSTRAINT direct_billing_transaction_operator_known CHECK (operator = ANY (ARRAY['orange'::text, 'play'::text, 't-mobile'::text, 'plus'::text])),
  CONSTRAINT direct_billing_transaction_phone_form CHECK (phone_number ~ '^48[0-9]{9}$'::text),
  CONSTRAINT direct_billing_transaction_status_known CHECK (status = ANY (ARRAY['transaction_db_new'::text, 'transaction_db_confirmed'::text, 'transaction_db_payed'::text, 'transaction_db_rejected'::text])),
  CONSTRAINT direct_billing_transaction_steamid_form CHECK (steamid ~ '^[0-9]{17}$'::text),
  CONSTRAINT direct_billing_transaction_service_id_fkey FOREIGN KEY (service_id) REFERENCES direct_billing_service(service_id)
);
CREATE INDEX direct_billing_transaction_by_control ON public.direct_billing_transaction USING btree (service_id, control, created_at, id, status, phone_number) WHERE (control IS NOT NULL);
CREATE INDEX direct_billing_transaction_by_phone ON public.direct_billing_transaction USING btree (service_id, phone_number, created_at, id, status, control) WHERE (phone_number IS NOT NULL);
CREATE INDEX direct_billing_transaction_by_status ON public.direct_billing_transaction USING btree (service_id, status, created_at, id);
CREATE INDEX direct_billing_transaction_due ON public.direct_billing_transaction USING btree (expires_at) WHERE (status = 'transaction_db_new'::text);
CREATE INDEX direct_billing_transaction_list ON public.direct_billing_transaction USING btree (service_id, created_at, id);
CREATE INDEX direct_billing_transaction_with_payer ON public.direct_billing_transaction USING btree (created_at) WHERE (phone_number IS NOT NULL);
CREATE TRIGGER direct_billing_transaction_guard BEFORE UPDATE OF status ON direct_billing_transaction FOR EACH ROW EXECUTE FUNCTION direct_billing_transaction_guard();
CREATE TRIGGER direct_billing_transaction_made_payed BEFORE INSERT ON direct_billing_transaction FOR EACH ROW WHEN (new.status = 'transaction_db_payed'::text) EXECUTE FUNCTION direct_billing_transaction_payed();
CREATE TRIGGER direct_billing_transaction_payed BEFORE UPDATE ON direct_billing_transaction FOR EACH ROW WHEN (new.status = 'transaction_db_payed'::text OR old.status = 'transaction_db_payed'::text) EXECUTE FUNCTION direct_billing_transaction_payed();

CREATE TABLE hourly_total (
  service_id text NOT NULL,
  hour timestamp with time zone NOT NULL,
  test boolean NOT NULL,
  outcome text NOT NULL,
  channel text NOT NULL,
  reason text NOT NULL,
  currency text NOT NULL,
  count bigint NOT NULL,
  amount_minor bigint NOT NULL,
  CONSTRAINT hourly_total_pkey PRIMARY KEY (service_id, hour, test, outcome, channel, reason, currency),
  CONSTRAINT hourly_total_currency_form CHECK (currency ~ '^[A-Z]{3}$'::text),
  CONSTRAINT hourly_total_not_negative CHECK (count > 0 AND amount_minor >= 0),
  CONSTRAINT hourly_total_only_failures_have_reasons CHECK ((outcome = 'paid'::text) = (reason = ''::text)),
  CONSTRAINT hourly_total_outcome_known CHECK (outcome = ANY (ARRAY['paid'::text, 'failed'::text]))
);
CREATE INDEX hourly_total_by_hour ON public.hourly_total USING btree (hour);

CREATE TABLE hourly_total_progress (
  log text NOT NULL,
  last_xid xid8 NOT NULL,
  CONSTRAINT hourly_total_progress_pkey PRIMARY KEY (log)
);

CREATE TABLE idempotency_key (
  partner_id uuid NOT NULL,
  key text NOT NULL,
  fingerprint bytea NOT NULL,
  claim_id uuid NOT NULL,
  claimed_at timestamp with time zone NOT NULL,
  status smallint,
  body text,
  CONSTRAINT idempotency_key_pkey PRIMARY KEY (partner_id, key),
  CONSTRAINT idempotency_key_length CHECK (char_length(key) >= 1 AND char_length(key) <= 255),
  CONSTRAINT idempotency_key_response_complete CHECK ((status IS NULL) = (body IS NULL)),
  CONSTRAINT idempotency_key_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partner(id)
);
CREATE INDEX idempotency_key_age ON public.idempotency_key USING btree (claimed_at);

CREATE TABLE ledger_account (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  kind text NOT NULL,
  partner_id uuid,
  currency text NOT NULL,
  test boolean NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT ledger_account_pkey PRIMARY KEY (id),
  CONSTRAINT ledger_account_currency_form CHECK (currency ~ '^[A-Z]{3}$'::text),
  CONSTRAINT ledger_account_kind_form CHECK (kind ~ '^(partner|platform)(:[a-z0-9_-]+)+$'::text),
  CONSTRAINT ledger_account_partner_named CHECK ((kind ~~ 'partner:%'::text) = (partner_id IS NOT NULL)),
  CONSTRAINT ledger_account_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partner(id)
);
CREATE UNIQUE INDEX ledger_account_partner_unique ON public.ledger_account USING btree (partner_id, kind, currency, test) WHERE (partner_id IS NOT NULL);
CREATE UNIQUE INDEX ledger_account_platform_unique ON public.ledger_account USING btree (kind, currency, test) WHERE (partner_id IS NULL);
CREATE TRIGGER ledger_account_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_account FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER ledger_account_opens_wallet AFTER INSERT ON ledger_account FOR EACH ROW WHEN (new.kind = ANY (ARRAY['partner:pending'::text, 'partner:available'::text, 'partner:reserved'::text, 'partner:receivable'::text])) EXECUTE FUNCTION wallet_of_account();

CREATE TABLE ledger_adjustment (
  id uuid NOT NULL,
  reference text COLLATE "C" NOT NULL,
  debit text NOT NULL,
  credit text NOT NULL,
  partner_id uuid,
  currency text NOT NULL,
  amount_minor bigint NOT NULL,
  test boolean NOT NULL,
  reason text NOT NULL,
  author text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT ledger_adjustment_pkey PRIMARY KEY (id),
  CONSTRAINT ledger_adjustment_once UNIQUE (reference),
  CONSTRAINT ledger_adjustment_amount_positive CHECK (amount_minor > 0),
  CONSTRAINT ledger_adjustment_form CHECK (reference ~ '^[!-~]{1,64}$'::text AND char_length(author) >= 1 AND char_length(author) <= 120 AND currency ~ '^[A-Z]{3}$'::text AND char_length(reason) >= 1 AND char_length(reason) <= 500),
  CONSTRAINT ledger_adjustment_moves CHECK (debit <> credit),
  CONSTRAINT ledger_adjustment_not_of_sales CHECK (NOT ARRAY[debit, credit] && ARRAY['partner:pending'::text, 'partner:reserved'::text, 'platform:held'::text]),
  CONSTRAINT ledger_adjustment_partner_named CHECK ((debit ~~ 'partner:%'::text OR credit ~~ 'partner:%'::text) = (partner_id IS NOT NULL)),
  CONSTRAINT ledger_adjustment_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partner(id)
);
CREATE TRIGGER ledger_adjustment_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_adjustment FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();

CREATE TABLE ledger_entry (
  id uuid NOT NULL,
  kind text NOT NULL,
  reference text COLLATE "C" NOT NULL,
  test boolean NOT NULL,
  occurred_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  created_xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
  CONSTRAINT ledger_entry_pkey PRIMARY KEY (id),
  CONSTRAINT ledger_entry_once UNIQUE (reference, kind),
  CONSTRAINT ledger_entry_kind_named CHECK (kind <> ''::text),
  CONSTRAINT ledger_entry_reference_named CHECK (reference <> ''::text)
);
CREATE INDEX ledger_entry_by_time ON public.ledger_entry USING btree (occurred_at, id);
CREATE INDEX ledger_entry_by_transaction ON public.ledger_entry USING btree (created_xid);
CREATE TRIGGER ledger_entry_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_entry FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
CREATE CONSTRAINT TRIGGER ledger_entry_balanced AFTER INSERT ON ledger_entry DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_entry_balanced();
CREATE TRIGGER ledger_entry_stamp BEFORE INSERT ON ledger_entry FOR EACH ROW EXECUTE FUNCTION ledger_entry_stamp();

CREATE TABLE ledger_posting (
  entry_id uuid NOT NULL,
  line smallint NOT NULL,
  account_id bigint NOT NULL,
  amount_minor bigint NOT NULL,
  currency text NOT NULL,
  CONSTRAINT ledger_posting_pkey PRIMARY KEY (entry_id, line),
  CONSTRAINT ledger_posting_amount_not_zero CHECK (amount_minor <> 0),
  CONSTRAINT ledger_posting_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES ledger_entry(id)
);
CREATE TRIGGER ledger_posting_adds_wallet_line AFTER INSERT ON ledger_posting REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION wallet_line_added();
CREATE TRIGGER ledger_posting_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_posting FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
CREATE CONSTRAINT TRIGGER ledger_posting_balanced AFTER INSERT ON ledger_posting DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_entry_balanced();
CREATE TRIGGER ledger_posting_guard AFTER INSERT ON ledger_posting REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ledger_posting_guard();
CREATE TRIGGER ledger_posting_moves_wallet AFTER INSERT ON ledger_posting REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION wallet_apply_postings();

CREATE TABLE ledger_proposal (
  id uuid NOT NULL,
  kind text NOT NULL,
  reference text COLLATE "C" NOT NULL,
  partner_id uuid,
  provider text,
  from_at timestamp with time zone,
  to_at timestamp with time zone,
  debit text,
  credit text,
  currency text,
  amount_minor bigint,
  test boolean NOT NULL,
  reason text,
  sums text,
  worth_minor bigint,
  limit_minor bigint NOT NULL,
  proposed_by uuid NOT NULL,
  author text NOT NULL,
  proposed_at timestamp with time zone NOT NULL,
  state text NOT NULL,
  decided_by uuid,
  decider text,
  decided_at timestamp with time zone,
  decision_reason text,
  CONSTRAINT ledger_proposal_pkey PRIMARY KEY (id),
  CONSTRAINT ledger_proposal_amount_positive CHECK (amount_minor > 0 AND limit_minor >= 0 AND worth_minor >= 0),
  CONSTRAINT ledger_proposal_complete CHECK (
CASE kind
    WHEN 'payout'::text THEN num_nulls(partner_id, currency, amount_minor) = 0 AND num_nonnulls(provider, from_at, to_at, debit, credit, reason, sums) = 0
    WHEN 'adjust'::text THEN num_nulls(debit, credit, currency, amount_minor, reason) = 0 AND num_nonnulls(provider, from_at, to_at, sums) = 0
    WHEN 'settle'::text THEN num_nulls(provider, from_at, to_at, sums) = 0 AND num_nonnulls(partner_id, debit, credit, currency, amount_minor, reason) = 0
    ELSE false
END),
  CONSTRAINT ledger_proposal_decided CHECK (
CASE state
    WHEN 'proposed'::text THEN num_nonnulls(decided_by, decider, decided_at, decision_reason) = 0
    WHEN 'approved'::text THEN num_nulls(decided_by, decider, decided_at) = 0 AND decision_reason IS NULL
    WHEN 'refused'::text THEN num_nulls(decided_by, decider, decided_at, decision_reason) = 0
    WHEN 'withdrawn'::text THEN num_nulls(decided_by, decider, decided_at) = 0
    ELSE false
END),
  CONSTRAINT ledger_proposal_form CHECK (reference ~ '^[!-~]{1,64}$'::text AND char_length(author) >= 1 AND char_length(author) <= 120 AND char_length(decider) >= 1 AND char_length(decider) <= 120 AND char_length(reason) >= 1 AND char_length(reason) <= 500 AND char_length(decision_reason) >= 1 AND char_length(decision_reason) <= 500),
  CONSTRAINT ledger_proposal_four_eyes CHECK (
CASE state
    WHEN 'approved'::text THEN decided_by <> proposed_by OR COALESCE(worth_minor <= limit_minor, false)
    WHEN 'refused'::text THEN decided_by <> proposed_by
    WHEN 'withdrawn'::text THEN decided_by = proposed_by
    ELSE true
END),
  CONSTRAINT ledger_proposal_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES panel_user(id),
  CONSTRAINT ledger_proposal_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partner(id),
  CONSTRAINT ledger_proposal_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES panel_user(id)
);
CREATE INDEX ledger_proposal_list ON public.ledger_proposal USING btree (decided_at, id) WHERE (state <> 'proposed'::text);
CREATE INDEX ledger_proposal_of_author ON public.ledger_proposal USING btree (proposed_by, proposed_at);
CREATE INDEX ledger_proposal_of_decider ON public.ledger_proposal USING btree (decided_by);
CREATE INDEX ledger_proposal_of_partner ON public.ledger_proposal USING btree (partner_id);
CREATE UNIQUE INDEX ledger_proposal_once ON public.ledger_proposal USING btree (kind, reference) WHERE (state = ANY (ARRAY['proposed'::text, 'approved'::text]));
CREATE INDEX ledger_proposal_waiting ON public.ledger_proposal USING btree (proposed_at, id) WHERE (state = 'proposed'::text);
CREATE TRIGGER ledger_proposal_append_only BEFORE TRUNCATE ON ledger_proposal FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER ledger_proposal_immutable BEFORE DELETE OR UPDATE ON ledger_proposal FOR EACH ROW EXECUTE FUNCTION ledger_proposal_immutable();

CREATE TABLE ledger_seal (
  number bigint NOT NULL,
  last_xid xid8 NOT NULL,
  entries integer NOT NULL,
  hash bytea NOT NULL,
  sealed_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT ledger_seal_pkey PRIMARY KEY (number),
  CONSTRAINT ledger_seal_hash_form CHECK (octet_length(hash) = 32),
  CONSTRAINT ledger_seal_numbered CHECK (number > 0 AND entries > 0)
);
CREATE TRIGGER ledger_seal_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_seal FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();

CREATE TABLE ledger_sealed_entry (
  entry_id uuid NOT NULL,
  seal bigint NOT NULL,
  digest bytea NOT NULL,
  CONSTRAINT ledger_sealed_entry_pkey PRIMARY KEY (entry_id),
  CONSTRAINT ledger_sealed_entry_digest_form CHECK (octet_length(digest) = 32)
);
CREATE INDEX ledger_sealed_entry_of_seal ON public.ledger_sealed_entry USING btree (seal, entry_id);
CREATE TRIGGER ledger_sealed_entry_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_sealed_entry FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();

CREATE TABLE ledger_verification (
  id uuid NOT NULL,
  at timestamp with time zone NOT NULL,
  took_ms bigint NOT NULL,
  entries bigint NOT NULL,
  broken_table text,
  broken_id text,
  broken_reason text,
  CONSTRAINT ledger_verification_pkey PRIMARY KEY (id),
  CONSTRAINT ledger_verification_broken_whole CHECK (num_nulls(broken_table, broken_id, broken_reason) = ANY (ARRAY[0, 3])),
  CONSTRAINT ledger_verification_took_time CHECK (took_ms >= 0)
);

CREATE TABLE listing_change (
  list text NOT NULL,
  status text NOT NULL,
  minute timestamp with time zone NOT NULL,
  slot integer NOT NULL,
  count bigint NOT NULL,
  CONSTRAINT listing_change_pkey PRIMARY KEY (list, status, minute, slot)
) WITH (fillfactor=50);

CREATE TABLE listing_counter (
  list text NOT NULL,
  level smallint NOT NULL,
  status text NOT NULL,
  bucket timestamp with time zone NOT NULL,
  count bigint NOT NULL,
  CONSTRAINT listing_counter_pkey PRIMARY KEY (list, level, status, bucket),
  CONSTRAINT listing_counter_level_known CHECK (level >= 0 AND level <= 3)
) WITH (fillfactor=80);

CREATE TABLE migrations (
  id integer DEFAULT nextval('migrations_id_seq'::regclass) NOT NULL,
  "timestamp" bigint NOT NULL,
  name character varying NOT NULL,
  CONSTRAINT "PK_8c82d7f526340ab734260ea46be" PRIMARY KEY (id)
);

CREATE TABLE panel_credential (
  id text NOT NULL,
  user_id uuid NOT NULL,
  name text NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone,
  CONSTRAINT panel_credential_pkey PRIMARY KEY (id),
  CONSTRAINT panel_credential_counter_positive CHECK (counter >= 0),
  CONSTRAINT panel_credential_name_length CHECK (char_length(name) >= 1 AND char_length(name) <= 120),
  CONSTRAINT panel_credential_user_id_fkey FOREIGN KEY (user_id) REFERENCES panel_user(id)
);
CREATE INDEX panel_credential_of_user ON public.panel_credential USING btree (user_id);

CREATE TABLE panel_invitation (
  id uuid NOT NULL,
  token_hash bytea NOT NULL,
  email text NOT NULL,
  partner_id uuid,
  role text NOT NULL,
  service_ids text[] DEFAULT '{}'::text[] NOT NULL,
  totp_ciphertext bytea NOT NULL,
  totp_key_version integer NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT panel_invitation_pkey PRIMARY KEY (id),
  CONSTRAINT panel_invitation_token_unique UNIQUE (token_hash),
  CONSTRAINT panel_invitation_email_form CHECK (email ~ '^[^[:space:]@]+@[^[:space:]@]+$'::text AND email = lower(email) AND char_length(email) <= 254),
  CONSTRAINT panel_invitation_ends CHECK (expires_at > created_at),
  CONSTRAINT panel_invitation_role_known CHECK (
CASE
    WHEN partner_id IS NULL THEN role = ANY (ARRAY['admin'::text, 'operations'::text, 'finance'::text, 'support'::text])
    ELSE role = ANY (ARRAY['owner'::text, 'developer'::text, 'finance'::text, 'support'::text, 'viewer'::text])
END),
  CONSTRAINT panel_invitation_staff_not_limited CHECK (partner_id IS NOT NULL OR cardinality(service_ids) = 0),
  CONSTRAINT panel_invitation_token_sha256 CHECK (octet_length(token_hash) = 32),
  CONSTRAINT panel_invitation_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partner(id)
);
CREATE INDEX panel_invitation_of_partner ON public.panel_invitation USING btree (partner_id);

CREATE TABLE panel_membership (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  partner_id uuid,
  role text NOT NULL,
  service_ids text[] DEFAULT '{}'::text[] NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT panel_membership_pkey PRIMARY KEY (id),
  CONSTRAINT panel_membership_once UNIQUE NULLS NOT DISTINCT (user_id, partner_id),
  CONSTRAINT panel_membership_role_known CHECK (
CASE
    WHEN partner_id IS NULL THEN role = ANY (ARRAY['admin'::text, 'operations'::text, 'finance'::text, 'support'::text])
    ELSE role = ANY (ARRAY['owner'::text, 'developer'::text, 'finance'::text, 'support'::text, 'viewer'::text])
END),
  CONSTRAINT panel_membership_staff_not_limited CHECK (partner_id IS NOT NULL OR cardinality(service_ids) = 0),
  CONSTRAINT panel_membership_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partner(id),
  CONSTRAINT panel_membership_user_id_fkey FOREIGN KEY (user_id) REFERENCES panel_user(id)
);
CREATE INDEX panel_membership_of_partner ON public.panel_membership USING btree (partner_id);

CREATE TABLE panel_recovery_code (
  user_id uuid NOT NULL,
  code_hash bytea NOT NULL,
  CONSTRAINT panel_recovery_code_pkey PRIMARY KEY (user_id, code_hash),
  CONSTRAINT panel_recovery_code_hash_sha256 CHECK (octet_length(code_hash) = 32),
  CONSTRAINT panel_recovery_code_user_id_fkey FOREIGN KEY (user_id) REFERENCES panel_user(id)
);

CREATE TABLE panel_session (
  id uuid NOT NULL,
  token_hash bytea NOT NULL,
  user_id uuid NOT NULL,
  membership_id uuid NOT NULL,
  began_at timestamp with time zone NOT NULL,
  authenticated_at timestamp with time zone NOT NULL,
  last_seen_at timestamp with time zone NOT NULL,
  address text NOT NULL,
  browser text NOT NULL,
  CONSTRAINT panel_session_pkey PRIMARY KEY (id),
  CONSTRAINT panel_session_token_unique UNIQUE (token_hash),
  CONSTRAINT panel_session_browser_length CHECK (char_length(browser) <= 200),
  CONSTRAINT panel_session_times CHECK (authenticated_at >= began_at AND last_seen_at >= began_at),
  CONSTRAINT panel_session_token_sha256 CHECK (octet_length(token_hash) = 32),
  CONSTRAINT panel_session_membership_id_fkey FOREIGN KEY (membership_id) REFERENCES panel_membership(id) ON DELETE CASCADE,
  CONSTRAINT panel_session_user_id_fkey FOREIGN KEY (user_id) REFERENCES panel_user(id)
);
CREATE INDEX panel_session_of_membership ON public.panel_session USING btree (membership_id);
CREATE INDEX panel_session_of_user ON public.panel_session USING btree (user_id);

CREATE TABLE panel_used_challenge (
  challenge_hash bytea NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT panel_used_challenge_pkey PRIMARY KEY (challenge_hash),
  CONSTRAINT panel_used_challenge_sha256 CHECK (octet_length(challenge_hash) = 32)
);

CREATE TABLE panel_user (
  id uuid NOT NULL,
  email text NOT NULL,
  name text NOT NULL,
  password_hash text,
  totp_ciphertext bytea,
  totp_key_version integer,
  totp_last_step bigint,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT panel_user_pkey PRIMARY KEY (id),
  CONSTRAINT panel_user_email_unique UNIQUE (email),
  CONSTRAINT panel_user_email_form CHECK (email ~ '^[^[:space:]@]+@[^[:space:]@]+$'::text AND email = lower(email) AND char_length(email) <= 254),
  CONSTRAINT panel_user_name_length CHECK (char_length(name) >= 1 AND char_length(name) <= 120),
  CONSTRAINT panel_user_password_has_second_factor CHECK ((password_hash IS NULL) = (totp_ciphertext IS NULL) AND (totp_ciphertext IS NULL) = (totp_key_version IS NULL)),
  CONSTRAINT panel_user_password_hashed CHECK (password_hash ~~ '$scrypt$%'::text)
);

CREATE TABLE partner (
  id uuid NOT NULL,
  name text NOT NULL,
  demo boolean DEFAULT false NOT NULL,
  blocked_at timestamp with time zone,
  blocked_reason text,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT partner_pkey PRIMARY KEY (id),
  CONSTRAINT partner_block_explained CHECK ((blocked_at IS NULL) = (blocked_reason IS NULL)),
  CONSTRAINT partner_blocked_reason_length CHECK (char_length(blocked_reason) >= 1 AND char_length(blocked_reason) <= 500),
  CONSTRAINT partner_name_length CHECK (char_length(name) >= 1 AND char_length(name) <= 120)
);
CREATE UNIQUE INDEX partner_one_demo ON public.partner USING btree (demo) WHERE demo;

CREATE TABLE payment_alias (
  id uuid NOT NULL,
  service_id text NOT NULL,
  type text NOT NULL,
  value text NOT NULL,
  wire_value text NOT NULL,
  disclosed_apps text[] DEFAULT '{}'::text[] NOT NULL,
  label text NOT NULL,
  blik_key text,
  status text NOT NULL,
  connector text NOT NULL,
  test boolean NOT NULL,
  transaction_id uuid NOT NULL,
  provider_ref text,
  data jsonb,
  next_poll_at timestamp with time zone,
  poll_count integer DEFAULT 0 NOT NULL,
  closed_by text,
  reason text,
  raw_code text,
  activated_at timestamp with time zone,
  expires_at timestamp with time zone,
  trace_parent text,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT payment_alias_pkey PRIMARY KEY (id),
  CONSTRAINT payment_alias_active_is_dated CHECK (
CASE status
    WHEN 'alias_pending_registration'::text THEN activated_at IS NULL
    WHEN 'alias_active'::text THEN activated_at IS NOT NULL
    ELSE true
END),
  CONSTRAINT payment_alias_closed_by_known CHECK (closed_by = ANY (ARRAY['partner'::text, 'channel'::text, 'payment'::text, 'successor'::text, 'time'::text, 'gateway'::text])),
  CONSTRAINT payment_alias_connector_form CHECK (connector ~ '^[a-z0-9-]{1,64}$'::text),
  CONSTRAINT payment_alias_disclosed_apps_bounded CHECK (cardinality(disclosed_apps) <= 20 AND octet_length(disclosed_apps::text) <= 16384),
  CONSTRAINT payment_alias_end_has_cause CHECK ((status = ANY (ARRAY['alias_unregistered'::text, 'alias_expired'::text])) = (closed_by IS NOT NULL)),
  CONSTRAINT payment_alias_given_bounded CHECK (octet_length(blik_key) <= 255 AND octet_length(provider_ref) <= 255 AND octet_length(data::text) <= 16384 AND octet_length(raw_code) <= 255 AND char_length(reason) <= 64),
  CONSTRAINT payment_alias_label_length CHECK (char_length(label) <= 35),
  CONSTRAINT payment_alias_payid_has_no_app CHECK (type = 'UID'::text OR blik_key IS NULL AND next_poll_at IS NULL),
  CONSTRAINT payment_alias_pending_is_polled CHECK (type = 'PAYID'::text OR status <> 'alias_pending_registration'::text OR next_poll_at IS NOT NULL),
  CONSTRAINT payment_alias_status_known CHECK (status = ANY (ARRAY['alias_pending_registration'::text, 'alias_active'::text, 'alias_unregistered'::text, 'alias_expired'::text])),
  CONSTRAINT payment_alias_type_known CHECK (type = ANY (ARRAY['PAYID'::text, 'UID'::text])),
  CONSTRAINT payment_alias_value_length CHECK (char_length(value) >= 1 AND char_length(value) <= 128),
  CONSTRAINT payment_alias_wire_value_scoped CHECK (wire_value =
CASE
    WHEN type = 'PAYID'::text OR value = ('erased-'::text || id) THEN value
    ELSE encode(sha256(convert_to((service_id || ':'::text) || value, 'UTF8'::name)), 'hex'::text)
END),
  CONSTRAINT payment_alias_service_id_fkey FOREIGN KEY (service_id) REFERENCES service(id),
  CONSTRAINT payment_alias_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES payment_transaction(id)
);
CREATE UNIQUE INDEX payment_alias_by_provider_ref ON public.payment_alias USING btree (connector, provider_ref) WHERE (provider_ref IS NOT NULL);
CREATE INDEX payment_alias_by_status ON public.payment_alias USING btree (service_id, status, created_at, id) INCLUDE (type, value);
CREATE INDEX payment_alias_by_type ON public.payment_alias USING btree (service_id, type, created_at, id) INCLUDE (status, value);
CREATE INDEX payment_alias_by_value ON public.payment_alias USING btree (service_id, value, created_at, id) INCLUDE (status, type);
CREATE INDEX payment_alias_due ON public.payment_alias USING btree (connector, next_poll_at) WHERE (next_poll_at IS NOT NULL);
CREATE INDEX payment_alias_expiring ON public.payment_alias USING btree (expires_at) WHERE ((type = 'UID'::text) AND (status = 'alias_active'::text) AND (expires_at IS NOT NULL));
CREATE INDEX payment_alias_list ON public.payment_alias USING btree (service_id, created_at, id);
CREATE INDEX payment_alias_of_transaction ON public.payment_alias USING btree (transaction_id);
CREATE UNIQUE INDEX payment_alias_payid_once ON public.payment_alias USING btree (value) WHERE ((type = 'PAYID'::text) AND ((status = 'alias_pending_registration'::text) OR (activated_at IS NOT NULL)));
CREATE UNIQUE INDEX payment_alias_uid_once_per_app ON public.payment_alias USING btree (service_id, value, COALESCE(blik_key, ''::text)) WHERE ((type = 'UID'::text) AND (status = 'alias_active'::text));
CREATE TRIGGER payment_alias_guard BEFORE UPDATE ON payment_alias FOR EACH ROW EXECUTE FUNCTION payment_alias_guard();
CREATE TRIGGER payment_alias_matches_payment BEFORE INSERT ON payment_alias FOR EACH ROW EXECUTE FUNCTION payment_alias_matches_payment();

CREATE TABLE payment_attempt (
  reference uuid NOT NULL,
  transaction_id uuid NOT NULL,
  service_id text NOT NULL,
  partner_id uuid,
  channel text NOT NULL,
  connector text NOT NULL,
  state text NOT NULL,
  test boolean NOT NULL,
  amount_minor bigint NOT NULL,
  currency text NOT NULL,
  pln_minor bigint NOT NULL,
  commission_minor bigint NOT NULL,
  partner_minor bigint NOT NULL,
  payer_ip text,
  payer_email text,
  system_id text,
  provider_ref text,
  data jsonb,
  next jsonb NOT NULL,
  reason text,
  raw_code text,
  captured_minor bigint,
  captured_currency text,
  conflict text,
  conflict_at timestamp with time zone,
  conflict_minor bigint,
  conflict_currency text,
  was_held boolean DEFAULT false NOT NULL,
  suspense_minor bigint,
  corrected_minor bigint,
  reversal_reference uuid,
  reversal_provider_ref text,
  reversed_at timestamp with time zone,
  next_poll_at timestamp with time zone,
  poll_count integer DEFAULT 0 NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  started_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT payment_attempt_pkey PRIMARY KEY (reference),
  CONSTRAINT payment_attempt_amounts CHECK (amount_minor >= 0 AND pln_minor >= 0 AND commission_minor >= 0 AND partner_minor >= 0 AND (commission_minor + partner_minor) = pln_minor),
  CONSTRAINT payment_attempt_channel_form CHECK (channel ~ '^[a-z0-9_-]{1,32}$'::text),
  CONSTRAINT payment_attempt_closed_is_not_polled CHECK (next_poll_at IS NULL OR (state = ANY (ARRAY['sent'::text, 'pending'::text, 'authorized'::text, 'lapsed'::text, 'return_due'::text, 'paid'::text, 'held'::text, 'returned'::text, 'suspense'::text]))),
  CONSTRAINT payment_attempt_conflict_currency CHECK ((conflict_minor IS NULL) = (conflict_currency IS NULL)),
  CONSTRAINT payment_attempt_conflict_dated CHECK ((conflict IS NULL) = (conflict_at IS NULL)),
  CONSTRAINT payment_attempt_conflict_known CHECK (conflict = ANY (ARRAY['other_sum'::text, 'failed_after_payment'::text, 'canceled_after_payment'::text, 'expired_after_payment'::text, 'return_other_sum'::text, 'return_completed_after_failure'::text, 'return_rejected_after_completion'::text, 'return_failed_after_completion'::text])),
  CONSTRAINT payment_attempt_connector_form CHECK (connector ~ '^[a-z0-9-]{1,64}$'::text),
  CONSTRAINT payment_attempt_given_bounded CHECK (octet_length(provider_ref) <= 255 AND octet_length(data::text) <= 16384 AND octet_length(next::text) <= 65536 AND octet_length(raw_code) <= 255),
  CONSTRAINT payment_attempt_has_partner CHECK (partner_id IS NOT NULL),
  CONSTRAINT payment_attempt_returned_by_name CHECK (state <> 'returned'::text OR reversal_reference IS NOT NULL),
  CONSTRAINT payment_attempt_state_known CHECK (state = ANY (ARRAY['sent'::text, 'pending'::text, 'authorized'::text, 'paid'::text, 'held'::text, 'failed'::text, 'canceled'::text, 'expired'::text, 'not_sent'::text, 'not_found'::text, 'lapsed'::text, 'return_due'::text, 'returned'::text, 'suspense'::text])),
  CONSTRAINT payment_attempt_suspense_named CHECK ((state = ANY (ARRAY['return_due'::text, 'returned'::text, 'suspense'::text])) <= (suspense_minor >= 0)),
  CONSTRAINT payment_attempt_service_id_fkey FOREIGN KEY (service_id) REFERENCES service(id),
  CONSTRAINT payment_attempt_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES payment_transaction(id)
);
CREATE UNIQUE INDEX payment_attempt_by_provider_ref ON public.payment_attempt USING btree (connector, provider_ref) WHERE (provider_ref IS NOT NULL);
CREATE INDEX payment_attempt_by_return ON public.payment_attempt USING btree (connector, reversal_reference) WHERE (reversal_reference IS NOT NULL);
CREATE INDEX payment_attempt_conflicts ON public.payment_attempt USING btree (conflict_at) WHERE (conflict IS NOT NULL);
CREATE INDEX payment_attempt_due ON public.payment_attempt USING btree (connector, next_poll_at) WHERE (next_poll_at IS NOT NULL);
CREATE INDEX payment_attempt_for_staff ON public.payment_attempt USING btree (updated_at) WHERE (state = ANY (ARRAY['return_due'::text, 'returned'::text, 'suspense'::text]));
CREATE INDEX payment_attempt_of_transaction ON public.payment_attempt USING btree (transaction_id);
CREATE UNIQUE INDEX payment_attempt_one_live ON public.payment_attempt USING btree (transaction_id) WHERE (state = ANY (ARRAY['sent'::text, 'pending'::text, 'authorized'::text, 'paid'::text, 'held'::text]));
CREATE INDEX payment_attempt_open ON public.payment_attempt USING btree (connector, state, updated_at) WHERE (next_poll_at IS NOT NULL);
CREATE INDEX payment_attempt_velocity_payer_email ON public.payment_attempt USING btree (partner_id, payer_email, updated_at) WHERE ((state = ANY (ARRAY['paid'::text, 'held'::text])) AND (payer_email IS NOT NULL));
CREATE INDEX payment_attempt_velocity_payer_ip ON public.payment_attempt USING btree (partner_id, payer_ip, updated_at) WHERE ((state = ANY (ARRAY['paid'::text, 'held'::text])) AND (payer_ip IS NOT NULL));
CREATE INDEX payment_attempt_velocity_system_id ON public.payment_attempt USING btree (partner_id, system_id, updated_at) WHERE ((state = ANY (ARRAY['paid'::text, 'held'::text])) AND (system_id IS NOT NULL));
CREATE TRIGGER payment_attempt_guard BEFORE UPDATE ON payment_attempt FOR EACH ROW EXECUTE FUNCTION payment_attempt_guard();
CREATE TRIGGER payment_attempt_matches_transaction BEFORE INSERT ON payment_attempt FOR EACH ROW EXECUTE FUNCTION payment_attempt_matches_transaction();
CREATE TRIGGER payment_attempt_moves_charge AFTER UPDATE ON payment_attempt FOR EACH ROW WHEN (new.channel = 'blik-recurrent'::text AND new.state <> old.state AND (new.state <> ALL (ARRAY['sent'::text, 'pending'::text, 'authorized'::text, 'lapsed'::text]))) EXECUTE FUNCTION payment_charge_follows_attempt();
CREATE TRIGGER payment_attempt_partner BEFORE INSERT ON payment_attempt FOR EACH ROW EXECUTE FUNCTION payment_attempt_partner();

CREATE TABLE payment_callback (
  connector text NOT NULL,
  event_id text NOT NULL,
  kind text NOT NULL,
  attempt_reference uuid,
  refund_id uuid,
  alias_id uuid,
  subscription_id uuid,
  provider_ref text,
  outcome text NOT NULL,
  effect text NOT NULL,
  received_at timestamp with time zone NOT NULL,
  amount_minor bigint,
  currency text,
  event_name text,
  problem text,
  CONSTRAINT payment_callback_pkey PRIMARY KEY (connector, event_id),
  CONSTRAINT payment_callback_given_bounded CHECK (octet_length(event_id) <= 255 AND octet_length(provider_ref) <= 255)
);
CREATE INDEX payment_callback_by_name ON public.payment_callback USING btree (connector, event_name) WHERE (event_name IS NOT NULL);
CREATE INDEX payment_callback_for_staff ON public.payment_callback USING btree (received_at) WHERE (effect = ANY (ARRAY['unknown_attempt'::text, 'for_staff'::text]));
CREATE INDEX payment_callback_of_attempt ON public.payment_callback USING btree (attempt_reference);

CREATE TABLE payment_channel (
  service_id text NOT NULL,
  channel text NOT NULL,
  enabled boolean NOT NULL,
  commission_bp integer NOT NULL,
  commission_fixed_minor bigint NOT NULL,
  currencies text[],
  min_minor bigint,
  max_minor bigint,
  CONSTRAINT payment_channel_pkey PRIMARY KEY (service_id, channel),
  CONSTRAINT payment_channel_commission CHECK (commission_bp >= 0 AND commission_bp <= 9900 AND commission_fixed_minor >= 0 AND commission_fixed_minor <= 99999999),
  CONSTRAINT payment_channel_currencies CHECK (cardinality(currencies) > 0 AND array_to_string(currencies, ''::text) ~ '^([A-Z]{3})+$'::text),
  CONSTRAINT payment_channel_form CHECK (channel ~ '^[a-z0-9_-]{1,32}$'::text),
  CONSTRAINT payment_channel_limits CHECK (min_minor >= 0 AND max_minor > 0 AND max_minor >= min_minor),
  CONSTRAINT payment_channel_service_id_fkey FOREIGN KEY (service_id) REFERENCES service(id)
);

CREATE TABLE payment_channel_mark (
  channel text NOT NULL,
  theme text NOT NULL,
  svg text NOT NULL,
  hash text NOT NULL,
  imported_at timestamp with time zone NOT NULL,
  CONSTRAINT payment_channel_mark_pkey PRIMARY KEY (channel, theme),
  CONSTRAINT payment_channel_mark_hash_form CHECK (hash ~ '^[0-9a-f]{64}$'::text),
  CONSTRAINT payment_channel_mark_small CHECK (octet_length(svg) <= 16384),
  CONSTRAINT payment_channel_mark_theme_known CHECK (theme = ANY (ARRAY['light'::text, 'dark'::text]))
);

CREATE TABLE payment_charge (
  id uuid NOT NULL,
  sequence bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  subscription_id uuid NOT NULL,
  transaction_id uuid NOT NULL,
  attempt_reference uuid,
  state text NOT NULL,
  model text NOT NULL,
  amount_minor bigint NOT NULL,
  number smallint NOT NULL,
  period integer,
  label text,
  lines jsonb NOT NULL,
  hold_reason text,
  confirmed_at timestamp with time zone,
  request_key text,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT payment_charge_pkey PRIMARY KEY (id),
  CONSTRAINT payment_charge_attempt_reference_key UNIQUE (attempt_reference),
  CONSTRAINT payment_charge_amount CHECK (amount_minor > 0 AND (model <> 'O'::text OR amount_minor <= 200000)),
  CONSTRAINT payment_charge_label_length CHECK (char_length(label) <= 35),
  CONSTRAINT payment_charge_lines_bounded CHECK (octet_length(lines::text) <= 2048),
  CONSTRAINT payment_charge_number CHECK (number >= 0 AND number <= 9),
  CONSTRAINT payment_charge_sent_when_confirmed CHECK (hold_reason IS NULL OR (attempt_reference IS NULL) = (confirmed_at IS NULL)),
  CONSTRAINT payment_charge_state_known CHECK (state = ANY (ARRAY['running'::text, 'held'::text, 'taken'::text, 'free'::text])),
  CONSTRAINT payment_charge_taken_by_attempt CHECK ((state <> ALL (ARRAY['held'::text, 'taken'::text])) OR attempt_reference IS NOT NULL),
  CONSTRAINT payment_charge_attempt_reference_fkey FOREIGN KEY (attempt_reference) REFERENCES payment_attempt(reference),
  CONSTRAINT payment_charge_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES payment_subscription(id),
  CONSTRAINT payment_charge_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES payment_transaction(id)
);
CREATE INDEX payment_charge_of_subscription ON public.payment_charge USING btree (subscription_id, sequence);
CREATE INDEX payment_charge_of_transaction ON public.payment_charge USING btree (transaction_id);
CREATE UNIQUE INDEX payment_charge_once_a_period ON public.payment_charge USING btree (subscription_id, period) WHERE ((model = 'A'::text) AND (state <> 'free'::text));
CREATE UNIQUE INDEX payment_charge_one_of_transaction ON public.payment_charge USING btree (transaction_id) WHERE (state <> 'free'::text);
CREATE UNIQUE INDEX payment_charge_one_running ON public.payment_charge USING btree (subscription_id) WHERE (state = 'running'::text);
CREATE TRIGGER payment_charge_guard BEFORE UPDATE ON payment_charge FOR EACH ROW EXECUTE FUNCTION payment_charge_guard();
CREATE TRIGGER payment_charge_made AFTER INSERT ON payment_charge FOR EACH ROW EXECUTE FUNCTION payment_charge_moves_sums();
CREATE TRIGGER payment_charge_matches_subscription BEFORE INSERT ON payment_charge FOR EACH ROW EXECUTE FUNCTION payment_charge_matches_subscription();
CREATE TRIGGER payment_charge_moved AFTER UPDATE ON payment_charge FOR EACH ROW WHEN (new.state <> old.state) EXECUTE FUNCTION payment_charge_moves_sums();

CREATE TABLE payment_chargeback (
  id uuid NOT NULL,
  connector text NOT NULL,
  event_id text NOT NULL,
  attempt_reference uuid NOT NULL,
  transaction_id uuid NOT NULL,
  partner_id uuid NOT NULL,
  channel text NOT NULL,
  test boolean NOT NULL,
  amount_minor bigint NOT NULL,
  currency text NOT NULL,
  pln_minor bigint NOT NULL,
  available_minor bigint NOT NULL,
  receivable_minor bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT payment_chargeback_pkey PRIMARY KEY (id),
  CONSTRAINT payment_chargeback_once UNIQUE (connector, event_id),
  CONSTRAINT payment_chargeback_amounts CHECK (amount_minor > 0 AND available_minor >= 0 AND receivable_minor >= 0 AND (available_minor + receivable_minor) = pln_minor),
  CONSTRAINT payment_chargeback_attempt_reference_fkey FOREIGN KEY (attempt_reference) REFERENCES payment_attempt(reference),
  CONSTRAINT payment_chargeback_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partner(id),
  CONSTRAINT payment_chargeback_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES payment_transaction(id)
);
CREATE INDEX payment_chargeback_list ON public.payment_chargeback USING btree (created_at);
CREATE INDEX payment_chargeback_of_attempt ON public.payment_chargeback USING btree (attempt_reference);
CREATE INDEX payment_chargeback_of_transaction ON public.payment_chargeback USING btree (transaction_id);
CREATE TRIGGER payment_chargeback_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON payment_chargeback FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER payment_chargeback_value BEFORE INSERT ON payment_chargeback FOR EACH ROW EXECUTE FUNCTION payment_deduction_value();
CREATE TRIGGER payment_chargeback_within_paid AFTER INSERT ON payment_chargeback FOR EACH ROW EXECUTE FUNCTION payment_deduction_within_paid();

CREATE TABLE payment_code (
  reference uuid NOT NULL,
  attempt_reference uuid NOT NULL,
  registers_alias_id uuid,
  alias_id uuid,
  request_key text,
  state text NOT NULL,
  reason text,
  raw_code text,
  sent_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT payment_code_pkey PRIMARY KEY (reference),
  CONSTRAINT payment_code_request_key_bounded CHECK (char_length(request_key) <= 255),
  CONSTRAINT payment_code_state_known CHECK (state = ANY (ARRAY['open'::text, 'refused'::text, 'not_sent'::text, 'paid'::text, 'closed'::text])),
  CONSTRAINT payment_code_alias_known FOREIGN KEY (alias_id) REFERENCES payment_alias(id),
  CONSTRAINT payment_code_attempt_reference_fkey FOREIGN KEY (attempt_reference) REFERENCES payment_attempt(reference),
  CONSTRAINT payment_code_registers_alias_id_fkey FOREIGN KEY (registers_alias_id) REFERENCES payment_alias(id)
);
CREATE INDEX payment_code_of_attempt ON public.payment_code USING btree (attempt_reference, sent_at);
CREATE UNIQUE INDEX payment_code_once_per_request ON public.payment_code USING btree (attempt_reference, request_key) WHERE ((request_key IS NOT NULL) AND (state <> 'not_sent'::text));
CREATE UNIQUE INDEX payment_code_one_open ON public.payment_code USING btree (attempt_reference) WHERE (state = 'open'::text);
CREATE UNIQUE INDEX payment_code_registers_once ON public.payment_code USING btree (registers_alias_id) WHERE (registers_alias_id IS NOT NULL);

CREATE TABLE payment_exchange_rate (
  currency text NOT NULL,
  effective_on date NOT NULL,
  table_name text NOT NULL,
  pln_rate numeric(20,10) NOT NULL,
  CONSTRAINT payment_exchange_rate_pkey PRIMARY KEY (currency, effective_on),
  CONSTRAINT payment_exchange_rate_currency_form CHECK (currency ~ '^[A-Z]{3}$'::text AND currency <> 'PLN'::text),
  CONSTRAINT payment_exchange_rate_positive CHECK (pln_rate > 0::numeric AND pln_rate < 100000::numeric),
  CONSTRAINT payment_exchange_rate_table_name_effective_on_fkey FOREIGN KEY (table_name, effective_on) REFERENCES payment_rate_table(name, effective_on)
);
CREATE INDEX payment_exchange_rate_of_table ON public.payment_exchange_rate USING btree (table_name, effective_on);

CREATE TABLE payment_link (
  id uuid NOT NULL,
  service_id text NOT NULL,
  token text NOT NULL,
  status text NOT NULL,
  amount_minor bigint,
  min_minor bigint,
  max_minor bigint,
  currency text NOT NULL,
  description text,
  control text,
  single_use boolean NOT NULL,
  expires_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT payment_link_pkey PRIMARY KEY (id),
  CONSTRAINT payment_link_token_once UNIQUE (token),
  CONSTRAINT payment_link_amount_fixed_or_chosen CHECK (amount_minor IS NULL OR min_minor IS NULL AND max_minor IS NULL),
  CONSTRAINT payment_link_amounts_in_range CHECK (amount_minor >= 1 AND amount_minor <= 99999999 AND min_minor >= 1 AND min_minor <= 99999999 AND max_minor >= 1 AND max_minor <= 99999999),
  CONSTRAINT payment_link_bounds_in_order CHECK (min_minor <= max_minor),
  CONSTRAINT payment_link_currency_form CHECK (currency ~ '^[A-Z]{3}$'::text),
  CONSTRAINT payment_link_status_known CHECK (status = ANY (ARRAY['link_active'::text, 'link_disabled'::text])),
  CONSTRAINT payment_link_texts_bounded CHECK (char_length(description) <= 64 AND char_length(control) <= 255),
  CONSTRAINT payment_link_token_form CHECK (token ~ '^[A-Za-z0-9_-]{43}$'::text),
  CONSTRAINT payment_link_service_id_fkey FOREIGN KEY (service_id) REFERENCES service(id)
);
CREATE INDEX payment_link_by_control ON public.payment_link USING btree (service_id, control, created_at, id) INCLUDE (status) WHERE (control IS NOT NULL);
CREATE INDEX payment_link_by_status ON public.payment_link USING btree (service_id, status, created_at, id) INCLUDE (control);
CREATE INDEX payment_link_list ON public.payment_link USING btree (service_id, created_at, id);
CREATE TRIGGER payment_link_guard BEFORE UPDATE ON payment_link FOR EACH ROW EXECUTE FUNCTION payment_link_guard();

CREATE TABLE payment_rate_table (
  name text NOT NULL,
  effective_on date NOT NULL,
  number text NOT NULL,
  stored_at timestamp with time zone NOT NULL,
  CONSTRAINT payment_rate_table_pkey PRIMARY KEY (name, effective_on),
  CONSTRAINT payment_rate_table_known CHECK (name = ANY (ARRAY['A'::text, 'B'::text])),
  CONSTRAINT payment_rate_table_number_form CHECK (number ~ (('^[0-9]{1,3}/'::text || name) || '/NBP/[0-9]{4}$'::text))
);

CREATE TABLE payment_refund (
  id uuid NOT NULL,
  transaction_id uuid NOT NULL,
  service_id text NOT NULL,
  attempt_reference uuid NOT NULL,
  channel text NOT NULL,
  connector text NOT NULL,
  test boolean NOT NULL,
  status text NOT NULL,
  amount_minor bigint NOT NULL,
  currency text NOT NULL,
  wallet_minor bigint NOT NULL,
  provider_ref text,
  raw_code text,
  conflict text,
  conflict_minor bigint,
  conflict_currency text,
  next_poll_at timestamp with time zone,
  poll_count integer DEFAULT 0 NOT NULL,
  trace_parent text,
  sent_at timestamp with time zone,
  completed_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  conflict_at timestamp with time zone,
  CONSTRAINT payment_refund_pkey PRIMARY KEY (id),
  CONSTRAINT payment_refund_amounts CHECK (amount_minor > 0 AND wallet_minor >= 0),
  CONSTRAINT payment_refund_completed_is_dated CHECK (
CASE status
    WHEN 'refund_completed'::text THEN completed_at IS NOT NULL
    WHEN 'refund_failed'::text THEN true
    ELSE completed_at IS NULL
END),
  CONSTRAINT payment_refund_conflict_currency CHECK ((conflict_minor IS NULL) = (conflict_currency IS NULL)),
  CONSTRAINT payment_refund_conflict_known CHECK (conflict = ANY (ARRAY['other_sum'::text, 'completed_after_release'::text, 'rejected_after_completion'::text])),
  CONSTRAINT payment_refund_given_bounded CHECK (octet_length(provider_ref) <= 255 AND octet_length(raw_code) <= 255),
  CONSTRAINT payment_refund_open_is_polled CHECK (next_poll_at IS NOT NULL OR (status <> ALL (ARRAY['refund_new'::text, 'refund_pending'::text]))),
  CONSTRAINT payment_refund_sent_is_dated CHECK ((status = 'refund_new'::text) = (sent_at IS NULL)),
  CONSTRAINT payment_refund_status_known CHECK (status = ANY (ARRAY['refund_new'::text, 'refund_pending'::text, 'refund_completed'::text, 'refund_rejected'::text, 'refund_failed'::text])),
  CONSTRAINT payment_refund_attempt_reference_fkey FOREIGN KEY (attempt_reference) REFERENCES payment_attempt(reference),
  CONSTRAINT payment_refund_service_id_fkey FOREIGN KEY (service_id) REFERENCES service(id),
  CONSTRAINT payment_refund_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES payment_transaction(id)
);
CREATE UNIQUE INDEX payment_refund_by_provider_ref ON public.payment_refund USING btree (connector, provider_ref) WHERE (provider_ref IS NOT NULL);
CREATE INDEX payment_refund_due ON public.payment_refund USING btree (connector, next_poll_at) WHERE (next_poll_at IS NOT NULL);
CREATE INDEX payment_refund_for_staff ON public.payment_refund USING btree (created_at) WHERE ((status = ANY (ARRAY['refund_new'::text, 'refund_pending'::text])) OR (conflict IS NOT NULL));
CREATE INDEX payment_refund_of_transaction ON public.payment_refund USING btree (transaction_id, created_at, id);
CREATE INDEX payment_refund_open ON public.payment_refund USING btree (connector, status, created_at) WHERE (status = ANY (ARRAY['refund_new'::text, 'refund_pending'::text]));
CREATE TRIGGER payment_refund_guard BEFORE UPDATE ON payment_refund FOR EACH ROW EXECUTE FUNCTION payment_refund_guard();
CREATE TRIGGER payment_refund_made AFTER INSERT ON payment_refund FOR EACH ROW EXECUTE FUNCTION payment_refund_moves_sums();
CREATE TRIGGER payment_refund_matches_payment BEFORE INSERT ON payment_refund FOR EACH ROW EXECUTE FUNCTION payment_refund_matches_payment();
CREATE TRIGGER payment_refund_moved AFTER UPDATE ON payment_refund FOR EACH ROW WHEN (new.status <> old.status) EXECUTE FUNCTION payment_refund_moves_sums();
CREATE TRIGGER payment_refund_value BEFORE INSERT ON payment_refund FOR EACH ROW EXECUTE FUNCTION payment_deduction_value();
CREATE TRIGGER payment_refund_within_paid AFTER INSERT ON payment_refund FOR EACH ROW EXECUTE FUNCTION payment_deduction_within_paid();

CREATE TABLE payment_subscription (
  id uuid NOT NULL,
  service_id text NOT NULL,
  alias_id uuid NOT NULL,
  transaction_id uuid NOT NULL,
  attempt_reference uuid NOT NULL,
  status text NOT NULL,
  mode text NOT NULL,
  model text NOT NULL,
  connector text NOT NULL,
  test boolean NOT NULL,
  currency text NOT NULL,
  amount_limit_minor bigint,
  total_limit_minor bigint,
  count_limit integer,
  frequency text,
  initiation_at timestamp with time zone,
  expires_at timestamp with time zone,
  provider_ref text,
  data jsonb,
  next jsonb NOT NULL,
  reason text,
  raw_code text,
  cancelled_by text,
  cancelled_reason text,
  consent_evidence jsonb,
  charge_count integer DEFAULT 0 NOT NULL,
  charge_minor bigint DEFAULT 0 NOT NULL,
  paid_count integer DEFAULT 0 NOT NULL,
  paid_minor bigint DEFAULT 0 NOT NULL,
  request_key text,
  next_poll_at timestamp with time zone,
  poll_count integer DEFAULT 0 NOT NULL,
  due_at timestamp with time zone,
  trace_parent text,
  activated_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  erased_at timestamp with time zone,
  CONSTRAINT payment_subscription_pkey PRIMARY KEY (id),
  CONSTRAINT payment_subscription_alias_id_key UNIQUE (alias_id),
  CONSTRAINT payment_subscription_attempt_reference_key UNIQUE (attempt_reference),
  CONSTRAINT payment_subscription_active_is_dated CHECK (
CASE status
    WHEN 'subscription_pending'::text THEN activated_at IS NULL
    WHEN 'subscription_active'::text THEN activated_at IS NOT NULL
    ELSE true
END),
  CONSTRAINT payment_subscription_cancelled_by_known CHECK (cancelled_by = ANY (ARRAY['system'::text, 'antifraud'::text, 'merchant'::text, 'payer'::text, 'blik'::text])),
  CONSTRAINT payment_subscription_cancelled_by_somebody CHECK ((status = ANY (ARRAY['subscription_cancelled'::text, 'subscription_fraudulent'::text])) = (cancelled_by IS NOT NULL)),
  CONSTRAINT payment_subscription_connector_form CHECK (connector ~ '^[a-z0-9-]{1,64}$'::text),
  CONSTRAINT payment_subscription_currency CHECK (currency = 'PLN'::text),
  CONSTRAINT payment_subscription_frequency_form CHECK (frequency ~ '^[1-9][0-9]{0,2}[DWMY]$'::text),
  CONSTRAINT payment_subscription_given_bounded CHECK (octet_length(provider_ref) <= 255 AND octet_length(data::text) <= 16384 AND octet_length(next::text) <= 65536 AND octet_length(raw_code) <= 255 AND char_length(cancelled_reason) <= 64 AND octet_length(consent_evidence::text) <= 65536),
  CONSTRAINT payment_subscription_limits CHECK (amount_limit_minor > 0 AND total_limit_minor > 0 AND count_limit > 0),
  CONSTRAINT payment_subscription_mode_known CHECK (mode = ANY (ARRAY['BLIK'::text, 'CARD'::text])),
  CONSTRAINT payment_subscription_pending_is_polled CHECK (status <> 'subscription_pending'::text OR next_poll_at IS NOT NULL AND due_at IS NOT NULL),
  CONSTRAINT payment_subscription_status_known CHECK (status = ANY (ARRAY['subscription_pending'::text, 'subscription_active'::text, 'subscription_cancelled'::text, 'subscription_expired'::text, 'subscription_finished'::text, 'subscription_fraudulent'::text])),
  CONSTRAINT payment_subscription_sums CHECK (paid_count >= 0 AND paid_count <= charge_count AND paid_minor >= 0 AND paid_minor <= charge_minor),
  CONSTRAINT payment_subscription_terms_of_model CHECK (
CASE model
    WHEN 'A'::text THEN num_nulls(amount_limit_minor, total_limit_minor, frequency, initiation_at, expires_at) = 0
    WHEN 'O'::text THEN num_nonnulls(amount_limit_minor, total_limit_minor, count_limit, frequency) = 0
    WHEN 'M'::text THEN num_nonnulls(amount_limit_minor, total_limit_minor, count_limit) = 0
    ELSE false
END),
  CONSTRAINT payment_subscription_within_count_limit CHECK (charge_count <= count_limit),
  CONSTRAINT payment_subscription_within_total_limit CHECK (charge_minor <= total_limit_minor),
  CONSTRAINT payment_subscription_alias_id_fkey FOREIGN KEY (alias_id) REFERENCES payment_alias(id),
  CONSTRAINT payment_subscription_attempt_reference_fkey FOREIGN KEY (attempt_reference) REFERENCES payment_attempt(reference),
  CONSTRAINT payment_subscription_service_id_fkey FOREIGN KEY (service_id) REFERENCES service(id),
  CONSTRAINT payment_subscription_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES payment_transaction(id)
);
CREATE INDEX payment_subscription_by_mode ON public.payment_subscription USING btree (service_id, mode, created_at, id) INCLUDE (status);
CREATE UNIQUE INDEX payment_subscription_by_provider_ref ON public.payment_subscription USING btree (connector, provider_ref) WHERE (provider_ref IS NOT NULL);
CREATE INDEX payment_subscription_by_status ON public.payment_subscription USING btree (service_id, status, created_at, id) INCLUDE (mode);
CREATE INDEX payment_subscription_due ON public.payment_subscription USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX payment_subscription_list ON public.payment_subscription USING btree (service_id, created_at, id);
CREATE INDEX payment_subscription_of_transaction ON public.payment_subscription USING btree (transaction_id);
CREATE INDEX payment_subscription_to_poll ON public.payment_subscription USING btree (connector, next_poll_at) WHERE (next_poll_at IS NOT NULL);
CREATE TRIGGER payment_subscription_guard BEFORE UPDATE ON payment_subscription FOR EACH ROW EXECUTE FUNCTION payment_subscription_guard();
CREATE TRIGGER payment_subscription_matches_payment BEFORE INSERT ON payment_subscription FOR EACH ROW EXECUTE FUNCTION payment_subscription_matches_payment();

CREATE TABLE payment_transaction (
  id uuid NOT NULL,
  service_id text NOT NULL,
  link_id uuid,
  payer_transaction_id text NOT NULL,
  status text NOT NULL,
  amount_minor bigint NOT NULL,
  currency text NOT NULL,
  pln_minor bigint NOT NULL,
  pln_rate numeric(20,10) NOT NULL,
  channel text,
  test boolean DEFAULT false NOT NULL,
  commission_minor bigint,
  partner_minor bigint,
  control text,
  description text,
  referer text,
  success_url text,
  failure_url text,
  pending_url text,
  customer json,
  email_hash bytea,
  antifraud json,
  billing json,
  shipping json,
  cart json,
  offered_subscription json,
  direct_channel text,
  offered_channels json NOT NULL,
  attempt_count smallint DEFAULT 0 NOT NULL,
  code_count smallint DEFAULT 0 NOT NULL,
  refund_count smallint DEFAULT 0 NOT NULL,
  refund_minor bigint DEFAULT 0 NOT NULL,
  refund_pln_minor bigint DEFAULT 0 NOT NULL,
  refunded_minor bigint DEFAULT 0 NOT NULL,
  failure_reason text,
  hold_reason text,
  held_at timestamp with time zone,
  paid_at timestamp with time zone,
  trace_parent text,
  expires_at timestamp with time zone NOT NULL,
  due_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  erased_at timestamp with time zone,
  CONSTRAINT payment_transaction_pkey PRIMARY KEY (id),
  CONSTRAINT payment_transaction_payer_id_once UNIQUE (payer_transaction_id),
  CONSTRAINT payment_transaction_amounts CHECK (amount_minor >= 0 AND amount_minor <= 99999999 AND pln_minor >= 0),
  CONSTRAINT payment_transaction_control_length CHECK (char_length(control) <= 255),
  CONSTRAINT payment_transaction_currency_form CHECK (currency ~ '^[A-Z]{3}$'::text),
  CONSTRAINT payment_transaction_description_length CHECK (char_length(description) <= 64),
  CONSTRAINT payment_transaction_email_hash_form CHECK (octet_length(email_hash) = 32),
  CONSTRAINT payment_transaction_erased_has_no_payer CHECK (erased_at IS NULL OR num_nonnulls(antifraud, billing, shipping, cart) = 0),
  CONSTRAINT payment_transaction_erased_without_hash CHECK (erased_at IS NULL OR email_hash IS NULL),
  CONSTRAINT payment_transaction_given_bounded CHECK ((COALESCE(octet_length(customer::text), 0) + COALESCE(octet_length(antifraud::text), 0) + COALESCE(octet_length(billing::text), 0) + COALESCE(octet_length(shipping::text), 0) + COALESCE(octet_length(cart::text), 0)) <= 2097152),
  CONSTRAINT payment_transaction_held_is_dated CHECK ((status = 'transaction_fraud_possibility'::text) <= (held_at IS NOT NULL AND hold_reason IS NOT NULL AND commission_minor IS NOT NULL)),
  CONSTRAINT payment_transaction_money_has_channel CHECK (commission_minor IS NULL OR channel IS NOT NULL),
  CONSTRAINT payment_transaction_paid_is_dated CHECK ((status = ANY (ARRAY['transaction_paid'::text, 'transaction_refunded'::text])) <= (paid_at IS NOT NULL AND commission_minor IS NOT NULL)),
  CONSTRAINT payment_transaction_payer_id_form CHECK (payer_transaction_id ~ '^[A-Z0-9]{8}$'::text),
  CONSTRAINT payment_transaction_pln_value CHECK (pln_rate > 0::numeric AND pln_minor::numeric = round(amount_minor::numeric * pln_rate) AND (currency <> 'PLN'::text OR pln_rate = 1::numeric)),
  CONSTRAINT payment_transaction_referer_length CHECK (char_length(referer) >= 6 AND char_length(referer) <= 64),
  CONSTRAINT payment_transaction_refunded_is_back CHECK (status <> 'transaction_refunded'::text OR refunded_minor = amount_minor),
  CONSTRAINT payment_transaction_refunds_bounded CHECK (refund_count >= 0 AND refund_count <= 1000),
  CONSTRAINT payment_transaction_refunds_not_above_paid CHECK (refunded_minor >= 0 AND refunded_minor <= refund_minor AND refund_minor <= amount_minor AND refund_pln_minor >= 0 AND refund_pln_minor <= pln_minor),
  CONSTRAINT payment_transaction_shares CHECK ((commission_minor IS NULL) = (partner_minor IS NULL) AND commission_minor >= 0 AND partner_minor >= 0 AND (commission_minor + partner_minor) = pln_minor),
  CONSTRAINT payment_transaction_status_known CHECK (status = ANY (ARRAY['transaction_new'::text, 'transaction_confirmed'::text, 'transaction_generated'::text, 'transaction_paid'::text, 'transaction_failure'::text, 'transaction_expired'::text, 'transaction_canceled'::text, 'transaction_refunded'::text, 'transaction_fraud'::text, 'transaction_fraud_possibility'::text])),
  CONSTRAINT payment_transaction_subscription_bounded CHECK (octet_length(offered_subscription::text) <= 16384),
  CONSTRAINT payment_transaction_subscription_is_recurring CHECK (offered_subscription IS NULL OR direct_channel = 'blik-recurrent'::text),
  CONSTRAINT payment_transaction_tries CHECK (attempt_count >= 0 AND attempt_count <= 10 AND code_count >= 0 AND code_count <= 5),
  CONSTRAINT payment_transaction_zero_amount_is_setup CHECK (amount_minor > 0 OR NOT direct_channel IS DISTINCT FROM 'blik-recurrent'::text),
  CONSTRAINT payment_transaction_link_known FOREIGN KEY (link_id) REFERENCES payment_link(id),
  CONSTRAINT payment_transaction_service_id_fkey FOREIGN KEY (service_id) REFERENCES service(id)
);
CREATE INDEX payment_transaction_by_channel ON public.payment_transaction USING btree (service_id, channel, created_at, id) INCLUDE (status, control) WHERE (channel IS NOT NULL);
CREATE INDEX payment_transaction_by_control ON public.payment_transaction USING btree (service_id, control, created_at, id) INCLUDE (status, channel) WHERE (control IS NOT NULL);
CREATE INDEX payment_transaction_by_email ON public.payment_transaction USING btree (email_hash, service_id, created_at, id) WHERE (email_hash IS NOT NULL);
CREATE INDEX payment_transaction_by_status ON public.payment_transaction USING btree (service_id, status, created_at, id) INCLUDE (control, channel);
CREATE INDEX payment_transaction_due ON public.payment_transaction USING btree (due_at) WHERE (status = ANY (ARRAY['transaction_new'::text, 'transaction_generated'::text]));
CREATE INDEX payment_transaction_held ON public.payment_transaction USING btree (held_at) WHERE (status = 'transaction_fraud_possibility'::text);
CREATE INDEX payment_transaction_list ON public.payment_transaction USING btree (service_id, created_at, id);
CREATE INDEX payment_transaction_of_link ON public.payment_transaction USING btree (link_id, created_at, id) WHERE (link_id IS NOT NULL);
CREATE INDEX payment_transaction_with_payer ON public.payment_transaction USING btree (created_at) WHERE (erased_at IS NULL);
CREATE TRIGGER payment_transaction_erase_email_hash BEFORE UPDATE OF erased_at ON payment_transaction FOR EACH ROW WHEN (new.erased_at IS NOT NULL) EXECUTE FUNCTION payment_erase_email_hash();
CREATE TRIGGER payment_transaction_erase_link AFTER UPDATE OF erased_at ON payment_transaction FOR EACH ROW WHEN (new.link_id IS NOT NULL AND new.erased_at IS NOT NULL) EXECUTE FUNCTION payment_link_erase();
CREATE TRIGGER payment_transaction_frees_charge AFTER UPDATE ON payment_transaction FOR EACH ROW WHEN (new.direct_channel = 'blik-recurrent'::text AND new.status <> old.status AND (new.status = ANY (ARRAY['transaction_expired'::text, 'transaction_canceled'::text, 'transaction_failure'::text]))) EXECUTE FUNCTION payment_charge_follows_payment();
CREATE TRIGGER payment_transaction_guard BEFORE UPDATE ON payment_transaction FOR EACH ROW EXECUTE FUNCTION payment_transaction_guard();
CREATE TRIGGER payment_transaction_matches_link BEFORE INSERT ON payment_transaction FOR EACH ROW WHEN (new.link_id IS NOT NULL) EXECUTE FUNCTION payment_transaction_matches_link();
CREATE TRIGGER payment_transaction_paid_at_immutable BEFORE UPDATE ON payment_transaction FOR EACH ROW WHEN (old.paid_at IS NOT NULL AND new.paid_at IS DISTINCT FROM old.paid_at) EXECUTE FUNCTION payment_transaction_paid_at_immutable();

CREATE TABLE payout (
  id uuid NOT NULL,
  reference text COLLATE "C" NOT NULL,
  partner_id uuid NOT NULL,
  currency text NOT NULL,
  amount_minor bigint NOT NULL,
  test boolean NOT NULL,
  author text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT payout_pkey PRIMARY KEY (id),
  CONSTRAINT payout_once UNIQUE (reference),
  CONSTRAINT payout_amount_positive CHECK (amount_minor > 0),
  CONSTRAINT payout_form CHECK (reference ~ '^[!-~]{1,64}$'::text AND char_length(author) >= 1 AND char_length(author) <= 120 AND currency ~ '^[A-Z]{3}$'::text),
  CONSTRAINT payout_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partner(id)
);
CREATE TRIGGER payout_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON payout FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
CREATE CONSTRAINT TRIGGER payout_within_available AFTER INSERT ON payout DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION payout_within_available();

CREATE TABLE personal_data_erasure (
  id uuid NOT NULL,
  fingerprint bytea NOT NULL,
  encryption_key_version integer NOT NULL,
  author text NOT NULL,
  started_at timestamp with time zone NOT NULL,
  finished_at timestamp with time zone,
  erased jsonb DEFAULT '{}'::jsonb NOT NULL,
  waiting jsonb DEFAULT '{}'::jsonb NOT NULL,
  CONSTRAINT personal_data_erasure_pkey PRIMARY KEY (id),
  CONSTRAINT personal_data_erasure_author_length CHECK (char_length(author) >= 1 AND char_length(author) <= 120),
  CONSTRAINT personal_data_erasure_fingerprint_form CHECK (octet_length(fingerprint) = 32)
);
CREATE INDEX personal_data_erasure_list ON public.personal_data_erasure USING btree (started_at);
CREATE INDEX personal_data_erasure_of_payer ON public.personal_data_erasure USING btree (fingerprint, started_at);

CREATE TABLE rate_limit (
  key text NOT NULL,
  points integer DEFAULT 0 NOT NULL,
  expire bigint,
  CONSTRAINT rate_limit_pkey PRIMARY KEY (key)
);
CREATE INDEX rate_limit_expiry ON public.rate_limit USING btree (expire);

CREATE TABLE restored (
  one boolean DEFAULT true NOT NULL,
  at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  CONSTRAINT restored_pkey PRIMARY KEY (one),
  CONSTRAINT restored_once CHECK (one)
);

CREATE TABLE service (
  id text NOT NULL,
  partner_id uuid NOT NULL,
  area text NOT NULL,
  name text NOT NULL,
  status text NOT NULL,
  notify_url text,
  amount_rendering text DEFAULT 'two-decimals'::text NOT NULL,
  service_id_name text DEFAULT 'serviceId'::text NOT NULL,
  notify_user_agent text,
  retry_schedule_seconds integer[],
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT service_pkey PRIMARY KEY (id),
  CONSTRAINT service_amount_rendering_known CHECK (amount_rendering = ANY (ARRAY['two-decimals'::text, 'shortest'::text])),
  CONSTRAINT service_area_known CHECK (area = ANY (ARRAY['sms'::text, 'directbilling'::text, 'payment'::text])),
  CONSTRAINT service_id_form CHECK (id ~ '^[0-9a-f]{8}$'::text),
  CONSTRAINT service_id_name_known CHECK (service_id_name = ANY (ARRAY['serviceId'::text, 'service_id'::text])),
  CONSTRAINT service_name_length CHECK (char_length(name) >= 1 AND char_length(name) <= 120),
  CONSTRAINT service_notify_user_agent_usable CHECK (notify_user_agent ~ '^[!-~]([ -~]{0,118}[!-~])?$'::text),
  CONSTRAINT service_retry_schedule_usable CHECK (retry_schedule_seconds IS NULL OR cardinality(retry_schedule_seconds) >= 1 AND cardinality(retry_schedule_seconds) <= 50 AND (0 <= ALL (retry_schedule_seconds))),
  CONSTRAINT service_status_known CHECK (status = ANY (ARRAY['service_new'::text, 'service_active'::text, 'service_blocked'::text, 'service_rejected'::text, 'service_verify'::text, 'service_ongoing_registration'::text])),
  CONSTRAINT service_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partner(id)
);
CREATE INDEX service_of_partner ON public.service USING btree (partner_id, area, created_at, id);
CREATE TRIGGER webhook_endpoint_address_changed AFTER UPDATE OF notify_url ON service FOR EACH ROW WHEN (old.notify_url IS DISTINCT FROM new.notify_url) EXECUTE FUNCTION webhook_endpoint_address_changed();

CREATE TABLE service_brand (
  service_id text NOT NULL,
  name text,
  logo bytea,
  logo_type text,
  logo_hash text,
  accent text,
  language text,
  contact text,
  withdrawal_url text,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT service_brand_pkey PRIMARY KEY (service_id),
  CONSTRAINT service_brand_accent_form CHECK (accent ~ '^#[0-9a-f]{6}$'::text),
  CONSTRAINT service_brand_logo_small CHECK (octet_length(logo) <= 32768),
  CONSTRAINT service_brand_logo_type_known CHECK (logo_type = ANY (ARRAY['svg'::text, 'png'::text])),
  CONSTRAINT service_brand_logo_whole CHECK (num_nulls(logo, logo_type, logo_hash) = ANY (ARRAY[0, 3])),
  CONSTRAINT service_brand_withdrawal_url_form CHECK (withdrawal_url ~ '^https://[^[:space:]"<>]+$'::text AND char_length(withdrawal_url) <= 2048),
  CONSTRAINT service_brand_service_id_fkey FOREIGN KEY (service_id) REFERENCES service(id)
);
CREATE INDEX service_brand_by_logo ON public.service_brand USING btree (logo_hash) WHERE (logo_hash IS NOT NULL);

CREATE TABLE service_key (
  id uuid NOT NULL,
  service_id text NOT NULL,
  purpose text NOT NULL,
  ciphertext bytea NOT NULL,
  encryption_key_version integer NOT NULL,
  valid_from timestamp with time zone NOT NULL,
  valid_until timestamp with time zone,
  CONSTRAINT service_key_pkey PRIMARY KEY (id),
  CONSTRAINT service_key_purpose_known CHECK (purpose = ANY (ARRAY['ipn'::text, 'webhook'::text])),
  CONSTRAINT service_key_validity CHECK (valid_until IS NULL OR valid_until > valid_from),
  CONSTRAINT service_key_service_id_fkey FOREIGN KEY (service_id) REFERENCES service(id)
);
CREATE INDEX service_key_of_service ON public.service_key USING btree (service_id, purpose, valid_from);
CREATE UNIQUE INDEX service_key_one_open ON public.service_key USING btree (service_id, purpose) WHERE (valid_until IS NULL);

CREATE TABLE settlement (
  id uuid NOT NULL,
  reference text COLLATE "C" NOT NULL,
  provider text NOT NULL,
  test boolean NOT NULL,
  from_at timestamp with time zone NOT NULL,
  to_at timestamp with time zone NOT NULL,
  author text NOT NULL,
  state text NOT NULL,
  done_at timestamp with time zone NOT NULL,
  done_id uuid NOT NULL,
  batch_count integer DEFAULT 0 NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT settlement_pkey PRIMARY KEY (id),
  CONSTRAINT settlement_once UNIQUE (reference),
  CONSTRAINT settlement_form CHECK (provider ~ '^[a-z0-9_-]{1,64}$'::text AND reference ~ '^[!-~]{1,64}$'::text AND char_length(author) >= 1 AND char_length(author) <= 120),
  CONSTRAINT settlement_period CHECK (from_at < to_at AND done_at >= from_at AND done_at <= to_at),
  CONSTRAINT settlement_state_known CHECK (state = ANY (ARRAY['open'::text, 'done'::text]))
);
CREATE INDEX settlement_list ON public.settlement USING btree (created_at);
CREATE TRIGGER settlement_immutable BEFORE DELETE OR UPDATE ON settlement FOR EACH ROW EXECUTE FUNCTION settlement_immutable();

CREATE TABLE settlement_batch (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  settlement_id uuid NOT NULL,
  number integer NOT NULL,
  CONSTRAINT settlement_batch_pkey PRIMARY KEY (id),
  CONSTRAINT settlement_batch_once UNIQUE (settlement_id, number),
  CONSTRAINT settlement_batch_settlement_id_fkey FOREIGN KEY (settlement_id) REFERENCES settlement(id)
);
CREATE TRIGGER settlement_batch_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON settlement_batch FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();

CREATE TABLE settlement_file (
  id uuid NOT NULL,
  digest text NOT NULL,
  name text NOT NULL,
  provider text NOT NULL,
  test boolean NOT NULL,
  from_at timestamp with time zone NOT NULL,
  to_at timestamp with time zone NOT NULL,
  author text NOT NULL,
  lines integer NOT NULL,
  state text NOT NULL,
  loaded integer DEFAULT 0 NOT NULL,
  matched integer DEFAULT 0 NOT NULL,
  walked_at timestamp with time zone NOT NULL,
  walked_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT settlement_file_pkey PRIMARY KEY (id),
  CONSTRAINT settlement_file_once UNIQUE (digest),
  CONSTRAINT settlement_file_form CHECK (provider ~ '^[a-z0-9_-]{1,64}$'::text AND char_length(author) >= 1 AND char_length(author) <= 120 AND digest ~ '^[0-9a-f]{64}$'::text AND char_length(name) <= 255),
  CONSTRAINT settlement_file_progress CHECK (from_at < to_at AND loaded >= 0 AND loaded <= lines AND matched >= 0 AND matched <= loaded AND walked_at >= from_at AND walked_at <= to_at),
  CONSTRAINT settlement_file_state_known CHECK (state = ANY (ARRAY['loading'::text, 'matching'::text, 'walking'::text, 'done'::text]))
);

CREATE TABLE settlement_file_discrepancy (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  file_id uuid NOT NULL,
  kind text NOT NULL,
  at_line integer,
  reference text NOT NULL,
  ledger_minor bigint,
  file_minor bigint,
  currency text NOT NULL,
  CONSTRAINT settlement_file_discrepancy_pkey PRIMARY KEY (id),
  CONSTRAINT settlement_file_discrepancy_kind_known CHECK (kind = ANY (ARRAY['missing_here'::text, 'missing_there'::text, 'amount'::text, 'twice'::text])),
  CONSTRAINT settlement_file_discrepancy_file_id_fkey FOREIGN KEY (file_id) REFERENCES settlement_file(id)
);
CREATE INDEX settlement_file_discrepancy_of_amount ON public.settlement_file_discrepancy USING btree (file_id, reference) WHERE (kind = 'amount'::text);
CREATE INDEX settlement_file_discrepancy_of_file ON public.settlement_file_discrepancy USING btree (file_id, id);

CREATE TABLE settlement_file_line (
  file_id uuid NOT NULL,
  line integer NOT NULL,
  at_line integer NOT NULL,
  reference text COLLATE "C" NOT NULL,
  amount_minor bigint NOT NULL,
  currency text NOT NULL,
  own uuid,
  CONSTRAINT settlement_file_line_pkey PRIMARY KEY (file_id, line)
);
CREATE INDEX settlement_file_line_by_own ON public.settlement_file_line USING btree (file_id, own, line) WHERE (own IS NOT NULL);
CREATE INDEX settlement_file_line_by_reference ON public.settlement_file_line USING btree (file_id, reference, line);

CREATE TABLE settlement_file_undone (
  file_id uuid NOT NULL,
  digest text NOT NULL,
  name text NOT NULL,
  provider text NOT NULL,
  test boolean NOT NULL,
  from_at timestamp with time zone NOT NULL,
  to_at timestamp with time zone NOT NULL,
  lines integer NOT NULL,
  discrepancies integer NOT NULL,
  imported_by text NOT NULL,
  imported_at timestamp with time zone NOT NULL,
  author text NOT NULL,
  reason text NOT NULL,
  undone_at timestamp with time zone NOT NULL,
  CONSTRAINT settlement_file_undone_pkey PRIMARY KEY (file_id),
  CONSTRAINT settlement_file_undone_form CHECK (char_length(author) >= 1 AND char_length(author) <= 120 AND char_length(reason) >= 1 AND char_length(reason) <= 500)
);
CREATE TRIGGER settlement_file_undone_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON settlement_file_undone FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();

CREATE TABLE settlement_line (
  entry_id uuid NOT NULL,
  provider text NOT NULL,
  batch_id bigint NOT NULL,
  CONSTRAINT settlement_line_pkey PRIMARY KEY (entry_id, provider),
  CONSTRAINT settlement_line_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES settlement_batch(id)
);
CREATE INDEX settlement_line_of_batch ON public.settlement_line USING btree (batch_id);
CREATE TRIGGER settlement_line_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON settlement_line FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();

CREATE TABLE sms_inbound (
  message_id text COLLATE "C" NOT NULL,
  from_number text NOT NULL,
  send_number text NOT NULL,
  text text NOT NULL,
  sent_at timestamp with time zone NOT NULL,
  received_at timestamp with time zone NOT NULL,
  test boolean NOT NULL,
  outcome text NOT NULL,
  service_id text,
  reply text,
  CONSTRAINT sms_inbound_pkey PRIMARY KEY (message_id),
  CONSTRAINT sms_inbound_matched_has_service CHECK (outcome <> 'matched'::text OR service_id IS NOT NULL),
  CONSTRAINT sms_inbound_message_id_length CHECK (char_length(message_id) >= 1 AND char_length(message_id) <= 255),
  CONSTRAINT sms_inbound_outcome_known CHECK (outcome = ANY (ARRAY['matched'::text, 'sender_unusable'::text, 'number_unknown'::text, 'keyword_unknown'::text, 'number_not_of_service'::text, 'service_not_active'::text, 'pack_empty'::text])),
  CONSTRAINT sms_inbound_refusal_has_reply CHECK (outcome = 'matched'::text OR reply IS NOT NULL),
  CONSTRAINT sms_inbound_service_id_fkey FOREIGN KEY (service_id) REFERENCES sms_service(service_id)
) WITH (fillfactor=80);
CREATE INDEX sms_inbound_by_outcome ON public.sms_inbound USING btree (outcome, received_at) WHERE (outcome <> 'matched'::text);
CREATE INDEX sms_inbound_list ON public.sms_inbound USING btree (received_at);
CREATE INDEX sms_inbound_with_sender ON public.sms_inbound USING btree (received_at) WHERE (from_number <> '48000000000'::text);
CREATE INDEX sms_inbound_with_text ON public.sms_inbound USING btree (received_at) WHERE (text <> ''::text);

CREATE TABLE sms_pack_code (
  service_id text NOT NULL,
  code text COLLATE "C" NOT NULL,
  "position" bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  message_id text COLLATE "C",
  taken_at timestamp with time zone,
  CONSTRAINT sms_pack_code_pkey PRIMARY KEY (service_id, code),
  CONSTRAINT sms_pack_code_form CHECK (code ~ '^[!-~]{1,64}$'::text),
  CONSTRAINT sms_pack_code_taken_complete CHECK ((message_id IS NULL) = (taken_at IS NULL)),
  CONSTRAINT sms_pack_code_service_id_fkey FOREIGN KEY (service_id) REFERENCES sms_service(service_id)
);
CREATE INDEX sms_pack_code_free ON public.sms_pack_code USING btree (service_id, "position") WHERE (message_id IS NULL);
CREATE UNIQUE INDEX sms_pack_code_message_once ON public.sms_pack_code USING btree (message_id) WHERE (message_id IS NOT NULL);

CREATE TABLE sms_partner_call (
  transaction_id bigint NOT NULL,
  state text NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  next_attempt_at timestamp with time zone,
  last_attempt_at timestamp with time zone,
  last_problem text,
  service_id text NOT NULL,
  CONSTRAINT sms_partner_call_pkey PRIMARY KEY (transaction_id),
  CONSTRAINT sms_partner_call_attempts_counted CHECK (attempts >= 0),
  CONSTRAINT sms_partner_call_state_known CHECK (state = ANY (ARRAY['waiting'::text, 'answered'::text, 'exhausted'::text, 'stopped'::text])),
  CONSTRAINT sms_partner_call_waiting_is_due CHECK ((state = 'waiting'::text) = (next_attempt_at IS NOT NULL)),
  CONSTRAINT sms_partner_call_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES sms_transaction(id)
);
CREATE INDEX sms_partner_call_due ON public.sms_partner_call USING btree (next_attempt_at) WHERE (next_attempt_at IS NOT NULL);
CREATE INDEX sms_partner_call_due_of_service ON public.sms_partner_call USING btree (service_id, next_attempt_at) WHERE (next_attempt_at IS NOT NULL);
CREATE TRIGGER sms_partner_call_service BEFORE INSERT ON sms_partner_call FOR EACH ROW EXECUTE FUNCTION sms_partner_call_service();

CREATE TABLE sms_service (
  service_id text NOT NULL,
  type text NOT NULL,
  prefix text NOT NULL,
  suffix text NOT NULL,
  keyword text GENERATED ALWAYS AS (lower((((prefix || '.'::text) || suffix) COLLATE "C"))) STORED,
  description text,
  adult boolean DEFAULT false NOT NULL,
  share_bp integer DEFAULT 5000 NOT NULL,
  api_url text,
  CONSTRAINT sms_service_pkey PRIMARY KEY (service_id),
  CONSTRAINT sms_service_api_url_given CHECK ((type = 'API_URL'::text) = (api_url IS NOT NULL)),
  CONSTRAINT sms_service_description_length CHECK (char_length(description) <= 255),
  CONSTRAINT sms_service_share_range CHECK (share_bp >= 0 AND share_bp <= 10000),
  CONSTRAINT sms_service_type_known CHECK (type = ANY (ARRAY['ONE_TIME_CODE'::text, 'CODE_PACK'::text, 'API_URL'::text])),
  CONSTRAINT sms_service_words_form CHECK (prefix ~ '^[A-Za-z0-9_-]{1,32}$'::text AND suffix ~ '^[A-Za-z0-9_-]{1,32}$'::text),
  CONSTRAINT sms_service_service_id_fkey FOREIGN KEY (service_id) REFERENCES service(id)
);
CREATE UNIQUE INDEX sms_service_keyword_once ON public.sms_service USING btree (keyword);

CREATE TABLE sms_service_number (
  service_id text NOT NULL,
  number integer NOT NULL,
  CONSTRAINT sms_service_number_pkey PRIMARY KEY (service_id, number),
  CONSTRAINT sms_service_number_known CHECK (number = ANY (ARRAY[7055, 7155, 7255, 7355, 7455, 7555, 7636, 77464, 78464, 7936, 91055, 91155, 91455, 91664, 91955, 92055, 92555])),
  CONSTRAINT sms_service_number_service_id_fkey FOREIGN KEY (service_id) REFERENCES sms_service(service_id)
);

CREATE TABLE sms_transaction (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  service_id text NOT NULL,
  message_id text COLLATE "C" NOT NULL,
  from_number text NOT NULL,
  send_number integer NOT NULL,
  code text COLLATE "C" NOT NULL,
  used_at timestamp with time zone,
  test boolean NOT NULL,
  net_minor bigint NOT NULL,
  gross_minor bigint NOT NULL,
  partner_minor bigint NOT NULL,
  sent_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT sms_transaction_pkey PRIMARY KEY (id),
  CONSTRAINT sms_transaction_message_once UNIQUE (message_id),
  CONSTRAINT sms_transaction_amounts CHECK (gross_minor > 0 AND net_minor >= 0 AND net_minor <= gross_minor AND partner_minor >= 0 AND partner_minor <= net_minor),
  CONSTRAINT sms_transaction_code_length CHECK (char_length(code) <= 64),
  CONSTRAINT sms_transaction_from_form CHECK (from_number ~ '^[1-9][0-9]{4,14}$'::text),
  CONSTRAINT sms_transaction_number_known CHECK (send_number = ANY (ARRAY[7055, 7155, 7255, 7355, 7455, 7555, 7636, 77464, 78464, 7936, 91055, 91155, 91455, 91664, 91955, 92055, 92555])),
  CONSTRAINT sms_transaction_used_has_code CHECK (used_at IS NULL OR code <> ''::text),
  CONSTRAINT sms_transaction_message_id_fkey FOREIGN KEY (message_id) REFERENCES sms_inbound(message_id),
  CONSTRAINT sms_transaction_service_id_fkey FOREIGN KEY (service_id) REFERENCES sms_service(service_id)
) WITH (fillfactor=90);
CREATE INDEX sms_transaction_by_from ON public.sms_transaction USING btree (service_id, from_number, created_at, id) INCLUDE (send_number, used_at);
CREATE INDEX sms_transaction_by_number ON public.sms_transaction USING btree (service_id, send_number, created_at, id) INCLUDE (used_at);
CREATE INDEX sms_transaction_by_used ON public.sms_transaction USING btree (service_id, ((used_at IS NOT NULL)), created_at, id) INCLUDE (used_at);
CREATE UNIQUE INDEX sms_transaction_code_once ON public.sms_transaction USING btree (service_id, code) WHERE (code <> ''::text);
CREATE INDEX sms_transaction_list ON public.sms_transaction USING btree (service_id, created_at, id);
CREATE TRIGGER sms_transaction_immutable BEFORE UPDATE ON sms_transaction FOR EACH ROW WHEN (old.id IS DISTINCT FROM new.id OR old.service_id IS DISTINCT FROM new.service_id OR old.message_id IS DISTINCT FROM new.message_id OR old.from_number IS DISTINCT FROM
        CASE new.from_number
            WHEN '48000000000'::text THEN old.from_number
            ELSE new.from_number
        END OR old.send_number IS DISTINCT FROM new.send_number OR old.code IS DISTINCT FROM new.code OR old.test IS DISTINCT FROM new.test OR old.net_minor IS DISTINCT FROM new.net_minor OR old.gross_minor IS DISTINCT FROM new.gross_minor OR old.partner_minor IS DISTINCT FROM new.partner_minor OR old.sent_at IS DISTINCT FROM new.sent_at OR old.created_at IS DISTINCT FROM new.created_at) EXECUTE FUNCTION sms_transaction_immutable();
CREATE TRIGGER sms_transaction_used_once BEFORE UPDATE OF used_at ON sms_transaction FOR EACH ROW EXECUTE FUNCTION sms_transaction_used_once();

CREATE TABLE state_history (
  subject_type text NOT NULL,
  subject_id uuid NOT NULL,
  from_status text NOT NULL,
  to_status text NOT NULL,
  reason text NOT NULL,
  at timestamp with time zone NOT NULL,
  sequence bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  created_xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
  CONSTRAINT state_history_pkey PRIMARY KEY (subject_id, sequence, at)
) PARTITION BY RANGE (at);
CREATE INDEX state_history_by_transaction ON ONLY public.state_history USING btree (created_xid);

CREATE TABLE state_history_default PARTITION OF state_history DEFAULT;

CREATE TABLE wallet (
  partner_id uuid NOT NULL,
  currency text NOT NULL,
  test boolean NOT NULL,
  pending_minor bigint DEFAULT 0 NOT NULL,
  available_minor bigint DEFAULT 0 NOT NULL,
  reserved_minor bigint DEFAULT 0 NOT NULL,
  receivable_minor bigint DEFAULT 0 NOT NULL,
  CONSTRAINT wallet_pkey PRIMARY KEY (partner_id, currency, test),
  CONSTRAINT wallet_available_not_negative CHECK (available_minor >= 0),
  CONSTRAINT wallet_currency_form CHECK (currency ~ '^[A-Z]{3}$'::text),
  CONSTRAINT wallet_pending_not_negative CHECK (pending_minor >= 0),
  CONSTRAINT wallet_reserved_not_negative CHECK (reserved_minor >= 0),
  CONSTRAINT wallet_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partner(id)
) WITH (fillfactor=70);
CREATE TRIGGER wallet_follows_postings BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON wallet FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION wallet_refuse_change();

CREATE TABLE wallet_line (
  account_id bigint NOT NULL,
  occurred_at timestamp with time zone NOT NULL,
  entry_id uuid NOT NULL,
  line smallint NOT NULL,
  amount_minor bigint NOT NULL,
  CONSTRAINT wallet_line_pkey PRIMARY KEY (account_id, occurred_at, entry_id, line) INCLUDE (amount_minor)
);
CREATE TRIGGER wallet_line_follows_postings BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON wallet_line FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION wallet_refuse_change();

CREATE TABLE webhook_attempt (
  event_id uuid NOT NULL,
  number integer NOT NULL,
  started_at timestamp with time zone NOT NULL,
  finished_at timestamp with time zone,
  outcome text,
  http_status integer,
  response_excerpt text,
  duration_ms integer,
  error_code text,
  CONSTRAINT webhook_attempt_pkey PRIMARY KEY (event_id, number, started_at),
  CONSTRAINT webhook_attempt_excerpt_length CHECK (octet_length(response_excerpt) <= 16384),
  CONSTRAINT webhook_attempt_finished_with_outcome CHECK ((finished_at IS NULL) = (outcome IS NULL)),
  CONSTRAINT webhook_attempt_numbered CHECK (number > 0),
  CONSTRAINT webhook_attempt_outcome_known CHECK (outcome = ANY (ARRAY['acknowledged'::text, 'not_acknowledged'::text, 'gone'::text, 'failed'::text])),
  CONSTRAINT webhook_attempt_event_id_fkey FOREIGN KEY (event_id) REFERENCES webhook_delivery(event_id)
) PARTITION BY RANGE (started_at);

CREATE TABLE webhook_attempt_default PARTITION OF webhook_attempt DEFAULT;
CREATE INDEX webhook_attempt_default_age ON public.webhook_attempt_default USING btree (started_at);

CREATE TABLE webhook_delivery (
  event_id uuid NOT NULL,
  service_id text NOT NULL,
  subject_id text NOT NULL,
  sequence bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  status text DEFAULT 'pending'::text NOT NULL,
  attempt_count integer DEFAULT 0 NOT NULL,
  round_attempt_count integer DEFAULT 0 NOT NULL,
  next_attempt_at timestamp with time zone,
  lease_until timestamp with time zone,
  claimed_due_at timestamp with time zone,
  put_off_until timestamp with time zone,
  acknowledged_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  tried_after_change bigint DEFAULT 0 NOT NULL,
  CONSTRAINT webhook_delivery_pkey PRIMARY KEY (event_id),
  CONSTRAINT webhook_delivery_acknowledged_when CHECK (status <> 'acknowledged'::text OR acknowledged_at IS NOT NULL),
  CONSTRAINT webhook_delivery_due_is_pending CHECK (next_attempt_at IS NULL OR status = 'pending'::text),
  CONSTRAINT webhook_delivery_lease_is_due CHECK (lease_until IS NULL OR next_attempt_at IS NOT NULL AND next_attempt_at = lease_until),
  CONSTRAINT webhook_delivery_lease_was_due CHECK (lease_until IS NULL OR claimed_due_at IS NOT NULL),
  CONSTRAINT webhook_delivery_round_of_attempts CHECK (round_attempt_count >= 0 AND round_attempt_count <= attempt_count),
  CONSTRAINT webhook_delivery_status_known CHECK (status = ANY (ARRAY['pending'::text, 'acknowledged'::text, 'exhausted'::text, 'stopped'::text, 'unaddressed'::text])),
  CONSTRAINT webhook_delivery_event_id_fkey FOREIGN KEY (event_id) REFERENCES webhook_event(id),
  CONSTRAINT webhook_delivery_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES webhook_subject(subject_id)
);
CREATE INDEX webhook_delivery_due ON public.webhook_delivery USING btree (service_id, next_attempt_at) WHERE (next_attempt_at IS NOT NULL);
CREATE INDEX webhook_delivery_not_acknowledged ON public.webhook_delivery USING btree (service_id, sequence) WHERE (status = ANY (ARRAY['exhausted'::text, 'stopped'::text, 'unaddressed'::text]));
CREATE INDEX webhook_delivery_of_service ON public.webhook_delivery USING btree (service_id, sequence);
CREATE INDEX webhook_delivery_of_subject ON public.webhook_delivery USING btree (subject_id, sequence);
CREATE UNIQUE INDEX webhook_delivery_one_due_per_subject ON public.webhook_delivery USING btree (subject_id) WHERE (next_attempt_at IS NOT NULL);
CREATE INDEX webhook_delivery_put_off ON public.webhook_delivery USING btree (service_id, tried_after_change, sequence) WHERE ((next_attempt_at <> created_at) AND (lease_until IS NULL));
CREATE INDEX webhook_delivery_under_way ON public.webhook_delivery USING btree (service_id, lease_until) WHERE (lease_until IS NOT NULL);

CREATE TABLE webhook_endpoint (
  service_id text NOT NULL,
  first_failure_at timestamp with time zone NOT NULL,
  last_failure_at timestamp with time zone NOT NULL,
  failed_tries integer DEFAULT 1 NOT NULL,
  paused_at timestamp with time zone,
  next_probe_at timestamp with time zone,
  held boolean DEFAULT false NOT NULL,
  CONSTRAINT webhook_endpoint_pkey PRIMARY KEY (service_id),
  CONSTRAINT webhook_endpoint_failed CHECK ((failed_tries > 0 OR held AND failed_tries = 0) AND last_failure_at >= first_failure_at),
  CONSTRAINT webhook_endpoint_held_is_paused CHECK (NOT held OR paused_at IS NOT NULL),
  CONSTRAINT webhook_endpoint_paused_is_probed CHECK ((paused_at IS NULL) = (next_probe_at IS NULL)),
  CONSTRAINT webhook_endpoint_service_id_fkey FOREIGN KEY (service_id) REFERENCES service(id)
);

CREATE TABLE webhook_endpoint_change (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  service_id text NOT NULL,
  state text NOT NULL,
  at timestamp with time zone NOT NULL,
  first_failure_at timestamp with time zone,
  failed_tries integer,
  CONSTRAINT webhook_endpoint_change_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_endpoint_change_failed_before CHECK (state = 'moved'::text OR first_failure_at IS NOT NULL AND failed_tries IS NOT NULL),
  CONSTRAINT webhook_endpoint_change_state_known CHECK (state = ANY (ARRAY['paused'::text, 'resumed'::text, 'recovered'::text, 'moved'::text])),
  CONSTRAINT webhook_endpoint_change_service_id_fkey FOREIGN KEY (service_id) REFERENCES service(id)
);
CREATE INDEX webhook_endpoint_change_of_service ON public.webhook_endpoint_change USING btree (service_id, id);

CREATE TABLE webhook_event (
  id uuid NOT NULL,
  service_id text NOT NULL,
  subject_id text NOT NULL,
  type text NOT NULL,
  body text NOT NULL,
  signed_text text NOT NULL,
  occurred_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  trace_parent text,
  erased_at timestamp with time zone,
  sent_signature text,
  CONSTRAINT webhook_event_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_event_body_is_object CHECK (body ~~ '{%}'::text),
  CONSTRAINT webhook_event_signature_of_erased CHECK (sent_signature IS NULL OR erased_at IS NOT NULL),
  CONSTRAINT webhook_event_service_id_fkey FOREIGN KEY (service_id) REFERENCES service(id)
);
CREATE INDEX webhook_event_of_service ON public.webhook_event USING btree (service_id, created_at, id) INCLUDE (type);
CREATE INDEX webhook_event_with_body ON public.webhook_event USING btree (created_at) WHERE (body <> '{}'::text);

CREATE TABLE webhook_resend (
  id uuid NOT NULL,
  partner_id uuid,
  service_ids text[],
  search jsonb NOT NULL,
  found integer NOT NULL,
  done integer DEFAULT 0 NOT NULL,
  resent integer DEFAULT 0 NOT NULL,
  last_sequence bigint DEFAULT 0 NOT NULL,
  until_sequence bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  finished_at timestamp with time zone,
  CONSTRAINT webhook_resend_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_resend_counted CHECK (found >= 0 AND resent >= 0 AND done >= resent),
  CONSTRAINT webhook_resend_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partner(id)
);
CREATE INDEX webhook_resend_open ON public.webhook_resend USING btree (created_at, id) WHERE (finished_at IS NULL);

CREATE TABLE webhook_subject (
  subject_id text NOT NULL,
  service_id text NOT NULL,
  latest_event_id uuid NOT NULL,
  latest_acknowledged boolean DEFAULT false NOT NULL,
  attempt_count integer DEFAULT 0 NOT NULL,
  last_attempt_at timestamp with time zone,
  unfinished_count integer NOT NULL,
  CONSTRAINT webhook_subject_pkey PRIMARY KEY (subject_id),
  CONSTRAINT webhook_subject_attempts_known CHECK ((attempt_count = 0) = (last_attempt_at IS NULL)),
  CONSTRAINT webhook_subject_unfinished_counted CHECK (unfinished_count >= 0)
) WITH (fillfactor=80);

CREATE OR REPLACE FUNCTION public.business_clock_forward_only()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  BEGIN
    IF TG_OP = 'DELETE' OR NEW.offset_ms < OLD.offset_ms THEN
      RAISE EXCEPTION 'business time only moves forward' USING ERRCODE = 'check_violation', CONSTRAINT = 'business_clock_forward_only';
    END IF;
    RETURN NEW;
  END $function$
;

CREATE OR REPLACE FUNCTION public.direct_billing_charge_immutable()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  BEGIN
    IF (NEW.transaction_id, NEW.operator, CASE WHEN NEW.phone_number = '48000000000' AND OLD.next_poll_at IS NULL THEN OLD.phone_number ELSE NEW.phone_number END, NEW.gross_minor, NEW.net_minor, NEW.partner_minor, NEW.test, NEW.sent_at)
       IS DISTINCT FROM (OLD.transaction_id, OLD.operator, OLD.phone_number, OLD.gross_minor, OLD.net_minor, OLD.partner_minor, OLD.test, OLD.sent_at) THEN
      RAISE EXCEPTION 'charge % cannot be changed', OLD.reference USING ERRCODE = 'check_violation', CONSTRAINT = 'direct_billing_charge_immutable';
    END IF;
    RETURN NEW;
  END $function$
;

CREATE OR REPLACE FUNCTION public.direct_billing_open_reason(p_id uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
    SELECT CASE
      WHEN t.status IN ('transaction_db_new', 'transaction_db_confirmed') THEN 'it is still open'
      WHEN EXISTS (SELECT FROM direct_billing_charge c WHERE c.transaction_id = t.id AND c.next_poll_at IS NOT NULL) THEN 'its operator is still polled about a charge'
    END FROM direct_billing_transaction t WHERE t.id = p_id
  $function$
;

CREATE OR REPLACE FUNCTION public.direct_billing_transaction_guard()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  BEGIN
    IF NEW.status <> OLD.status AND NOT (
         (OLD.status = 'transaction_db_new' AND NEW.status IN ('transaction_db_confirmed', 'transaction_db_rejected'))
      OR (OLD.status = 'transaction_db_confirmed' AND NEW.status IN ('transaction_db_payed', 'transaction_db_rejected'))) THEN
      RAISE EXCEPTION 'no transition from % to %', OLD.status, NEW.status USING ERRCODE = 'check_violation', CONSTRAINT = 'direct_billing_transaction_forward_only';
    END IF;
    RETURN NEW;
  END $function$
;

CREATE OR REPLACE FUNCTION public.direct_billing_transaction_payed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  BEGIN
    IF OLD.status = 'transaction_db_payed' THEN
      IF (NEW.operator, CASE WHEN NEW.erased_at IS NULL THEN NEW.phone_number ELSE OLD.phone_number END, NEW.gross_minor, NEW.net_minor,
          NEW.partner_minor, NEW.test) IS DISTINCT FROM (OLD.operator, OLD.phone_number, OLD.gross_minor, OLD.net_minor, OLD.partner_minor, OLD.test) THEN
        RAISE EXCEPTION 'payed transaction % cannot be changed', OLD.id USING ERRCODE = 'check_violation', CONSTRAINT = 'direct_billing_transaction_paid_immutable';
      END IF;
    ELSIF NEW.status = 'transaction_db_payed' AND NOT EXISTS (
      SELECT FROM direct_billing_charge c WHERE c.transaction_id = NEW.id AND c.state = 'booked'
        AND (c.operator, c.phone_number, c.gross_minor, c.net_minor, c.partner_minor, c.test)
          = (NEW.operator, NEW.phone_number, NEW.gross_minor, NEW.net_minor, NEW.partner_minor, NEW.test)) THEN
      RAISE EXCEPTION 'transaction % has no booked charge with its operator, number and price', NEW.id
        USING ERRCODE = 'check_violation', CONSTRAINT = 'direct_billing_transaction_payed_by_charge';
    END IF;
    RETURN NEW;
  END $function$
;

CREATE OR REPLACE FUNCTION public.drop_webhook_attempt_month(keep_months integer)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET "TimeZone" TO 'UTC'
AS $function$
  DECLARE
    oldest text;
  BEGIN
    IF coalesce(keep_months, 0) < 1 THEN
      RAISE EXCEPTION 'attempts are kept for one month at least' USING ERRCODE = 'invalid_parameter_value';
    END IF;
    IF NOT pg_try_advisory_xact_lock(hashtext('drop_webhook_attempt_month')) THEN
      RETURN NULL;
    END IF;
    SELECT name INTO oldest FROM (
      SELECT c.relname AS name, substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO \(''([^'']+)''\)')::timestamptz AS ended_at
      FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = 'public.webhook_attempt'::regclass AND c.relnamespace = 'public'::regnamespace
    ) AS month
    WHERE ended_at <= date_trunc('month', now()) - make_interval(months => keep_months)
    ORDER BY ended_at LIMIT 1;
    IF oldest IS NOT NULL THEN
      EXECUTE format('DROP TABLE public.%I', oldest);
    END IF;
    RETURN oldest;
  END $function$
;

CREATE OR REPLACE FUNCTION public.ensure_month_partitions(parent text, months integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET "TimeZone" TO 'UTC'
AS $function$
  DECLARE
    start timestamptz;
    child text;
    referred regclass;
  BEGIN
    IF NOT EXISTS (SELECT FROM pg_partitioned_table WHERE partrelid = to_regclass(format('public.%I', parent))) THEN
      RAISE EXCEPTION '% is not a partitioned table', parent;
    END IF;
    FOR i IN 0..least(months, 24) LOOP
      start := date_trunc('month', now()) + make_interval(months => i);
      child := format('%s_%s', parent, to_char(start, 'YYYY_MM'));
      IF to_regclass(format('public.%I', child)) IS NULL THEN
        -- Referenced tables are locked first, in the order of those who write to the table, so that neither blocks the other.
        FOR referred IN SELECT DISTINCT confrelid FROM pg_constraint WHERE conrelid = format('public.%I', parent)::regclass AND contype = 'f' LOOP
          EXECUTE format('LOCK TABLE %s IN SHARE ROW EXCLUSIVE MODE', referred);
        END LOOP;
        BEGIN
          EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)', child, parent, start, start + interval '1 month');
        EXCEPTION WHEN check_violation OR duplicate_table OR invalid_object_definition THEN NULL;
        END;
      END IF;
    END LOOP;
  END $function$
;

CREATE OR REPLACE FUNCTION public.erase_direct_billing(p_ids uuid[], p_mention text, p_at timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  DECLARE
    v_over uuid[];
    v_theirs uuid[];
  BEGIN
    PERFORM FROM direct_billing_transaction WHERE id = ANY (p_ids) ORDER BY id FOR NO KEY UPDATE;
    SELECT coalesce(array_agg(id), '{}') INTO v_over FROM unnest(p_ids) AS given (id) WHERE direct_billing_open_reason(id) IS NULL;
    SELECT coalesce(array_agg(id), '{}') INTO v_theirs FROM direct_billing_transaction t
    WHERE id = ANY (v_over) AND (p_mention IS NULL OR phone_number ~* p_mention
      OR EXISTS (SELECT FROM direct_billing_charge c WHERE c.transaction_id = t.id AND c.phone_number ~* p_mention));
    UPDATE direct_billing_charge SET phone_number = '48000000000' WHERE transaction_id = ANY (v_theirs);
    UPDATE direct_billing_transaction SET phone_number = NULL, steamid = NULL, erased_at = coalesce(erased_at, p_at) WHERE id = ANY (v_theirs);
    IF p_mention IS NULL THEN
      UPDATE direct_billing_transaction SET description = NULL, success_url = NULL, failure_url = NULL WHERE id = ANY (v_theirs);
    ELSE
      UPDATE direct_billing_transaction SET control = without_mention(control, p_mention), description = without_mention(description, p_mention),
        success_url = without_mention(success_url, p_mention), failure_url = without_mention(failure_url, p_mention) WHERE id = ANY (v_over);
    END IF;
    RETURN cardinality(v_over);
  END $function$
;

CREATE OR REPLACE FUNCTION public.erase_links(p_ids uuid[], p_mention text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  DECLARE
    v_erased integer;
  BEGIN
    PERFORM FROM payment_link WHERE id = ANY (p_ids) ORDER BY id FOR NO KEY UPDATE;
    UPDATE payment_link SET description = CASE WHEN description ~* p_mention THEN NULL ELSE description END,
      control = CASE WHEN control ~* p_mention THEN NULL ELSE control END
    WHERE id = ANY (p_ids);
    GET DIAGNOSTICS v_erased = ROW_COUNT;
    RETURN v_erased;
  END $function$
;

CREATE OR REPLACE FUNCTION public.erase_notifications(p_event_ids uuid[], p_signatures text[], p_mention text, p_at timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  DECLARE
    v_over uuid[];
  BEGIN
    PERFORM FROM webhook_delivery WHERE event_id = ANY (p_event_ids) ORDER BY event_id FOR NO KEY UPDATE;
    SELECT coalesce(array_agg(event_id), '{}') INTO v_over FROM webhook_delivery WHERE event_id = ANY (p_event_ids) AND status <> 'pending';
    UPDATE webhook_event e SET
      body = CASE WHEN p_mention IS NULL THEN '{}' ELSE without_mention(e.body, p_mention) END,
      signed_text = CASE WHEN p_mention IS NULL THEN '' ELSE without_mention(e.signed_text, p_mention) END,
      sent_signature = CASE WHEN e.erased_at IS NULL THEN given.signature ELSE e.sent_signature END,
      erased_at = coalesce(e.erased_at, p_at)
    FROM unnest(p_event_ids, p_signatures) AS given (id, signature) WHERE e.id = given.id AND e.id = ANY (v_over)
      AND (p_mention IS NULL OR concat_ws(chr(10), e.body, e.signed_text) ~* p_mention);
    UPDATE webhook_attempt SET response_excerpt = CASE WHEN p_mention IS NULL THEN NULL ELSE without_mention(response_excerpt, p_mention) END
    WHERE event_id = ANY (v_over) AND response_excerpt IS NOT NULL;
    RETURN cardinality(v_over);
  END $function$
;

CREATE OR REPLACE FUNCTION public.erase_payer_names(p_over uuid[], p_theirs uuid[], p_mention text, p_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  BEGIN
    UPDATE payment_transaction SET offered_subscription = NULL
    WHERE id = ANY (p_over) AND offered_subscription IS NOT NULL AND (id = ANY (p_theirs) OR offered_subscription::text ~* p_mention);
    UPDATE payment_alias SET value = 'erased-' || id, label = 'erased', blik_key = NULL, data = NULL
    WHERE transaction_id = ANY (p_over)
      AND (transaction_id = ANY (p_theirs) OR concat_ws(chr(10), value, label, blik_key, data, disclosed_apps) ~* p_mention);
    UPDATE payment_code c SET request_key = NULL FROM payment_attempt a
    WHERE a.reference = c.attempt_reference AND a.transaction_id = ANY (p_over)
      AND (a.transaction_id = ANY (p_theirs) OR c.request_key ~* p_mention);
    UPDATE payment_subscription SET data = json_without_mention(data, p_mention), next = json_without_mention(next, p_mention),
      consent_evidence = json_without_mention(consent_evidence, p_mention), cancelled_reason = without_mention(cancelled_reason, p_mention),
      request_key = NULL, erased_at = p_at
    WHERE transaction_id = ANY (p_over) AND (transaction_id = ANY (p_theirs)
      OR concat_ws(chr(10), data, next, consent_evidence, cancelled_reason, request_key) ~* p_mention);
    UPDATE payment_charge SET label = without_mention(label, p_mention), lines = json_without_mention(lines, p_mention), request_key = NULL
    WHERE transaction_id = ANY (p_over) AND (transaction_id = ANY (p_theirs) OR concat_ws(chr(10), label, lines, request_key) ~* p_mention);
  END $function$
;

CREATE OR REPLACE FUNCTION public.erase_payments(p_ids uuid[], p_mention text, p_at timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  DECLARE
    v_over uuid[];
    v_theirs uuid[];
  BEGIN
    PERFORM FROM payment_transaction WHERE id = ANY (p_ids) ORDER BY id FOR NO KEY UPDATE;
    -- A concurrent callback may still report a registration, which has to be unregistered by its value, so the aliases are locked first.
    PERFORM FROM payment_alias WHERE transaction_id = ANY (p_ids) AND closed_by IS NOT NULL ORDER BY id FOR NO KEY UPDATE;
    SELECT coalesce(array_agg(id), '{}') INTO v_over FROM unnest(p_ids) AS given (id) WHERE payment_open_reason(id) IS NULL;
    SELECT coalesce(array_agg(id), '{}') INTO v_theirs FROM payment_transaction t
    WHERE id = ANY (v_over) AND (p_mention IS NULL OR concat_ws(chr(10), customer, antifraud, billing, shipping, cart) ~* p_mention
      OR EXISTS (SELECT FROM payment_attempt a WHERE a.transaction_id = t.id AND concat_ws(chr(10), a.payer_email, a.payer_ip, a.system_id) ~* p_mention));
    UPDATE payment_attempt SET payer_ip = NULL, payer_email = NULL, system_id = NULL WHERE transaction_id = ANY (v_theirs);
    UPDATE payment_transaction SET antifraud = NULL, billing = NULL, shipping = NULL, cart = NULL, erased_at = coalesce(erased_at, p_at),
      customer = CASE WHEN customer->'countryCode' IS NOT NULL THEN json_build_object('countryCode', customer->'countryCode') END
    WHERE id = ANY (v_theirs);
    IF p_mention IS NULL THEN
      UPDATE payment_transaction SET description = NULL, success_url = NULL, failure_url = NULL, pending_url = NULL WHERE id = ANY (v_theirs);
    ELSE
      UPDATE payment_transaction SET control = without_mention(control, p_mention), description = without_mention(description, p_mention),
        referer = without_mention(referer, p_mention), success_url = without_mention(success_url, p_mention),
        failure_url = without_mention(failure_url, p_mention), pending_url = without_mention(pending_url, p_mention) WHERE id = ANY (v_over);
      UPDATE payment_attempt SET data = json_without_mention(data, p_mention), next = json_without_mention(next, p_mention),
        raw_code = without_mention(raw_code, p_mention)
      WHERE transaction_id = ANY (v_over) AND concat_ws(chr(10), data, next, raw_code) ~* p_mention;
    END IF;
    PERFORM erase_payer_names(v_over, v_theirs, p_mention, p_at);
    RETURN cardinality(v_over);
  END $function$
;

CREATE OR REPLACE FUNCTION public.erase_sms(p_message_ids text[], p_mention text, p_texts_only boolean)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  DECLARE
    v_over text[];
    v_theirs text[];
  BEGIN
    PERFORM FROM sms_inbound WHERE message_id = ANY (p_message_ids) ORDER BY message_id FOR NO KEY UPDATE;
    SELECT coalesce(array_agg(id), '{}') INTO v_over FROM unnest(p_message_ids) AS given (id) WHERE sms_open_reason(id) IS NULL;
    SELECT coalesce(array_agg(message_id), '{}') INTO v_theirs FROM sms_inbound
    WHERE message_id = ANY (v_over) AND (p_mention IS NULL OR from_number ~* p_mention);
    UPDATE sms_inbound SET text = '', reply = '' WHERE message_id = ANY (v_theirs);
    UPDATE sms_partner_call c SET last_problem = NULL FROM sms_transaction t WHERE t.id = c.transaction_id AND t.message_id = ANY (v_theirs);
    IF NOT p_texts_only THEN
      UPDATE sms_inbound SET from_number = '48000000000' WHERE message_id = ANY (v_theirs);
      UPDATE sms_transaction SET from_number = '48000000000' WHERE message_id = ANY (v_theirs);
    END IF;
    IF p_mention IS NOT NULL THEN
      UPDATE sms_inbound SET text = without_mention(text, p_mention), reply = without_mention(reply, p_mention) WHERE message_id = ANY (v_over);
    END IF;
    RETURN cardinality(v_over);
  END $function$
;

CREATE OR REPLACE FUNCTION public.json_without_mention(p_json jsonb, p_mention text)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  BEGIN
    RETURN without_mention(p_json::text, p_mention)::jsonb;
  EXCEPTION WHEN invalid_text_representation THEN
    RETURN '{}';
  END $function$
;

CREATE OR REPLACE FUNCTION public.ledger_entry_balanced()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  DECLARE
    checked uuid;
    postings integer;
    unbalanced boolean;
  BEGIN
    IF TG_TABLE_NAME = 'ledger_entry' THEN checked := NEW.id; ELSE checked := NEW.entry_id; END IF;
    SELECT coalesce(sum(n), 0), coalesce(bool_or(total <> 0), false) INTO postings, unbalanced
      FROM (SELECT count(*) AS n, sum(amount_minor) AS total FROM public.ledger_posting WHERE entry_id = checked GROUP BY currency) AS by_currency;
    IF postings < 2 THEN
      RAISE EXCEPTION 'ledger entry % has fewer than two postings', checked
        USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entry_two_postings', TABLE = 'ledger_entry';
    END IF;
    IF unbalanced THEN
      RAISE EXCEPTION 'the postings of ledger entry % do not sum to zero', checked
        USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entry_balanced', TABLE = 'ledger_entry';
    END IF;
    RETURN NULL;
  END $function$
;

CREATE OR REPLACE FUNCTION public.ledger_entry_stamp()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  BEGIN
    NEW.created_xid := pg_current_xact_id();
    RETURN NEW;
  END $function$
;

CREATE OR REPLACE FUNCTION public.ledger_posting_guard()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  BEGIN
    IF EXISTS (SELECT FROM added p
               WHERE (SELECT e.created_xid FROM public.ledger_entry e WHERE e.id = p.entry_id) IS DISTINCT FROM pg_current_xact_id()) THEN
      RAISE EXCEPTION 'the entry of a posting is not of this transaction'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_posting_same_transaction', TABLE = 'ledger_posting';
    END IF;
    IF EXISTS (SELECT FROM added p
               WHERE (SELECT a.currency FROM public.ledger_account a WHERE a.id = p.account_id) IS DISTINCT FROM p.currency) THEN
      RAISE EXCEPTION 'the account of a posting does not exist or has another currency'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_posting_currency_of_account', TABLE = 'ledger_posting';
    END IF;
    IF EXISTS (SELECT FROM added p
               WHERE (SELECT a.test FROM public.ledger_account a WHERE a.id = p.account_id)
                  <> (SELECT e.test FROM public.ledger_entry e WHERE e.id = p.entry_id)) THEN
      RAISE EXCEPTION 'the account and the entry of a posting are not both test or both real'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_posting_test_of_entry', TABLE = 'ledger_posting';
    END IF;
    RETURN NULL;
  END $function$
;

CREATE OR REPLACE FUNCTION public.ledger_proposal_immutable()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  BEGIN
    IF TG_OP <> 'UPDATE' OR OLD.state <> 'proposed'
       OR to_jsonb(NEW) - ARRAY['state', 'decided_by', 'decider', 'decided_at', 'decision_reason']
         IS DISTINCT FROM to_jsonb(OLD) - ARRAY['state', 'decided_by', 'decider', 'decided_at', 'decision_reason'] THEN
      RAISE EXCEPTION 'proposal % cannot be changed', OLD.id USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
  END $function$
;

CREATE OR REPLACE FUNCTION public.ledger_refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  BEGIN
    RAISE EXCEPTION '% is append-only: % is refused, corrections are new entries', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
  END $function$
;

CREATE OR REPLACE FUNCTION public.payment_alias_guard()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  DECLARE
    erased boolean := OLD.closed_by IS NOT NULL AND NEW.value = 'erased-' || OLD.id AND NEW.blik_key IS NULL;
  BEGIN
    IF erased THEN
      NEW.wire_value := NEW.value;
      NEW.disclosed_apps := '{}';
    END IF;
    IF NEW.status <> OLD.status AND (OLD.status, NEW.status) NOT IN (
         ('alias_pending_registration', 'alias_active'), ('alias_pending_registration', 'alias_unregistered'),
         ('alias_pending_registration', 'alias_expired'), ('alias_active', 'alias_unregistered'), ('alias_active', 'alias_expired')) THEN
      RAISE EXCEPTION 'no transition from % to %', OLD.status, NEW.status USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_alias_forward_only';
    END IF;
    IF (NEW.id, NEW.service_id, NEW.type, CASE WHEN erased THEN OLD.value ELSE NEW.value END, NEW.connector, NEW.test, NEW.transaction_id, NEW.created_at)
         IS DISTINCT FROM (OLD.id, OLD.service_id, OLD.type, OLD.value, OLD.connector, OLD.test, OLD.transaction_id, OLD.created_at)
       OR NEW.wire_value IS DISTINCT FROM OLD.wire_value AND NOT erased
       OR NEW.blik_key IS DISTINCT FROM OLD.blik_key AND OLD.blik_key IS NOT NULL AND NOT erased
       OR NEW.activated_at IS DISTINCT FROM OLD.activated_at AND OLD.status <> 'alias_pending_registration' THEN
      RAISE EXCEPTION 'alias % cannot be changed', OLD.id USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_alias_immutable';
    END IF;
    RETURN NEW;
  END $function$
;

CREATE OR REPLACE FUNCTION public.payment_alias_matches_payment()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  BEGIN
    IF NEW.status <> 'alias_pending_registration' THEN
      RAISE EXCEPTION 'alias % does not begin as pending', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_alias_begins_pending';
    END IF;
    IF NOT EXISTS (SELECT FROM public.payment_transaction t WHERE t.id = NEW.transaction_id AND t.service_id = NEW.service_id) THEN
      RAISE EXCEPTION 'alias % has another service than its payment', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_alias_matches_service';
    END IF;
    RETURN NEW;
  END $function$
;

CREATE OR REPLACE FUNCTION public.payment_attempt_guard()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  BEGIN
    IF (NEW.reference, NEW.transaction_id, NEW.service_id, NEW.channel, NEW.connector, NEW.test, NEW.amount_minor, NEW.currency, NEW.pln_minor, NEW.commission_minor, NEW.partner_minor, NEW.started_at)
       IS DISTINCT FROM (OLD.reference, OLD.transaction_id, OLD.service_id, OLD.channel, OLD.connector, OLD.test, OLD.amount_minor, OLD.currency, OLD.pln_minor, OLD.commission_minor, OLD.partner_minor, OLD.started_at) THEN
      RAISE EXCEPTION 'attempt % cannot be changed', OLD.reference USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_attempt_immutable';
    END IF;
    NEW.reversed_at := coalesce(OLD.reversed_at, CASE WHEN NEW.state = 'returned' THEN NEW.updated_at END);
    IF NEW.state <> OLD.state AND NOT (CASE OLD.state
        WHEN 'paid' THEN false
        WHEN 'held' THEN NEW.state IN ('paid', 'return_due')
        WHEN 'return_due' THEN NEW.state IN ('returned', 'suspense')
        WHEN 'returned' THEN NEW.state = 'suspense'
        WHEN 'suspense' THEN (NEW.state = 'returned' AND OLD.reversal_reference IS NOT NULL AND OLD.reversed_at IS NULL)
          OR (NEW.state IN ('paid', 'held') AND OLD.captured_minor IS NOT NULL AND NEW.corrected_minor = OLD.suspense_minor)
        ELSE true
      END) THEN
      RAISE EXCEPTION 'attempt % is captured: no transition from % to %', OLD.reference, OLD.state, NEW.state
        USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_attempt_forward_only';
    END IF;
    IF NEW.corrected_minor IS DISTINCT FROM OLD.corrected_minor AND NOT (OLD.state = 'suspense' AND NEW.state IN ('paid', 'held')) THEN
      RAISE EXCEPTION 'corrected_minor of attempt % is set once, when its suspense becomes the payment''s', OLD.reference
        USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_attempt_corrected_once';
    END IF;
    IF NEW.state <> OLD.state AND NEW.state NOT IN ('sent', 'pending', 'authorized')
       AND EXISTS (SELECT FROM public.payment_code c WHERE c.attempt_reference = NEW.reference AND c.state = 'open') THEN
      RAISE EXCEPTION 'attempt % is closed but has an open code', OLD.reference
        USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_attempt_codes_closed';
    END IF;
    RETURN NEW;
  END $function$
;

CREATE OR REPLACE FUNCTION public.payment_attempt_matches_transaction()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  BEGIN
    IF NOT EXISTS (SELECT FROM public.payment_transaction t WHERE t.id = NEW.transaction_id
        AND (t.service_id, t.amount_minor, t.currency, t.pln_minor) = (NEW.service_id, NEW.amount_minor, NEW.currency, NEW.pln_minor)) THEN
      RAISE EXCEPTION 'attempt % has another service or other amounts than its payment', NEW.reference USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_attempt_amounts_of_payment';
    END IF;
    RETURN NEW;
  END $function$
;

CREATE OR REPLACE FUNCTION public.payment_attempt_partner()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  BEGIN
    NEW.partner_id := (SELECT s.partner_id FROM public.service s WHERE s.id = NEW.service_id);
    RETURN NEW;
  END $function$
;

CREATE OR REPLACE FUNCTION public.payment_charge_follows_attempt()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  BEGIN
    UPDATE public.payment_charge SET state = CASE NEW.state WHEN 'paid' THEN 'taken' WHEN 'held' THEN 'held' ELSE 'free' END
    WHERE attempt_reference = NEW.reference;
    RETURN NULL;
  END $function$
;

CREATE OR REPLACE FUNCTION public.payment_charge_follows_payment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  BEGIN
    UPDATE public.payment_charge SET state = 'free' WHERE transaction_id = NEW.id AND attempt_reference IS NULL AND state = 'running';
    RETURN NULL;
  END $function$
;

CREATE OR REPLACE FUNCTION public.payment_charge_guard()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  BEGIN
    IF (NEW.id, NEW.subscription_id, NEW.transaction_id, NEW.model, NEW.amount_minor, NEW.number, NEW.period, NEW.hold_reason, NEW.created_at)
       IS DISTINCT FROM (OLD.id, OLD.subscription_id, OLD.transaction_id, OLD.model, OLD.amount_minor, OLD.number, OLD.period, OLD.hold_reason, OLD.created_at)
       OR OLD.attempt_reference IS NOT NULL AND NEW.attempt_reference IS DISTINCT FROM OLD.attempt_reference
       OR OLD.confirmed_at IS NOT NULL AND NEW.confirmed_at IS DISTINCT FROM OLD.confirmed_at THEN
      RAISE EXCEPTION 'charge % cannot be changed', OLD.id USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_charge_immutable';
    END IF;
    RETURN NEW;
  END $function$
;

CREATE OR REPLACE FUNCTION public.payment_charge_matches_subscription()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  DECLARE
    subscription record;
  BEGIN
    SELECT * INTO subscription FROM public.payment_subscription WHERE id = NEW.subscription_id FOR NO KEY UPDATE;
    IF subscription.status IS DISTINCT FROM 'subscription_active' OR NEW.model <> subscription.model OR NEW.state <> 'running' THEN
      RAISE EXCEPTION 'subscription % cannot be charged', NEW.subscription_id USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_charge_of_active';
    END IF;
    IF NOT EXISTS (SELECT FROM public.payment_transaction t WHERE t.id = NEW.transaction_id AND t.direct_channel = 'blik-recurrent'
        AND (t.service_id, t.amount_minor, t.currency) = (subscription.service_id, NEW.amount_minor, subscription.currency)) THEN
      RAISE EXCEPTION 'charge % does not match its payment', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_charge_matches_payment';
    END IF;
    IF NEW.amount_minor > subscription.amount_limit_minor THEN
      RAISE EXCEPTION 'charge % exceeds the limit per charge', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_charge_amount_limit';
    END IF;
    RETURN NEW;
  END $function$
;

CREATE OR REPLACE FUNCTION public.payment_charge_moves_sums()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  DECLARE
    counts integer := (NEW.state <> 'free')::int - (TG_OP = 'UPDATE' AND OLD.state <> 'free')::int;
    pays integer := (NEW.state = 'taken')::int - (TG_OP = 'UPDATE' AND OLD.state = 'taken')::int;
  BEGIN
    UPDATE public.payment_subscription s SET
      charge_count = s.charge_count + counts,
      charge_minor = s.charge_minor + NEW.amount_minor * counts,
      paid_count = s.paid_count + pays,
      paid_minor = s.paid_minor + NEW.amount_minor * pays,
      due_at = CASE WHEN s.status = 'subscription_active' AND (s.paid_count + pays >= s.count_limit OR s.paid_minor + NEW.amount_minor * pays >= s.total_limit_minor)
        THEN 'epoch'::timestamptz ELSE s.due_at END
    WHERE s.id = NEW.subscription_id;
    RETURN NULL;
  END $function$
;

CREATE OR REPLACE FUNCTION public.payment_deduction_value()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  DECLARE
    payment record;
    earlier record;
    value bigint;
  BEGIN
    IF TG_TABLE_NAME = 'payment_refund' THEN value := NEW.wallet_minor; ELSE value := NEW.pln_minor; END IF;
    SELECT * INTO payment FROM public.payment_transaction WHERE id = NEW.transaction_id FOR NO KEY UPDATE;
    SELECT coalesce(sum(amount_minor), 0) AS minor, coalesce(sum(pln_minor), 0) AS pln INTO earlier
      FROM public.payment_chargeback WHERE transaction_id = NEW.transaction_id;
    IF value <> greatest(0, round(payment.pln_minor::numeric * (payment.refund_minor + earlier.minor + NEW.amount_minor) / payment.amount_minor)
        - payment.refund_pln_minor - earlier.pln) THEN
      RAISE EXCEPTION '% % has a wrong PLN value', TG_TABLE_NAME, NEW.id USING ERRCODE = 'check_violation',
        CONSTRAINT = CASE TG_TABLE_NAME WHEN 'payment_refund' THEN 'payment_refund_wallet_value' ELSE 'payment_chargeback_pln_value' END;
    END IF;
    RETURN NEW;
  END $function$
;

CREATE OR REPLACE FUNCTION public.payment_deduction_within_paid()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  BEGIN
    PERFORM FROM public.payment_transaction WHERE id = NEW.transaction_id FOR NO KEY UPDATE;
    IF (SELECT p.refund_minor + (SELECT coalesce(sum(c.amount_minor), 0) FROM public.payment_chargeback c WHERE c.transaction_id = p.id) > p.amount_minor
        FROM public.payment_transaction p WHERE p.id = NEW.transaction_id) THEN
      RAISE EXCEPTION 'refunds and chargebacks of payment % exceed what was paid', NEW.transaction_id
        USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_deduction_within_paid';
    END IF;
    RETURN NULL;
  END $function$
;

CREATE OR REPLACE FUNCTION public.payment_erase_email_hash()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  BEGIN
    NEW.email_hash := NULL;
    RETURN NEW;
  END $function$
;

CREATE OR REPLACE FUNCTION public.payment_link_erase()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  BEGIN
    UPDATE payment_link SET description = NULL, control = NULL WHERE id = NEW.link_id AND single_use
      AND NEW.status NOT IN ('transaction_failure', 'transaction_expired', 'transaction_canceled');
    RETURN NULL;
  END $function$
;

CREATE OR REPLACE FUNCTION public.payment_link_guard()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  BEGIN
    IF OLD.status = 'link_disabled' AND NEW.status <> OLD.status THEN
      RAISE EXCEPTION 'no transition from % to %', OLD.status, NEW.status USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_link_forward_only';
    END IF;
    IF (NEW.id, NEW.service_id, NEW.token, NEW.amount_minor, NEW.min_minor, NEW.max_minor, NEW.currency, NEW.single_use, NEW.expires_at, NEW.created_at)
         IS DISTINCT FROM
       (OLD.id, OLD.service_id, OLD.token, OLD.amount_minor, OLD.min_minor, OLD.max_minor, OLD.currency, OLD.single_use, OLD.expires_at, OLD.created_at)
       OR coalesce(NEW.description, OLD.description) IS DISTINCT FROM OLD.description OR coalesce(NEW.control, OLD.control) IS DISTINCT FROM OLD.control THEN
      RAISE EXCEPTION 'link % cannot be changed', OLD.id USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_link_immutable';
    END IF;
    RETURN NEW;
  END $function$
;

CREATE OR REPLACE FUNCTION public.payment_open_reason(p_id uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
    SELECT CASE
      WHEN t.status IN ('transaction_new', 'transaction_generated', 'transaction_confirmed') THEN 'it is still open'
      WHEN t.status = 'transaction_fraud_possibility' THEN 'its money is held'
      WHEN EXISTS (SELECT FROM payment_attempt a WHERE a.transaction_id = t.id AND a.next_poll_at IS NOT NULL) THEN 'its acquirer is still polled'
      WHEN EXISTS (SELECT FROM payment_refund r WHERE r.transaction_id = t.id AND r.status IN ('refund_new', 'refund_pending')) THEN 'a refund is pending'
      WHEN EXISTS (SELECT FROM payment_subscription s WHERE s.transaction_id = t.id
          AND (s.status IN ('subscription_pending', 'subscription_active') OR s.next_poll_at IS NOT NULL)) THEN 'its subscription is not cancelled'
      WHEN EXISTS (SELECT FROM payment_charge c JOIN payment_subscription s ON s.id = c.subscription_id
          WHERE s.transaction_id = t.id AND c.state = 'running') THEN 'its subscription is being charged'
      WHEN EXISTS (SELECT FROM payment_alias l WHERE l.transaction_id = t.id
          AND (l.status IN ('alias_pending_registration', 'alias_active') OR l.next_poll_at IS NOT NULL)) THEN 'its alias is not unregistered'
    END FROM payment_transaction t WHERE t.id = p_id
  $function$
;

CREATE OR REPLACE FUNCTION public.payment_refund_guard()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  BEGIN
    IF NEW.status <> OLD.status AND (OLD.status, NEW.status) NOT IN (
         ('refund_new', 'refund_pending'), ('refund_pending', 'refund_completed'), ('refund_pending', 'refund_rejected'),
         ('refund_pending', 'refund_failed'), ('refund_completed', 'refund_failed')) THEN
      RAISE EXCEPTION 'no transition from % to %', OLD.status, NEW.status USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_refund_forward_only';
    END IF;
    IF (NEW.id, NEW.transaction_id, NEW.service_id, NEW.attempt_reference, NEW.channel, NEW.connector, NEW.test, NEW.amount_minor, NEW.currency, NEW.wallet_minor, NEW.created_at)
       IS DISTINCT FROM (OLD.id, OLD.transaction_id, OLD.service_id, OLD.attempt_reference, OLD.channel, OLD.connector, OLD.test, OLD.amount_minor, OLD.currency, OLD.wallet_minor, OLD.created_at) THEN
      RAISE EXCEPTION 'refund % cannot be changed', OLD.id USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_refund_immutable';
    END IF;
    IF OLD.sent_at IS NOT NULL AND NEW.sent_at IS DISTINCT FROM OLD.sent_at OR OLD.status <> 'refund_pending' AND NEW.completed_at IS DISTINCT FROM OLD.completed_at
       OR NEW.status <> 'refund_completed' AND NEW.completed_at IS DISTINCT FROM OLD.completed_at THEN
      RAISE EXCEPTION 'the times of refund % cannot be changed', OLD.id USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_refund_dates_immutable';
    END IF;
    RETURN NEW;
  END $function$
;

CREATE OR REPLACE FUNCTION public.payment_refund_matches_payment()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  DECLARE
    payment record;
  BEGIN
    SELECT * INTO payment FROM public.payment_transaction WHERE id = NEW.transaction_id FOR NO KEY UPDATE;
    IF payment.status IS DISTINCT FROM 'transaction_paid' THEN
      RAISE EXCEPTION 'payment % is not paid', NEW.transaction_id USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_refund_of_paid';
    END IF;
    IF NOT EXISTS (SELECT FROM public.payment_attempt a WHERE a.reference = NEW.attempt_reference AND a.state = 'paid'
        AND (a.transaction_id, a.service_id, a.channel, a.connector, a.test, a.currency)
          = (NEW.transaction_id, NEW.service_id, NEW.channel, NEW.connector, NEW.test, NEW.currency)) THEN
      RAISE EXCEPTION 'refund % does not match the paid attempt', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_refund_of_paid_attempt';
    END IF;
    IF NEW.status <> 'refund_new' THEN
      RAISE EXCEPTION 'refund % does not begin as new', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_refund_begins_new';
    END IF;
    RETURN NEW;
  END $function$
;

CREATE OR REPLACE FUNCTION public.payment_refund_moves_sums()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  DECLARE
    has_now boolean := NEW.status IN ('refund_new', 'refund_pending', 'refund_completed');
    had boolean := TG_OP = 'UPDATE' AND OLD.status IN ('refund_new', 'refund_pending', 'refund_completed');
    is_back boolean := NEW.status = 'refund_completed';
    was_back boolean := TG_OP = 'UPDATE' AND OLD.status = 'refund_completed';
  BEGIN
    UPDATE public.payment_transaction SET
      refund_count = refund_count + (TG_OP = 'INSERT')::int,
      refund_minor = refund_minor + NEW.amount_minor * (has_now::int - had::int),
      refund_pln_minor = refund_pln_minor + NEW.wallet_minor * (has_now::int - had::int),
      refunded_minor = refunded_minor + NEW.amount_minor * (is_back::int - was_back::int)
    WHERE id = NEW.transaction_id;
    RETURN NULL;
  END $function$
;

CREATE OR REPLACE FUNCTION public.payment_subscription_guard()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  BEGIN
    IF NEW.status <> OLD.status AND (OLD.status, NEW.status) NOT IN (
         ('subscription_pending', 'subscription_active'), ('subscription_pending', 'subscription_cancelled'), ('subscription_pending', 'subscription_expired'),
         ('subscription_active', 'subscription_cancelled'), ('subscription_active', 'subscription_expired'),
         ('subscription_active', 'subscription_finished'), ('subscription_active', 'subscription_fraudulent')) THEN
      RAISE EXCEPTION 'no transition from % to %', OLD.status, NEW.status USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_subscription_forward_only';
    END IF;
    IF (NEW.id, NEW.service_id, NEW.alias_id, NEW.transaction_id, NEW.attempt_reference, NEW.mode, NEW.model, NEW.connector, NEW.test, NEW.currency,
          NEW.amount_limit_minor, NEW.total_limit_minor, NEW.count_limit, NEW.frequency, NEW.initiation_at, NEW.expires_at, NEW.created_at)
       IS DISTINCT FROM (OLD.id, OLD.service_id, OLD.alias_id, OLD.transaction_id, OLD.attempt_reference, OLD.mode, OLD.model, OLD.connector, OLD.test,
          OLD.currency, OLD.amount_limit_minor, OLD.total_limit_minor, OLD.count_limit, OLD.frequency, OLD.initiation_at, OLD.expires_at, OLD.created_at)
       OR OLD.consent_evidence IS NOT NULL AND NEW.consent_evidence IS DISTINCT FROM OLD.consent_evidence AND NEW.erased_at IS NOT DISTINCT FROM OLD.erased_at
       OR OLD.status <> 'subscription_pending' AND NEW.activated_at IS DISTINCT FROM OLD.activated_at THEN
      RAISE EXCEPTION 'the terms of subscription % cannot be changed', OLD.id USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_subscription_immutable';
    END IF;
    RETURN NEW;
  END $function$
;

CREATE OR REPLACE FUNCTION public.payment_subscription_matches_payment()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  BEGIN
    IF NEW.status <> 'subscription_pending' THEN
      RAISE EXCEPTION 'subscription % does not begin as pending', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_subscription_begins_pending';
    END IF;
    IF NOT EXISTS (SELECT FROM public.payment_attempt a JOIN public.payment_alias l ON l.transaction_id = a.transaction_id
        WHERE a.reference = NEW.attempt_reference AND l.id = NEW.alias_id AND l.type = 'PAYID'
          AND (a.transaction_id, a.service_id, a.connector, a.test, a.currency) = (NEW.transaction_id, NEW.service_id, NEW.connector, NEW.test, NEW.currency)
          AND (l.service_id, l.connector, l.test) = (NEW.service_id, NEW.connector, NEW.test)) THEN
      RAISE EXCEPTION 'subscription % does not match its payment and alias', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_subscription_matches_payment';
    END IF;
    RETURN NEW;
  END $function$
;

CREATE OR REPLACE FUNCTION public.payment_transaction_guard()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  BEGIN
    IF NEW.status <> OLD.status AND (OLD.status, NEW.status) NOT IN (
         ('transaction_new', 'transaction_generated'), ('transaction_new', 'transaction_canceled'), ('transaction_new', 'transaction_expired'),
         ('transaction_new', 'transaction_failure'),
         ('transaction_generated', 'transaction_confirmed'), ('transaction_generated', 'transaction_paid'), ('transaction_generated', 'transaction_failure'),
         ('transaction_generated', 'transaction_canceled'), ('transaction_generated', 'transaction_expired'),
         ('transaction_generated', 'transaction_fraud_possibility'),
         ('transaction_confirmed', 'transaction_paid'), ('transaction_confirmed', 'transaction_failure'), ('transaction_confirmed', 'transaction_fraud_possibility'),
         ('transaction_fraud_possibility', 'transaction_paid'), ('transaction_fraud_possibility', 'transaction_fraud'),
         ('transaction_canceled', 'transaction_paid'), ('transaction_failure', 'transaction_paid'), ('transaction_expired', 'transaction_paid'),
         ('transaction_paid', 'transaction_refunded'), ('transaction_paid', 'transaction_fraud'), ('transaction_refunded', 'transaction_paid')) THEN
      RAISE EXCEPTION 'no transition from % to %', OLD.status, NEW.status USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_transaction_forward_only';
    END IF;
    IF (NEW.id, NEW.service_id, NEW.payer_transaction_id, NEW.amount_minor, NEW.currency, NEW.pln_minor, NEW.pln_rate, NEW.created_at)
       IS DISTINCT FROM (OLD.id, OLD.service_id, OLD.payer_transaction_id, OLD.amount_minor, OLD.currency, OLD.pln_minor, OLD.pln_rate, OLD.created_at) THEN
      RAISE EXCEPTION 'amounts of payment % cannot be changed', OLD.id USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_transaction_immutable';
    END IF;
    IF OLD.commission_minor IS NOT NULL AND (NEW.channel, NEW.test, NEW.commission_minor, NEW.partner_minor, NEW.held_at)
       IS DISTINCT FROM (OLD.channel, OLD.test, OLD.commission_minor, OLD.partner_minor, OLD.held_at) THEN
      RAISE EXCEPTION 'what was paid for payment % cannot be changed', OLD.id USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_transaction_paid_immutable';
    END IF;
    IF OLD.commission_minor IS NULL AND NEW.commission_minor IS NOT NULL AND NOT EXISTS (
      SELECT FROM public.payment_attempt a WHERE a.transaction_id = NEW.id AND a.state IN ('paid', 'held')
        AND (a.channel, a.test, a.pln_minor, a.commission_minor, a.partner_minor) = (NEW.channel, NEW.test, NEW.pln_minor, NEW.commission_minor, NEW.partner_minor)) THEN
      RAISE EXCEPTION 'payment % has no paid or held attempt with its channel and amounts', NEW.id
        USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_transaction_paid_by_attempt';
    END IF;
    RETURN NEW;
  END $function$
;

CREATE OR REPLACE FUNCTION public.payment_transaction_matches_link()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  DECLARE
    link payment_link;
  BEGIN
    SELECT * INTO link FROM payment_link WHERE id = NEW.link_id;
    IF link.single_use THEN
      SELECT * INTO link FROM payment_link WHERE id = NEW.link_id FOR NO KEY UPDATE;
    ELSE
      SELECT * INTO link FROM payment_link WHERE id = NEW.link_id FOR SHARE;
    END IF;
    IF (NEW.service_id, NEW.currency) IS DISTINCT FROM (link.service_id, link.currency)
       OR NEW.amount_minor NOT BETWEEN coalesce(link.amount_minor, link.min_minor, 1) AND coalesce(link.amount_minor, link.max_minor, NEW.amount_minor) THEN
      RAISE EXCEPTION 'the terms of link % do not match the payment', link.id USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_link_terms_matched';
    END IF;
    IF link.status <> 'link_active' OR link.expires_at <= NEW.created_at THEN
      RAISE EXCEPTION 'link % has ended', link.id USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_link_has_ended';
    END IF;
    IF link.single_use AND EXISTS (SELECT FROM payment_transaction t WHERE t.link_id = link.id
         AND t.status NOT IN ('transaction_failure', 'transaction_expired', 'transaction_canceled')) THEN
      RAISE EXCEPTION 'link % can be used for one payment only', link.id USING ERRCODE = 'unique_violation', CONSTRAINT = 'payment_link_used_once';
    END IF;
    RETURN NEW;
  END $function$
;

CREATE OR REPLACE FUNCTION public.payment_transaction_paid_at_immutable()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  BEGIN
    RAISE EXCEPTION 'the time of payment of payment % cannot be changed', OLD.id USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_transaction_paid_at_immutable';
  END $function$
;

CREATE OR REPLACE FUNCTION public.payout_within_available()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  BEGIN
    IF EXISTS (SELECT FROM public.wallet w WHERE (w.partner_id, w.currency, w.test) = (NEW.partner_id, NEW.currency, NEW.test)
        AND w.available_minor < w.receivable_minor) THEN
      RAISE EXCEPTION 'after payout % the partner has less than it owes', NEW.reference
        USING ERRCODE = 'check_violation', CONSTRAINT = 'payout_within_available', TABLE = 'payout';
    END IF;
    RETURN NULL;
  END $function$
;

CREATE OR REPLACE FUNCTION public.settlement_immutable()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  BEGIN
    IF TG_OP <> 'UPDATE' OR OLD.state = 'done'
       OR (NEW.id, NEW.reference, NEW.provider, NEW.test, NEW.from_at, NEW.to_at, NEW.author, NEW.created_at)
         IS DISTINCT FROM (OLD.id, OLD.reference, OLD.provider, OLD.test, OLD.from_at, OLD.to_at, OLD.author, OLD.created_at) THEN
      RAISE EXCEPTION 'settlement % cannot be changed', OLD.reference USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
  END $function$
;

CREATE OR REPLACE FUNCTION public.sms_open_reason(p_message_id text)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
    SELECT CASE
      WHEN i.reply IS NULL THEN 'its reply is pending'
      WHEN EXISTS (SELECT FROM sms_transaction t JOIN sms_partner_call c ON c.transaction_id = t.id WHERE t.message_id = i.message_id AND c.state = 'waiting')
        THEN 'its partner''s program is still called'
    END FROM sms_inbound i WHERE i.message_id = p_message_id
  $function$
;

CREATE OR REPLACE FUNCTION public.sms_partner_call_service()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  BEGIN
    NEW.service_id := (SELECT service_id FROM sms_transaction WHERE id = NEW.transaction_id);
    RETURN NEW;
  END $function$
;

CREATE OR REPLACE FUNCTION public.sms_transaction_immutable()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  BEGIN
    RAISE EXCEPTION 'sms transaction % cannot be changed', OLD.id USING ERRCODE = 'check_violation', CONSTRAINT = 'sms_transaction_immutable';
  END $function$
;

CREATE OR REPLACE FUNCTION public.sms_transaction_used_once()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  BEGIN
    IF OLD.used_at IS NOT NULL AND NEW.used_at IS DISTINCT FROM OLD.used_at THEN
      RAISE EXCEPTION 'code of sms transaction % was used before', OLD.id USING ERRCODE = 'check_violation', CONSTRAINT = 'sms_transaction_used_once';
    END IF;
    RETURN NEW;
  END $function$
;

CREATE OR REPLACE FUNCTION public.wallet_apply_postings()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  DECLARE
    change record;
  BEGIN
    FOR change IN
      SELECT a.partner_id, a.currency, a.test,
        -coalesce(sum(p.amount_minor) FILTER (WHERE a.kind = 'partner:pending'), 0) AS pending,
        -coalesce(sum(p.amount_minor) FILTER (WHERE a.kind = 'partner:available'), 0) AS available,
        -coalesce(sum(p.amount_minor) FILTER (WHERE a.kind = 'partner:reserved'), 0) AS reserved,
        coalesce(sum(p.amount_minor) FILTER (WHERE a.kind = 'partner:receivable'), 0) AS receivable
      FROM added p CROSS JOIN LATERAL (SELECT * FROM public.ledger_account WHERE id = p.account_id OFFSET 0) AS a
      WHERE a.kind IN ('partner:pending', 'partner:available', 'partner:reserved', 'partner:receivable')
      GROUP BY a.partner_id, a.currency, a.test ORDER BY a.partner_id, a.currency, a.test
    LOOP
      UPDATE public.wallet SET
        pending_minor = pending_minor + change.pending,
        available_minor = available_minor + change.available,
        reserved_minor = reserved_minor + change.reserved,
        receivable_minor = receivable_minor + change.receivable
      WHERE partner_id = change.partner_id AND currency = change.currency AND test = change.test;
      IF NOT FOUND THEN
        RAISE EXCEPTION 'partner % has no wallet', change.partner_id USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'wallet_of_account', TABLE = 'wallet';
      END IF;
    END LOOP;
    RETURN NULL;
  END $function$
;

CREATE OR REPLACE FUNCTION public.wallet_available(of_partner uuid, of_currency text, of_test boolean)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  BEGIN
    RETURN coalesce((SELECT available_minor FROM public.wallet
      WHERE partner_id = of_partner AND currency = of_currency AND test = of_test FOR NO KEY UPDATE), 0);
  END $function$
;

CREATE OR REPLACE FUNCTION public.wallet_line_added()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  BEGIN
    INSERT INTO public.wallet_line (account_id, occurred_at, entry_id, line, amount_minor)
    SELECT p.account_id, (SELECT e.occurred_at FROM public.ledger_entry e WHERE e.id = p.entry_id), p.entry_id, p.line, p.amount_minor
    FROM added p
    WHERE (SELECT a.partner_id FROM public.ledger_account a WHERE a.id = p.account_id) IS NOT NULL;
    RETURN NULL;
  END $function$
;

CREATE OR REPLACE FUNCTION public.wallet_of_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  BEGIN
    INSERT INTO public.wallet (partner_id, currency, test) VALUES (NEW.partner_id, NEW.currency, NEW.test) ON CONFLICT DO NOTHING;
    RETURN NULL;
  END $function$
;

CREATE OR REPLACE FUNCTION public.wallet_refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  BEGIN
    RAISE EXCEPTION '% of a wallet is not allowed: its postings change it', TG_OP USING ERRCODE = 'restrict_violation';
  END $function$
;

CREATE OR REPLACE FUNCTION public.webhook_claim(p_service_ids text[], p_most integer[], p_at timestamp with time zone, p_lease_until timestamp with time zone, p_cap integer)
 RETURNS TABLE(service_id text, event_id uuid, attempt_number integer, round_attempt_count integer, body text, signed_text text, trace_parent text, rest text)
 LANGUAGE plpgsql
 ROWS 10
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET jit TO 'off'
AS $function$
  #variable_conflict use_column
  DECLARE
    v_mine text[];
    v_probed text[] := '{}';
    v_putting_off text[] := '{}';
    v_any_probe boolean;
    v_any_wait boolean;
  BEGIN
    SELECT coalesce(array_agg(a.id), '{}') INTO v_mine FROM unnest(p_service_ids) AS a (id)
    WHERE pg_try_advisory_xact_lock(hashtext('webhook_claim'), hashtext(a.id));
    SELECT bool_or(e.next_probe_at <= p_at), bool_or(v.retry_schedule_seconds[1] > 0) INTO v_any_probe, v_any_wait
    FROM service v LEFT JOIN webhook_endpoint e ON e.service_id = v.id WHERE v.id = ANY (v_mine);
    IF v_any_probe THEN
      SELECT coalesce(array_agg(p.service_id), '{}') INTO v_probed FROM (
        SELECT e.service_id FROM webhook_endpoint e WHERE e.service_id = ANY (v_mine) AND e.next_probe_at <= p_at FOR NO KEY UPDATE SKIP LOCKED
      ) p;
    END IF;
    IF v_any_wait THEN
      WITH fresh AS (
        SELECT d.event_id, d.first_at FROM service v CROSS JOIN LATERAL (
          SELECT d.event_id, d.created_at + make_interval(secs => v.retry_schedule_seconds[1]) AS first_at FROM webhook_delivery d
          WHERE d.service_id = v.id AND d.next_attempt_at <= p_at AND d.next_attempt_at > p_at - make_interval(secs => v.retry_schedule_seconds[1])
            AND d.next_attempt_at = d.created_at AND d.round_attempt_count = 0
          ORDER BY d.next_attempt_at LIMIT 500 FOR NO KEY UPDATE OF d SKIP LOCKED
        ) d WHERE v.id = ANY (v_mine) AND v.retry_schedule_seconds[1] > 0
      ), put_off AS (
        UPDATE webhook_delivery d SET next_attempt_at = f.first_at, tried_after_change = (SELECT coalesce(max(c.id), 0) FROM webhook_endpoint_change c WHERE c.service_id = d.service_id)
        FROM fresh f WHERE d.event_id = f.event_id RETURNING d.service_id
      )
      SELECT coalesce(array_agg(f.service_id), '{}') INTO v_putting_off
      FROM (SELECT service_id FROM put_off GROUP BY service_id HAVING count(*) = 500) f;
    END IF;
    RETURN QUERY
    WITH endpoint AS MATERIALIZED (
      SELECT e.*, CASE WHEN e.state = 'open' THEN greatest(0, least(e.most, p_cap - e.under_way)) ELSE 0 END AS room FROM (
        SELECT a.id, CASE WHEN f.paused_at IS NULL THEN a.most ELSE 1 END AS most, f.paused_at IS NOT NULL AS paused,
               CASE WHEN NOT a.id = ANY (v_mine) THEN 'busy' WHEN v.notify_url IS NULL THEN 'unaddressed'
                    WHEN f.next_probe_at > p_at THEN 'paused' WHEN f.next_probe_at IS NOT NULL AND NOT a.id = ANY (v_probed) THEN 'busy' ELSE 'open' END AS state,
               CASE WHEN a.id = ANY (v_putting_off) THEN p_at - make_interval(secs => v.retry_schedule_seconds[1]) ELSE p_at END AS due_until,
               (SELECT coalesce(max(c.id), 0) FROM webhook_endpoint_change c WHERE c.service_id = a.id) AS change,
               (SELECT count(*) FROM webhook_delivery u WHERE u.service_id = a.id AND u.lease_until > p_at) AS under_way
        FROM unnest(p_service_ids, p_most) AS a (id, most) JOIN service v ON v.id = a.id LEFT JOIN webhook_endpoint f ON f.service_id = a.id
      ) e
    ), due AS (
      SELECT p.id, d.event_id, d.next_attempt_at AS line_at FROM endpoint p CROSS JOIN LATERAL (
        SELECT d.event_id, d.next_attempt_at FROM webhook_delivery d JOIN webhook_subject s ON s.subject_id = d.subject_id
        WHERE d.service_id = p.id AND d.next_attempt_at <= p.due_until
        ORDER BY d.next_attempt_at LIMIT p.room FOR NO KEY UPDATE OF d, s SKIP LOCKED
      ) d WHERE p.room > 0
    ), from_before AS (
      SELECT p.id, d.event_id, d.created_at AS line_at FROM endpoint p CROSS JOIN LATERAL (
        WITH RECURSIVE era AS (
          (
            SELECT d.tried_after_change AS id FROM webhook_delivery d WHERE d.service_id = p.id AND d.tried_after_change < p.change AND d.next_attempt_at <> d.created_at AND d.lease_until IS NULL
            ORDER BY d.tried_after_change LIMIT 1)
          UNION ALL
          SELECT (
            SELECT d.tried_after_change AS id FROM webhook_delivery d WHERE d.service_id = p.id AND d.tried_after_change > a.id AND d.tried_after_change < p.change AND d.next_attempt_at <> d.created_at AND d.lease_until IS NULL
            ORDER BY d.tried_after_change LIMIT 1) FROM era a WHERE a.id IS NOT NULL
        )
        SELECT a.id FROM era a WHERE a.id IS NOT NULL
      ) a CROSS JOIN LATERAL (
        SELECT d.event_id, d.created_at FROM webhook_delivery d JOIN webhook_subject s ON s.subject_id = d.subject_id
        WHERE d.service_id = p.id AND d.tried_after_change = a.id AND d.next_attempt_at <> d.created_at AND d.lease_until IS NULL
        ORDER BY d.sequence LIMIT p.room FOR NO KEY UPDATE OF d, s SKIP LOCKED
      ) d WHERE p.room > 0 AND p.change > 0
    ), line AS (
      SELECT l.id, l.event_id, row_number() OVER (PARTITION BY l.id ORDER BY min(l.line_at), l.event_id) AS place
      FROM (SELECT * FROM due UNION ALL SELECT * FROM from_before) l GROUP BY l.id, l.event_id
    ), claimed AS (
      UPDATE webhook_delivery d
      SET attempt_count = d.attempt_count + 1, lease_until = p_lease_until, next_attempt_at = p_lease_until, tried_after_change = p.change,
          claimed_due_at = CASE WHEN d.lease_until IS NOT NULL THEN d.claimed_due_at WHEN d.next_attempt_at <= p_at THEN d.next_attempt_at
                                ELSE (SELECT c.at FROM webhook_endpoint_change c WHERE c.id = p.change) END,
          (round_attempt_count, put_off_until) = (
            SELECT CASE WHEN p.paused OR a.extra THEN d.round_attempt_count WHEN a.anew THEN 1 ELSE d.round_attempt_count + 1 END,
                   CASE WHEN a.extra THEN d.next_attempt_at END
            FROM (SELECT n.anew, NOT p.paused AND NOT n.anew AND d.next_attempt_at > p_at AS extra FROM (
              SELECT d.tried_after_change < p.change AND EXISTS (SELECT FROM webhook_endpoint_change c WHERE c.service_id = d.service_id AND c.id > d.tried_after_change AND c.state <> 'recovered') AS anew
            ) n) a)
      FROM line l JOIN endpoint p ON p.id = l.id WHERE l.place <= p.room AND d.event_id = l.event_id
      RETURNING d.service_id, d.event_id, d.subject_id, d.attempt_count, d.round_attempt_count
    ), counted AS (
      UPDATE webhook_subject s SET attempt_count = s.attempt_count + 1, last_attempt_at = p_at FROM claimed WHERE s.subject_id = claimed.subject_id
    ), noted AS (
      INSERT INTO webhook_attempt (event_id, number, started_at) SELECT c.event_id, c.attempt_count, p_at FROM claimed c
    ), probed AS (
      UPDATE webhook_endpoint e SET next_probe_at = p_at + interval '1 hour' FROM claimed WHERE e.service_id = claimed.service_id AND e.paused_at IS NOT NULL
    )
    SELECT c.service_id, c.event_id, c.attempt_count, c.round_attempt_count, e.body, e.signed_text, e.trace_parent, NULL
    FROM claimed c JOIN webhook_event e ON e.id = c.event_id
    UNION ALL
    SELECT p.id, NULL, NULL, NULL, NULL, NULL, NULL,
           CASE WHEN p.state = 'busy' THEN 'busy' WHEN p.state = 'paused' THEN 'drained'
                WHEN p.due_until = p_at AND (SELECT count(*) FROM claimed c WHERE c.service_id = p.id) < p.room THEN 'drained' ELSE 'more' END
    FROM endpoint p;
  END $function$
;

CREATE OR REPLACE FUNCTION public.webhook_endpoint_address_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  BEGIN
    UPDATE webhook_endpoint SET next_probe_at = CASE WHEN held THEN next_probe_at ELSE paused_at END WHERE service_id = NEW.id AND paused_at IS NOT NULL;
    IF FOUND OR NEW.notify_url IS NULL THEN
      RETURN NULL;
    END IF;
    PERFORM pg_advisory_xact_lock(hashtext('webhook_claim'), hashtext(NEW.id));
    WITH failed AS (DELETE FROM webhook_endpoint WHERE service_id = NEW.id RETURNING first_failure_at, failed_tries)
    INSERT INTO webhook_endpoint_change (service_id, state, at, first_failure_at, failed_tries)
    SELECT NEW.id, 'moved', NEW.updated_at, f.first_failure_at, f.failed_tries FROM (SELECT EXISTS (SELECT FROM webhook_delivery w WHERE w.service_id = NEW.id AND w.next_attempt_at <> w.created_at AND w.lease_until IS NULL) OR EXISTS (SELECT FROM webhook_delivery u WHERE u.service_id = NEW.id AND u.lease_until IS NOT NULL) AS waits) w
    LEFT JOIN failed f ON true WHERE w.waits;
    RETURN NULL;
  END $function$
;

CREATE OR REPLACE FUNCTION public.webhook_record(p_event_ids uuid[], p_numbers integer[], p_started timestamp with time zone[], p_finished timestamp with time zone[], p_outcomes text[], p_http_statuses integer[], p_excerpts text[], p_error_codes text[], p_next_attempts timestamp with time zone[])
 RETURNS TABLE(event_id uuid, attempt_number integer, recorded boolean, promoted boolean, endpoint_change text)
 LANGUAGE plpgsql
 ROWS 10
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET jit TO 'off'
AS $function$
  #variable_conflict use_column
  DECLARE
    v_failing text[];
    v_paused text[];
    v_ids uuid[];
  BEGIN
    SELECT coalesce(array_agg(f.service_id), '{}'), coalesce(array_agg(f.service_id) FILTER (WHERE f.paused_at IS NOT NULL), '{}')
    INTO v_failing, v_paused FROM (
      SELECT e.service_id, e.paused_at FROM webhook_endpoint e
      WHERE e.service_id IN (SELECT d.service_id FROM webhook_delivery d WHERE d.event_id = ANY (p_event_ids))
      FOR NO KEY UPDATE OF e SKIP LOCKED
    ) f;
    SELECT coalesce(array_agg(l.event_id), '{}') INTO v_ids FROM (
      SELECT d.event_id FROM unnest(p_event_ids) AS g (id) JOIN webhook_delivery d ON d.event_id = g.id JOIN webhook_subject s ON s.subject_id = d.subject_id
      WHERE d.service_id = ANY (v_failing) OR NOT EXISTS (SELECT FROM webhook_endpoint e WHERE e.service_id = d.service_id)
      FOR NO KEY UPDATE OF s SKIP LOCKED
    ) l;
    RETURN QUERY
    WITH result AS MATERIALIZED (
      SELECT r.*, d.service_id, h.event_id AS heir,
             CASE WHEN r.next_attempt_at IS NULL THEN NULL WHEN d.service_id = ANY (v_paused) THEN r.finished_at
                  WHEN d.put_off_until > r.finished_at THEN d.put_off_until ELSE r.next_attempt_at END AS due_at
      FROM (
        SELECT r.*, CASE WHEN r.outcome = 'acknowledged' THEN 'acknowledged' WHEN r.outcome = 'gone' THEN 'stopped'
                         WHEN r.next_attempt_at IS NULL THEN 'exhausted' ELSE 'pending' END AS status
        FROM unnest(p_event_ids, p_numbers, p_started, p_finished, p_outcomes, p_http_statuses, p_excerpts, p_error_codes, p_next_attempts)
          AS r (id, number, started_at, finished_at, outcome, http_status, response_excerpt, error_code, next_attempt_at)
      ) r
      JOIN webhook_delivery d ON d.event_id = r.id JOIN webhook_subject s ON s.subject_id = d.subject_id
      LEFT JOIN LATERAL (
        SELECT w.event_id FROM webhook_delivery w
        WHERE s.unfinished_count > 1 AND w.subject_id = s.subject_id AND w.status = 'pending' AND w.event_id <> r.id AND (r.status <> 'pending' OR w.sequence < d.sequence)
        ORDER BY w.sequence LIMIT 1
      ) h ON true
      WHERE r.id = ANY (v_ids)
    ), noted AS (
      UPDATE webhook_attempt a
      SET finished_at = r.finished_at, outcome = r.outcome, http_status = r.http_status, response_excerpt = r.response_excerpt, error_code = r.error_code,
          duration_ms = round(extract(epoch FROM r.finished_at - r.started_at) * 1000)
      FROM result r WHERE a.event_id = r.id AND a.number = r.number AND a.started_at = r.started_at
    ), ended AS (
      UPDATE webhook_delivery d
      SET status = r.status, lease_until = NULL, put_off_until = NULL, next_attempt_at = CASE WHEN r.status = 'pending' AND r.heir IS NULL THEN r.due_at END,
          acknowledged_at = CASE WHEN r.status = 'acknowledged' THEN r.finished_at ELSE d.acknowledged_at END
      FROM result r WHERE d.event_id = r.id AND d.attempt_count = r.number AND d.lease_until IS NOT NULL
      RETURNING d.event_id, d.subject_id, d.status, r.number, r.heir
    ), lane AS (
      UPDATE webhook_subject s
      SET unfinished_count = s.unfinished_count - 1,
          latest_acknowledged = s.latest_acknowledged OR (n.status = 'acknowledged' AND s.latest_event_id = n.event_id)
      FROM ended n WHERE n.status <> 'pending' AND s.subject_id = n.subject_id
    ), turn AS (
      UPDATE webhook_delivery d SET next_attempt_at = d.created_at FROM ended n WHERE d.event_id = n.heir RETURNING n.event_id
    ), endpoint AS MATERIALIZED (
      SELECT r.service_id, min(r.finished_at) AS first_at, max(r.finished_at) AS last_at, count(*)::integer AS tries, bool_or(r.outcome = 'acknowledged') AS acknowledged
      FROM result r WHERE r.outcome <> 'gone' GROUP BY r.service_id
    ), recovered AS (
      DELETE FROM webhook_endpoint e USING endpoint p WHERE e.service_id = ANY (v_failing) AND p.acknowledged AND e.service_id = p.service_id AND NOT e.held
      RETURNING e.service_id, e.paused_at, e.first_failure_at, e.failed_tries, p.last_at
    ), failed AS (
      INSERT INTO webhook_endpoint AS e (service_id, first_failure_at, last_failure_at, failed_tries)
      SELECT p.service_id, p.first_at, p.last_at, p.tries FROM endpoint p WHERE NOT p.acknowledged ORDER BY p.service_id
      ON CONFLICT (service_id) DO UPDATE
        SET (failed_tries, last_failure_at, paused_at, next_probe_at) = (
          SELECT n.tries, greatest(e.last_failure_at, excluded.last_failure_at),
                 CASE WHEN n.pauses THEN excluded.last_failure_at ELSE e.paused_at END, CASE WHEN n.pauses THEN excluded.last_failure_at + interval '1 hour' ELSE e.next_probe_at END
          FROM (SELECT e.failed_tries + excluded.failed_tries AS tries,
                       e.paused_at IS NULL AND e.failed_tries + excluded.failed_tries >= 10 AND e.first_failure_at <= excluded.last_failure_at - interval '72 hours' AS pauses) n)
      RETURNING e.service_id, e.paused_at, e.first_failure_at, e.failed_tries
    ), changed AS (
      INSERT INTO webhook_endpoint_change (service_id, state, at, first_failure_at, failed_tries)
      SELECT service_id, CASE WHEN paused_at IS NULL THEN 'recovered' ELSE 'resumed' END, last_at, first_failure_at, failed_tries FROM recovered
      WHERE paused_at IS NOT NULL OR first_failure_at <= last_at - interval '5 minutes' AND EXISTS (SELECT FROM webhook_delivery w WHERE w.service_id = recovered.service_id AND w.next_attempt_at <> w.created_at AND w.lease_until IS NULL)
      UNION ALL
      SELECT service_id, 'paused', paused_at, first_failure_at, failed_tries FROM failed WHERE paused_at IS NOT NULL AND NOT service_id = ANY (v_paused)
      RETURNING service_id, state
    )
    SELECT r.id, r.number, n.event_id IS NOT NULL, t.event_id IS NOT NULL, c.state
    FROM result r LEFT JOIN ended n ON n.event_id = r.id AND n.number = r.number LEFT JOIN turn t ON t.event_id = n.event_id LEFT JOIN changed c ON c.service_id = r.service_id;
  END $function$
;

CREATE OR REPLACE FUNCTION public.webhook_release_claim(p_event_id uuid, p_number integer, p_started_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  DECLARE
    v_service_id text;
    v_subject_id text;
  BEGIN
    SELECT service_id, subject_id INTO v_service_id, v_subject_id FROM webhook_delivery WHERE event_id = p_event_id;
    PERFORM FROM webhook_subject WHERE subject_id = v_subject_id FOR NO KEY UPDATE;
    UPDATE webhook_delivery
    SET attempt_count = attempt_count - 1, round_attempt_count = greatest(0, round_attempt_count - 1), lease_until = NULL, next_attempt_at = created_at
    WHERE event_id = p_event_id AND attempt_count = p_number AND lease_until IS NOT NULL;
    IF NOT FOUND THEN
      RETURN false;
    END IF;
    DELETE FROM webhook_attempt WHERE event_id = p_event_id AND number = p_number AND started_at = p_started_at;
    UPDATE webhook_subject s
    SET attempt_count = s.attempt_count - 1,
        last_attempt_at = CASE WHEN s.attempt_count > 1 THEN coalesce(
          (SELECT max(a.started_at) FROM webhook_delivery d JOIN webhook_attempt a ON a.event_id = d.event_id WHERE d.subject_id = v_subject_id), s.last_attempt_at) END
    WHERE s.subject_id = v_subject_id;
    UPDATE webhook_endpoint SET next_probe_at = p_started_at WHERE service_id = v_service_id AND paused_at IS NOT NULL AND NOT held;
    RETURN true;
  END $function$
;

CREATE OR REPLACE FUNCTION public.without_mention(p_text text, p_mention text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
    SELECT CASE WHEN p_mention IS NULL THEN p_text ELSE regexp_replace(p_text, p_mention, 'erased', 'gi') END
  $function$
;

CREATE SCHEMA sandbox;

CREATE TABLE sandbox.acquirer_charge (
  payment_id uuid NOT NULL,
  mandate_id uuid NOT NULL,
  first boolean NOT NULL,
  until timestamp with time zone,
  lines jsonb NOT NULL,
  CONSTRAINT acquirer_charge_pkey PRIMARY KEY (payment_id),
  CONSTRAINT acquirer_charge_mandate_id_fkey FOREIGN KEY (mandate_id) REFERENCES sandbox.acquirer_mandate(id) ON DELETE CASCADE,
  CONSTRAINT acquirer_charge_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES sandbox.acquirer_payment(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX acquirer_charge_first_once ON sandbox.acquirer_charge USING btree (mandate_id) WHERE first;
CREATE INDEX acquirer_charge_of_mandate ON sandbox.acquirer_charge USING btree (mandate_id);

CREATE TABLE sandbox.acquirer_code (
  reference text NOT NULL,
  payment_id uuid NOT NULL,
  number integer NOT NULL,
  bank text,
  until timestamp with time zone NOT NULL,
  alternatives jsonb DEFAULT '[]'::jsonb NOT NULL,
  CONSTRAINT acquirer_code_pkey PRIMARY KEY (reference),
  CONSTRAINT acquirer_code_number_once UNIQUE (payment_id, number),
  CONSTRAINT acquirer_code_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES sandbox.acquirer_payment(id)
);
CREATE INDEX acquirer_code_of_bank ON sandbox.acquirer_code USING btree (bank, until);

CREATE TABLE sandbox.acquirer_mandate (
  id uuid NOT NULL,
  reference text NOT NULL,
  kind text NOT NULL,
  bank text,
  value text NOT NULL,
  label text NOT NULL,
  seller text NOT NULL,
  description text NOT NULL,
  code text,
  terms jsonb,
  asked boolean NOT NULL,
  until timestamp with time zone,
  expires_at timestamp with time zone,
  made_at timestamp with time zone DEFAULT now() NOT NULL,
  used_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT acquirer_mandate_pkey PRIMARY KEY (id),
  CONSTRAINT acquirer_mandate_reference_once UNIQUE (reference),
  CONSTRAINT acquirer_mandate_kind_known CHECK (kind = ANY (ARRAY['CONSENT'::text, 'ALIAS'::text])),
  CONSTRAINT acquirer_mandate_terms_of_mandates CHECK ((kind = 'CONSENT'::text) = (terms IS NOT NULL)),
  CONSTRAINT acquirer_mandate_code_fkey FOREIGN KEY (code) REFERENCES sandbox.acquirer_code(reference) ON DELETE SET NULL
);
CREATE INDEX acquirer_mandate_age ON sandbox.acquirer_mandate USING btree (used_at);
CREATE INDEX acquirer_mandate_of_bank ON sandbox.acquirer_mandate USING btree (bank, made_at DESC);
CREATE INDEX acquirer_mandate_of_code ON sandbox.acquirer_mandate USING btree (code) WHERE (code IS NOT NULL);
CREATE INDEX acquirer_mandate_of_value ON sandbox.acquirer_mandate USING btree (value) WHERE (kind = 'ALIAS'::text);

CREATE TABLE sandbox.acquirer_mandate_step (
  id uuid NOT NULL,
  mandate_id uuid NOT NULL,
  state text NOT NULL,
  cause text,
  closed_by text,
  event_id uuid NOT NULL,
  announced boolean NOT NULL,
  due_at timestamp with time zone NOT NULL,
  next_attempt_at timestamp with time zone NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  delivered_at timestamp with time zone,
  CONSTRAINT acquirer_mandate_step_pkey PRIMARY KEY (id),
  CONSTRAINT acquirer_mandate_step_closed_by CHECK ((state = 'REVOKED'::text) = (closed_by IS NOT NULL)),
  CONSTRAINT acquirer_mandate_step_state_known CHECK (state = ANY (ARRAY['ACTIVE'::text, 'FAILED'::text, 'REVOKED'::text, 'EXPIRED'::text])),
  CONSTRAINT acquirer_mandate_step_mandate_id_fkey FOREIGN KEY (mandate_id) REFERENCES sandbox.acquirer_mandate(id)
);
CREATE INDEX acquirer_mandate_step_of_mandate ON sandbox.acquirer_mandate_step USING btree (mandate_id, due_at, id);
CREATE INDEX acquirer_mandate_step_waiting ON sandbox.acquirer_mandate_step USING btree (due_at) WHERE (announced AND (delivered_at IS NULL));

CREATE TABLE sandbox.acquirer_payment (
  id uuid NOT NULL,
  reference text NOT NULL,
  method text NOT NULL,
  amount_minor bigint NOT NULL,
  currency text NOT NULL,
  seller text NOT NULL,
  description text NOT NULL,
  return_url text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  made_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT acquirer_payment_pkey PRIMARY KEY (id),
  CONSTRAINT acquirer_payment_reference_once UNIQUE (reference),
  CONSTRAINT acquirer_payment_amount_positive CHECK (amount_minor > 0)
);
CREATE INDEX acquirer_payment_age ON sandbox.acquirer_payment USING btree (made_at);

CREATE TABLE sandbox.acquirer_refund (
  reference text NOT NULL,
  id uuid NOT NULL,
  payment_id uuid NOT NULL,
  amount_minor bigint NOT NULL,
  CONSTRAINT acquirer_refund_pkey PRIMARY KEY (reference),
  CONSTRAINT acquirer_refund_id_key UNIQUE (id),
  CONSTRAINT acquirer_refund_amount_positive CHECK (amount_minor > 0),
  CONSTRAINT acquirer_refund_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES sandbox.acquirer_payment(id)
);
CREATE INDEX acquirer_refund_of_payment ON sandbox.acquirer_refund USING btree (payment_id);

CREATE TABLE sandbox.acquirer_step (
  id uuid NOT NULL,
  payment_id uuid NOT NULL,
  refund text,
  code text,
  state text NOT NULL,
  cause text,
  amount_minor bigint NOT NULL,
  event_id uuid NOT NULL,
  announced boolean NOT NULL,
  due_at timestamp with time zone NOT NULL,
  next_attempt_at timestamp with time zone NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  delivered_at timestamp with time zone,
  CONSTRAINT acquirer_step_pkey PRIMARY KEY (id),
  CONSTRAINT acquirer_step_state_known CHECK (
CASE
    WHEN refund IS NULL THEN state = ANY (ARRAY['AUTHORIZED'::text, 'PAID'::text, 'FAILED'::text, 'CANCELED'::text, 'EXPIRED'::text, 'CODE_FAILED'::text])
    ELSE state = ANY (ARRAY['DONE'::text, 'REJECTED'::text, 'FAILED'::text])
END),
  CONSTRAINT acquirer_step_code_fkey FOREIGN KEY (code) REFERENCES sandbox.acquirer_code(reference),
  CONSTRAINT acquirer_step_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES sandbox.acquirer_payment(id),
  CONSTRAINT acquirer_step_refund_fkey FOREIGN KEY (refund) REFERENCES sandbox.acquirer_refund(reference)
);
CREATE INDEX acquirer_step_of_payment ON sandbox.acquirer_step USING btree (payment_id, due_at, id);
CREATE INDEX acquirer_step_waiting ON sandbox.acquirer_step USING btree (due_at) WHERE (announced AND (delivered_at IS NULL));

CREATE TABLE sandbox.bank_app_code (
  code text NOT NULL,
  bank text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  used boolean DEFAULT false NOT NULL,
  made_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT bank_app_code_pkey PRIMARY KEY (code),
  CONSTRAINT bank_app_code_form CHECK (code ~ '^[0-9]{6}$'::text)
);
CREATE INDEX bank_app_code_age ON sandbox.bank_app_code USING btree (made_at);
CREATE INDEX bank_app_code_of_bank ON sandbox.bank_app_code USING btree (bank, expires_at DESC);

CREATE TABLE sandbox.inbox_attempt (
  id uuid NOT NULL,
  notification_id uuid NOT NULL,
  number integer NOT NULL,
  received_at timestamp with time zone NOT NULL,
  headers jsonb NOT NULL,
  body bytea NOT NULL,
  ipn_key text,
  webhook_secret text,
  answer text NOT NULL,
  CONSTRAINT inbox_attempt_pkey PRIMARY KEY (id),
  CONSTRAINT inbox_attempt_number_once UNIQUE (notification_id, number),
  CONSTRAINT inbox_attempt_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES sandbox.inbox_notification(id)
);

CREATE TABLE sandbox.inbox_notification (
  id uuid NOT NULL,
  service_id text NOT NULL,
  webhook_id text NOT NULL,
  attempts integer DEFAULT 1 NOT NULL,
  last_received_at timestamp with time zone NOT NULL,
  CONSTRAINT inbox_notification_pkey PRIMARY KEY (id),
  CONSTRAINT inbox_notification_once UNIQUE (service_id, webhook_id),
  CONSTRAINT inbox_notification_service_id_fkey FOREIGN KEY (service_id) REFERENCES sandbox.inbox_receiver(service_id)
);
CREATE INDEX inbox_notification_newest ON sandbox.inbox_notification USING btree (last_received_at DESC, id DESC);

CREATE TABLE sandbox.inbox_receiver (
  service_id text NOT NULL,
  ipn_key text,
  webhook_secret text,
  answer text DEFAULT 'ok'::text NOT NULL,
  CONSTRAINT inbox_receiver_pkey PRIMARY KEY (service_id),
  CONSTRAINT inbox_receiver_answer_known CHECK (answer = ANY (ARRAY['ok'::text, 'error'::text, 'redirect'::text, 'slow'::text, 'wrong'::text, 'gone'::text]))
);

CREATE TABLE sandbox.operator_callback (
  id uuid NOT NULL,
  operator text NOT NULL,
  charge_reference text NOT NULL,
  step integer NOT NULL,
  callback_id text NOT NULL,
  result text NOT NULL,
  cause text,
  announced boolean NOT NULL,
  due_at timestamp with time zone NOT NULL,
  next_attempt_at timestamp with time zone NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  delivered_at timestamp with time zone,
  CONSTRAINT operator_callback_pkey PRIMARY KEY (id),
  CONSTRAINT operator_callback_step_once UNIQUE (operator, charge_reference, step),
  CONSTRAINT operator_callback_result_known CHECK (result = ANY (ARRAY['ACCEPTED'::text, 'BOOKED'::text, 'REFUSED'::text])),
  CONSTRAINT operator_callback_of_charge FOREIGN KEY (operator, charge_reference) REFERENCES sandbox.operator_charge(operator, charge_reference)
);
CREATE INDEX operator_callback_waiting ON sandbox.operator_callback USING btree (due_at) WHERE (announced AND (delivered_at IS NULL));

CREATE TABLE sandbox.operator_charge (
  operator text NOT NULL,
  charge_reference text NOT NULL,
  code_reference text NOT NULL,
  phone_number text NOT NULL,
  gross_minor bigint NOT NULL,
  answer text NOT NULL,
  cause text,
  created_at timestamp with time zone NOT NULL,
  reversed_at timestamp with time zone,
  made_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT operator_charge_pkey PRIMARY KEY (operator, charge_reference),
  CONSTRAINT operator_charge_answer_known CHECK (answer = ANY (ARRAY['ACCEPTED'::text, 'BOOKED'::text, 'REFUSED'::text, 'WRONG_CODE'::text, 'NONE'::text])),
  CONSTRAINT operator_charge_gross_positive CHECK (gross_minor > 0)
);
CREATE INDEX operator_charge_age ON sandbox.operator_charge USING btree (made_at);

CREATE TABLE sandbox.payer_code (
  operator text NOT NULL,
  code_reference text NOT NULL,
  phone_number text NOT NULL,
  code text NOT NULL,
  gross_minor bigint NOT NULL,
  used_by text,
  created_at timestamp with time zone NOT NULL,
  made_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT payer_code_pkey PRIMARY KEY (operator, code_reference)
);
CREATE INDEX payer_code_age ON sandbox.payer_code USING btree (made_at);

CREATE TABLE sandbox.text_message (
  id uuid NOT NULL,
  phone_number text NOT NULL,
  sender text NOT NULL,
  text text NOT NULL,
  code text,
  sent_at timestamp with time zone NOT NULL,
  in_reply_to text,
  made_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT text_message_pkey PRIMARY KEY (id),
  CONSTRAINT text_message_phone_number_form CHECK (phone_number ~ '^48[0-9]{9}$'::text)
);
CREATE INDEX text_message_age ON sandbox.text_message USING btree (made_at);
CREATE INDEX text_message_of_phone ON sandbox.text_message USING btree (phone_number, id DESC);

GRANT USAGE ON SCHEMA sandbox TO gateway_app;
GRANT SELECT, INSERT ON access_token TO gateway_app;
GRANT SELECT, INSERT ON access_token_use TO gateway_app;
GRANT SELECT, INSERT ON audit_entry TO gateway_app;
GRANT SELECT, INSERT ON audit_seal TO gateway_app;
GRANT SELECT, INSERT ON audit_sealed_entry TO gateway_app;
GRANT SELECT ON business_clock TO gateway_app;
GRANT SELECT, INSERT ON direct_billing_callback TO gateway_app;
GRANT SELECT, INSERT ON direct_billing_charge TO gateway_app;
GRANT SELECT, INSERT ON direct_billing_service TO gateway_app;
GRANT SELECT, INSERT, UPDATE ON direct_billing_tariff TO gateway_app;
GRANT SELECT, INSERT ON direct_billing_transaction TO gateway_app;
GRANT SELECT, INSERT, DELETE ON hourly_total TO gateway_app;
GRANT SELECT ON hourly_total_progress TO gateway_app;
GRANT SELECT, INSERT, DELETE ON idempotency_key TO gateway_app;
GRANT SELECT, INSERT ON ledger_account TO gateway_app;
GRANT SELECT, INSERT ON ledger_adjustment TO gateway_app;
GRANT SELECT, INSERT ON ledger_entry TO gateway_app;
GRANT SELECT, INSERT ON ledger_posting TO gateway_app;
GRANT SELECT, INSERT ON ledger_proposal TO gateway_app;
GRANT SELECT, INSERT ON ledger_seal TO gateway_app;
GRANT SELECT, INSERT ON ledger_sealed_entry TO gateway_app;
GRANT SELECT, INSERT, DELETE ON ledger_verification TO gateway_app;
GRANT SELECT, INSERT, DELETE ON listing_change TO gateway_app;
GRANT SELECT, INSERT, DELETE ON listing_counter TO gateway_app;
GRANT SELECT ON migrations TO gateway_app;
GRANT SELECT, INSERT, DELETE ON panel_credential TO gateway_app;
GRANT SELECT, INSERT, DELETE ON panel_invitation TO gateway_app;
GRANT SELECT, INSERT, DELETE ON panel_membership TO gateway_app;
GRANT SELECT, INSERT, DELETE ON panel_recovery_code TO gateway_app;
GRANT SELECT, INSERT, DELETE ON panel_session TO gateway_app;
GRANT SELECT, INSERT, DELETE ON panel_used_challenge TO gateway_app;
GRANT SELECT, INSERT ON panel_user TO gateway_app;
GRANT SELECT, INSERT ON partner TO gateway_app;
GRANT SELECT, INSERT ON payment_alias TO gateway_app;
GRANT SELECT, INSERT ON payment_attempt TO gateway_app;
GRANT SELECT, INSERT ON payment_callback TO gateway_app;
GRANT SELECT, INSERT, UPDATE ON payment_channel TO gateway_app;
GRANT SELECT, INSERT, DELETE ON payment_channel_mark TO gateway_app;
GRANT SELECT, INSERT ON payment_charge TO gateway_app;
GRANT SELECT, INSERT ON payment_chargeback TO gateway_app;
GRANT SELECT, INSERT ON payment_code TO gateway_app;
GRANT SELECT, INSERT ON payment_exchange_rate TO gateway_app;
GRANT SELECT, INSERT ON payment_link TO gateway_app;
GRANT SELECT, INSERT ON payment_rate_table TO gateway_app;
GRANT SELECT, INSERT ON payment_refund TO gateway_app;
GRANT SELECT, INSERT ON payment_subscription TO gateway_app;
GRANT SELECT, INSERT ON payment_transaction TO gateway_app;
GRANT SELECT, INSERT ON payout TO gateway_app;
GRANT SELECT, INSERT ON personal_data_erasure TO gateway_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON rate_limit TO gateway_app;
GRANT SELECT, DELETE ON restored TO gateway_app;
GRANT SELECT, INSERT ON service TO gateway_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON service_brand TO gateway_app;
GRANT SELECT, INSERT, DELETE ON service_key TO gateway_app;
GRANT SELECT, INSERT ON settlement TO gateway_app;
GRANT SELECT, INSERT ON settlement_batch TO gateway_app;
GRANT SELECT, INSERT, DELETE ON settlement_file TO gateway_app;
GRANT SELECT, INSERT, DELETE ON settlement_file_discrepancy TO gateway_app;
GRANT SELECT, INSERT, DELETE ON settlement_file_line TO gateway_app;
GRANT SELECT, INSERT ON settlement_file_undone TO gateway_app;
GRANT SELECT, INSERT ON settlement_line TO gateway_app;
GRANT SELECT, INSERT ON sms_inbound TO gateway_app;
GRANT SELECT, INSERT ON sms_pack_code TO gateway_app;
GRANT SELECT, INSERT ON sms_partner_call TO gateway_app;
GRANT SELECT, INSERT ON sms_service TO gateway_app;
GRANT SELECT, INSERT, DELETE ON sms_service_number TO gateway_app;
GRANT SELECT, INSERT ON sms_transaction TO gateway_app;
GRANT SELECT, INSERT ON state_history TO gateway_app;
GRANT SELECT ON wallet TO gateway_app;
GRANT SELECT ON wallet_line TO gateway_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_attempt TO gateway_app;
GRANT SELECT, UPDATE, DELETE ON webhook_attempt_default TO gateway_app;
GRANT SELECT, INSERT ON webhook_delivery TO gateway_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_endpoint TO gateway_app;
GRANT SELECT, INSERT ON webhook_endpoint_change TO gateway_app;
GRANT SELECT, INSERT ON webhook_event TO gateway_app;
GRANT SELECT, INSERT ON webhook_resend TO gateway_app;
GRANT SELECT, INSERT ON webhook_subject TO gateway_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON sandbox.acquirer_charge TO gateway_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON sandbox.acquirer_code TO gateway_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON sandbox.acquirer_mandate TO gateway_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON sandbox.acquirer_mandate_step TO gateway_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON sandbox.acquirer_payment TO gateway_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON sandbox.acquirer_refund TO gateway_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON sandbox.acquirer_step TO gateway_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON sandbox.bank_app_code TO gateway_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON sandbox.inbox_attempt TO gateway_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON sandbox.inbox_notification TO gateway_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON sandbox.inbox_receiver TO gateway_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON sandbox.operator_callback TO gateway_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON sandbox.operator_charge TO gateway_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON sandbox.payer_code TO gateway_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON sandbox.text_message TO gateway_app;
GRANT UPDATE (revoked_at) ON access_token TO gateway_app;
GRANT UPDATE (last_used_at, last_address) ON access_token_use TO gateway_app;
GRANT UPDATE (offset_ms) ON business_clock TO gateway_app;
GRANT UPDATE (state, next_poll_at, poll_count, updated_at, conflict, conflict_at) ON direct_billing_charge TO gateway_app;
GRANT UPDATE (suffix) ON direct_billing_service TO gateway_app;
GRANT UPDATE (status, gross_minor, net_minor, partner_minor, operator, phone_number, test, code_reference, code_sent_at, code_count, try_count, rejection, expires_at, updated_at) ON direct_billing_transaction TO gateway_app;
GRANT UPDATE (count, amount_minor) ON hourly_total TO gateway_app;
GRANT UPDATE (last_xid) ON hourly_total_progress TO gateway_app;
GRANT UPDATE (claim_id, claimed_at, status, body) ON idempotency_key TO gateway_app;
GRANT UPDATE (state, decided_by, decider, decided_at, decision_reason) ON ledger_proposal TO gateway_app;
GRANT UPDATE (count) ON listing_change TO gateway_app;
GRANT UPDATE (count) ON listing_counter TO gateway_app;
GRANT UPDATE (counter, last_used_at) ON panel_credential TO gateway_app;
GRANT UPDATE (totp_ciphertext, totp_key_version) ON panel_invitation TO gateway_app;
GRANT UPDATE (role, service_ids) ON panel_membership TO gateway_app;
GRANT UPDATE (token_hash, membership_id, authenticated_at, last_seen_at) ON panel_session TO gateway_app;
GRANT UPDATE (expires_at) ON panel_used_challenge TO gateway_app;
GRANT UPDATE (name, password_hash, totp_ciphertext, totp_key_version, totp_last_step) ON panel_user TO gateway_app;
GRANT UPDATE (blocked_at, blocked_reason) ON partner TO gateway_app;
GRANT UPDATE (disclosed_apps, label, blik_key, status, provider_ref, data, next_poll_at, poll_count, closed_by, reason, raw_code, activated_at, expires_at, updated_at) ON payment_alias TO gateway_app;
GRANT UPDATE (state, provider_ref, data, next, reason, raw_code, captured_minor, captured_currency, conflict, conflict_at, conflict_minor, conflict_currency, was_held, suspense_minor, corrected_minor, reversal_reference, reversal_provider_ref, next_poll_at, poll_count, updated_at) ON payment_attempt TO gateway_app;
GRANT UPDATE (attempt_reference, confirmed_at) ON payment_charge TO gateway_app;
GRANT UPDATE (state, reason, raw_code, updated_at) ON payment_code TO gateway_app;
GRANT UPDATE (status, updated_at) ON payment_link TO gateway_app;
GRANT UPDATE (status, provider_ref, raw_code, conflict, conflict_minor, conflict_currency, next_poll_at, poll_count, sent_at, completed_at, updated_at, conflict_at) ON payment_refund TO gateway_app;
GRANT UPDATE (status, provider_ref, data, next, reason, raw_code, cancelled_by, cancelled_reason, consent_evidence, next_poll_at, poll_count, due_at, activated_at, updated_at) ON payment_subscription TO gateway_app;
GRANT UPDATE (status, channel, test, commission_minor, partner_minor, email_hash, attempt_count, code_count, failure_reason, hold_reason, held_at, paid_at, expires_at, due_at, updated_at) ON payment_transaction TO gateway_app;
GRANT UPDATE (finished_at, erased, waiting) ON personal_data_erasure TO gateway_app;
GRANT UPDATE (name, status, notify_url, amount_rendering, service_id_name, notify_user_agent, retry_schedule_seconds, updated_at) ON service TO gateway_app;
GRANT UPDATE (ciphertext, encryption_key_version, valid_until) ON service_key TO gateway_app;
GRANT UPDATE (state, done_at, done_id, batch_count, updated_at) ON settlement TO gateway_app;
GRANT UPDATE (state, loaded, matched, walked_at, walked_id, updated_at) ON settlement_file TO gateway_app;
GRANT UPDATE (outcome, reply) ON sms_inbound TO gateway_app;
GRANT UPDATE (message_id, taken_at) ON sms_pack_code TO gateway_app;
GRANT UPDATE (state, attempts, next_attempt_at, last_attempt_at, last_problem) ON sms_partner_call TO gateway_app;
GRANT UPDATE (type, prefix, suffix, description, adult, share_bp, api_url) ON sms_service TO gateway_app;
GRANT UPDATE (used_at) ON sms_transaction TO gateway_app;
GRANT UPDATE (status, attempt_count, round_attempt_count, next_attempt_at, lease_until, claimed_due_at, put_off_until, acknowledged_at, tried_after_change) ON webhook_delivery TO gateway_app;
GRANT UPDATE (done, resent, last_sequence, finished_at) ON webhook_resend TO gateway_app;
GRANT UPDATE (latest_event_id, latest_acknowledged, attempt_count, last_attempt_at, unfinished_count) ON webhook_subject TO gateway_app;
GRANT SELECT, USAGE ON SEQUENCE ledger_account_id_seq TO gateway_app;
GRANT SELECT, USAGE ON SEQUENCE migrations_id_seq TO gateway_app;
GRANT SELECT, USAGE ON SEQUENCE payment_charge_sequence_seq TO gateway_app;
GRANT SELECT, USAGE ON SEQUENCE settlement_batch_id_seq TO gateway_app;
GRANT SELECT, USAGE ON SEQUENCE settlement_file_discrepancy_id_seq TO gateway_app;
GRANT SELECT, USAGE ON SEQUENCE sms_pack_code_position_seq TO gateway_app;
GRANT SELECT, USAGE ON SEQUENCE sms_transaction_id_seq TO gateway_app;
GRANT SELECT, USAGE ON SEQUENCE state_history_sequence_seq TO gateway_app;
GRANT SELECT, USAGE ON SEQUENCE webhook_delivery_sequence_seq TO gateway_app;
GRANT SELECT, USAGE ON SEQUENCE webhook_endpoint_change_id_seq TO gateway_app;
REVOKE EXECUTE ON FUNCTION business_clock_forward_only() FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION direct_billing_charge_immutable() FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION direct_billing_open_reason(uuid) FROM PUBLIC; GRANT EXECUTE ON FUNCTION direct_billing_open_reason(uuid) TO gateway_app;
REVOKE EXECUTE ON FUNCTION direct_billing_transaction_guard() FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION direct_billing_transaction_payed() FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION drop_webhook_attempt_month(integer) FROM PUBLIC; GRANT EXECUTE ON FUNCTION drop_webhook_attempt_month(integer) TO gateway_app;
REVOKE EXECUTE ON FUNCTION ensure_month_partitions(text,integer) FROM PUBLIC; GRANT EXECUTE ON FUNCTION ensure_month_partitions(text,integer) TO gateway_app;
REVOKE EXECUTE ON FUNCTION erase_direct_billing(uuid[],text,timestamp with time zone) FROM PUBLIC; GRANT EXECUTE ON FUNCTION erase_direct_billing(uuid[],text,timestamp with time zone) TO gateway_app;
REVOKE EXECUTE ON FUNCTION erase_links(uuid[],text) FROM PUBLIC; GRANT EXECUTE ON FUNCTION erase_links(uuid[],text) TO gateway_app;
REVOKE EXECUTE ON FUNCTION erase_notifications(uuid[],text[],text,timestamp with time zone) FROM PUBLIC; GRANT EXECUTE ON FUNCTION erase_notifications(uuid[],text[],text,timestamp with time zone) TO gateway_app;
REVOKE EXECUTE ON FUNCTION erase_payer_names(uuid[],uuid[],text,timestamp with time zone) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION erase_payments(uuid[],text,timestamp with time zone) FROM PUBLIC; GRANT EXECUTE ON FUNCTION erase_payments(uuid[],text,timestamp with time zone) TO gateway_app;
REVOKE EXECUTE ON FUNCTION erase_sms(text[],text,boolean) FROM PUBLIC; GRANT EXECUTE ON FUNCTION erase_sms(text[],text,boolean) TO gateway_app;
REVOKE EXECUTE ON FUNCTION json_without_mention(jsonb,text) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION ledger_entry_balanced() FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION ledger_entry_stamp() FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION ledger_posting_guard() FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION ledger_proposal_immutable() FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION ledger_refuse_change() FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION payment_alias_guard() FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION payment_alias_matches_payment() FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION payment_attempt_guard() FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION payment_attempt_matches_transaction() FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION payment_attempt_partner() FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION payment_charge_follows_attempt() FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION payment_charge_follows_payment() FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION payment_charge_guard() FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION payment_charge_matches_subscription() FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION payment_charge_moves_sums() FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION payment_deduction_value() FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION payment_deduction_within_paid() FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION payment_erase_email_hash() FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION payment_link_erase() FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION payment_link_guard() FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION payment_open_reason(uuid) FROM PUBLIC; GRANT EXECUTE ON FUNCTION payment_open_reason(uuid) TO gateway_app;
REVOKE EXECUTE ON FUNCTION payment_refund_guard() FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION payment_refund_matches_payment() FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION payment_refund_moves_sums() FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION payment_subscription_guard() FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION payment_subscription_matches_payment() FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION payment_transaction_guard() FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION payment_transaction_matches_link() FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION payment_transaction_paid_at_immutable() FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION payout_within_available() FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION settlement_immutable() FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION sms_open_reason(text) FROM PUBLIC; GRANT EXECUTE ON FUNCTION sms_open_reason(text) TO gateway_app;
REVOKE EXECUTE ON FUNCTION sms_partner_call_service() FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION sms_transaction_immutable() FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION sms_transaction_used_once() FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION wallet_apply_postings() FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION wallet_available(uuid,text,boolean) FROM PUBLIC; GRANT EXECUTE ON FUNCTION wallet_available(uuid,text,boolean) TO gateway_app;
REVOKE EXECUTE ON FUNCTION wallet_line_added() FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION wallet_of_account() FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION wallet_refuse_change() FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION webhook_claim(text[],integer[],timestamp with time zone,timestamp with time zone,integer) FROM PUBLIC; GRANT EXECUTE ON FUNCTION webhook_claim(text[],integer[],timestamp with time zone,timestamp with time zone,integer) TO gateway_app;
REVOKE EXECUTE ON FUNCTION webhook_endpoint_address_changed() FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION webhook_record(uuid[],integer[],timestamp with time zone[],timestamp with time zone[],text[],integer[],text[],text[],timestamp with time zone[]) FROM PUBLIC; GRANT EXECUTE ON FUNCTION webhook_record(uuid[],integer[],timestamp with time zone[],timestamp with time zone[],text[],integer[],text[],text[],timestamp with time zone[]) TO gateway_app;
REVOKE EXECUTE ON FUNCTION webhook_release_claim(uuid,integer,timestamp with time zone) FROM PUBLIC; GRANT EXECUTE ON FUNCTION webhook_release_claim(uuid,integer,timestamp with time zone) TO gateway_app;
REVOKE EXECUTE ON FUNCTION without_mention(text,text) FROM PUBLIC;
