import type { Purpose, SuppressionReason, SuppressionScope } from '../rules/contract.ts';

export interface ConsentTables {
  consent_record: {
    id: string;
    address_key: string;
    address: string;
    purpose: Purpose;
    consent_text: string;
    source: string;
    given_at: Date;
    confirmed_at: Date | null;
    withdrawn_at: Date | null;
  };
  text_consent: {
    id: string;
    owner_id: string;
    /** E.164. */
    number: string;
    consent_text: string;
    source: string;
    given_at: Date;
    withdrawn_at: Date | null;
  };
  text_stop: {
    /** For one that was erased only its keyed hash. */
    number: string;
    reason: 'STOP' | 'no number' | 'erased';
    at: Date;
  };
  suppression: {
    /** The address's key; for one that was erased only its keyed hash, which tells the address to nobody. */
    address_key: string;
    reason: SuppressionReason;
    scope: SuppressionScope;
    at: Date;
  };
}
