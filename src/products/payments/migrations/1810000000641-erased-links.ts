import { SchemaPart } from '../../../runtime/database/schema/schema-part.js';

/** Texts of payment links that name a payer go on request, like those of payments. */
export class ErasedLinks1810000000641 extends SchemaPart {
  readonly name = 'ErasedLinks1810000000641';

  protected statements(): string[] {
    return [ERASE];
  }
}

// The whole text goes: a link keeps what payers have seen, or nothing of it.
const ERASE = `
  CREATE FUNCTION erase_links(p_ids uuid[], p_mention text) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DECLARE
    v_erased integer;
  BEGIN
    PERFORM FROM payment_link WHERE id = ANY (p_ids) ORDER BY id FOR NO KEY UPDATE;
    UPDATE payment_link SET description = CASE WHEN description ~* p_mention THEN NULL ELSE description END,
      control = CASE WHEN control ~* p_mention THEN NULL ELSE control END
    WHERE id = ANY (p_ids);
    GET DIAGNOSTICS v_erased = ROW_COUNT;
    RETURN v_erased;
  END $$;`;
