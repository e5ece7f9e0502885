import type { Generated } from 'kysely';

export interface UserTable {
  id: string;
  name: string;
  email: string;
  email_verified: Generated<boolean>;
  image: string | null;
  suspended_at: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface LoginTable {
  id: string;
  user_id: string;
  /** 'credential' for a password, else federatedProvider. */
  provider_id: string;
  account_id: string;
  password: string | null;
  created_at: Generated<Date>;
}

export interface SessionTable {
  id: string;
  user_id: string;
  token: string;
  expires_at: Date;
  user_agent: string | null;
  /** When the password was last given, beyond signing in. */
  confirmed_at: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface NetworkTable {
  user_id: string;
  network: string;
  seen_at: Date;
}

export interface VerificationTable {
  id: string;
  identifier: string;
  value: string;
  expires_at: Date;
}

export interface FactorTable {
  owner_id: string;
  sealed: string;
  confirmed_at: Date | null;
  /** The newest step whose code was used. */
  last_step: Generated<number>;
  recovery: string[];
  created_at: Date;
}

export interface PasskeyTable {
  owner_id: string;
  id: string;
  name: string;
  public_key: string;
  counter: number;
  transports: string[];
  backed_up: boolean;
  created_at: Date;
  used_at: Date | null;
}

export interface AttemptTable {
  id: string;
  session_id: string | null;
  abandoned: Generated<boolean>;
  created_at: Date;
}

/** Neither who asked nor for whom stands in it: keyed hashes of both. */
export interface CodeTable {
  browser: string;
  address: string;
  code: string;
  tries: Generated<number>;
  made_at: Date;
}

export interface ProfileTable {
  owner_id: string;
  is_subscribed: Generated<boolean>;
  ai_usage_count: Generated<number>;
  ai_usage_month: number;
  created_at: Date | null;
}

export interface AccountTables {
  account_user: UserTable;
  account_login: LoginTable;
  account_session: SessionTable;
  account_verification: VerificationTable;
  account_attempt: AttemptTable;
  account_network: NetworkTable;
  account_code: CodeTable;
  account_factor: FactorTable;
  account_passkey: PasskeyTable;
  account_profile: ProfileTable;
}

export const federatedProvider = 'oidc';
