import type { Instant, Snowflake } from '@guildhall/protocol'
import type { LifecycleTables } from './lifecycle-tables.ts'
import type { PushTables } from './push-tables.ts'

export interface SkuTable {
  id: Snowflake
  application_id: Snowflake
  type: number
  name: string
  slug: string
  flags: number
}

export interface EntitlementTable {
  id: Snowflake
  application_id: Snowflake
  sku_id: Snowflake
  /** Buyer; for a guild the holder is the guild. */
  user_id: Snowflake
  guild_id: Snowflake | null
  type: number
  starts_at: Instant | null
  ends_at: Instant | null
  deleted: number
  consumed: number
  subscription_id: Snowflake | null
  /** 1 for a test entitlement, which the application granted itself. */
  sandbox: number
}

export interface SubscriptionTable {
  id: Snowflake
  application_id: Snowflake
  sku_id: Snowflake
  user_id: Snowflake
  guild_id: Snowflake | null
  /** As the protocol has it: 0 active, 1 inactive, 2 ending. [SUB-1] [SUB-2] */
  status: number
  current_period_start: Instant
  current_period_end: Instant
  canceled_at: Instant | null
}

/** Role of a person who operates the platform. */
export interface OperatorTable {
  user_id: Snowflake
  role: 'owner' | 'admin' | 'moderator'
}

/** An entry of the operators' log. Rows are never changed. */
export interface OperatorsLogTable {
  id: Snowflake
  at: Instant
  /** A person, the operator's key, or a command of the terminal that opened the store itself. */
  actor_kind: 'person' | 'key' | 'command'
  actor_id: Snowflake | null
  action: string
  /** Id or name of what the action is about. */
  target: string | null
  /** Changed fields as JSON: `[{key, old, new}]`. */
  changes: string
  reason: string | null
  /** Network address that the action came from. */
  address: string | null
}

/** A link that lets a person in once. */
export interface OneTimeLinkTable {
  /** SHA-256 of the token, base64url: the token itself is never stored. */
  token_hash: string
  /** Person, or registration that is not active yet. */
  user_id: Snowflake
  created_at: Instant
  expires_at: Instant
  /** Purpose of the link. */
  kind: 'sign_in' | 'verify' | 'reset' | 'change'
  /** Address of mail that the link confirms; null for a link that confirms none. */
  address: string | null
}

/** A registration that is not active yet. Its account exists for nobody but operators. */
export interface RegistrationTable {
  /** The id of the account that it becomes. */
  id: Snowflake
  username: string
  /** In lower case. */
  email: string | null
  state: 'unverified' | 'pending'
  created_at: Instant
  /** RegistrationData as JSON. */
  data: string
}

/** Origin of a registration, for limits and for operators. */
export interface RegistrationOriginTable {
  /** Id of the registration and of its account. */
  id: Snowflake
  /** Address of the client, or the first 64 bits of an IPv6 one. */
  address: string
  at: Instant
}

/** An operator's invite to register. */
export interface RegistrationInviteTable {
  code: string
  uses: number
  used: number
  expires_at: Instant | null
  /** The only address of mail that may use it; null for any. */
  email: string | null
  note: string | null
  created_at: Instant
}

/** A domain of mail or a network that may not register, or a word, link or file that may not be sent. */
export interface RegistrationBlockTable {
  id: Snowflake
  kind: 'mail_domain' | 'network' | 'word' | 'link' | 'file_sha256'
  value: string
  note: string | null
  created_at: Instant
}

/** Reports of one thing, and what an operator decided. */
export interface ReportTable {
  id: Snowflake
  kind: 'message' | 'user' | 'guild'
  /** Kind and id of the reported thing. At most one open entry has it. */
  subject: string
  state: 'open' | 'dismissed' | 'removed' | 'suspended'
  /** People who have reported it. */
  count: number
  /** The reported person, or the author of the reported message. */
  user_id: Snowflake | null
  guild_id: Snowflake | null
  channel_id: Snowflake | null
  message_id: Snowflake | null
  /** Evidence as JSON; null for people and guilds. */
  evidence: string | null
  created_at: Instant
  /** Null while it is open. */
  decided_at: Instant | null
  /** A person by id, `key` or `command`. */
  resolved_by: string | null
  note: string | null
}

/** A report of one person. */
export interface ReporterTable {
  report_id: Snowflake
  /** Nobody is sent it; it counts and finds repeated reports. */
  reporter_id: Snowflake
  subject: string
  reason: number
  text: string | null
  at: Instant
}

/** A mail, until an hour after it was sent. */
export interface MailTable {
  id: Snowflake
  /** In lower case. */
  address: string
  state: 'waiting' | 'sent' | 'failed'
  created_at: Instant
  due_at: Instant
  attempts: number
  last_error: string | null
  /** MailContent as JSON, encrypted; null once the mail was sent or has failed. */
  content: string | null
}

/** An authenticator app of a person. */
export interface AuthenticatorAppTable {
  user_id: Snowflake
  /** In base32, encrypted. */
  secret: string
  /** Number of the newest step of 30 seconds whose code was accepted. */
  last_step: bigint
}

/** A code that replaces the app once. */
export interface BackupCodeTable {
  user_id: Snowflake
  number: number
  /** Encrypted. */
  code: string
  consumed: number
}

/** A passkey of a person. */
export interface PasskeyTable {
  id: Snowflake
  user_id: Snowflake
  /** Id that the authenticator chose, base64url. */
  credential_id: string
  /** COSE key, base64url. */
  public_key: string
  /** Signatures that the authenticator has counted. */
  counter: bigint
  /** Ways to reach the authenticator, as JSON. */
  transports: string
  name: string
}

/** A request that waits for a factor. */
export interface FactorTicketTable {
  /** SHA-256 of the ticket, base64url. */
  hash: string
  /** Purpose of the ticket: sign-in, fresh factor, new passkey, sign-in by passkey alone, backup codes. */
  kind: 'sign_in' | 'fresh' | 'passkey' | 'conditional' | 'view_codes' | 'renew_codes'
  /** Null before the passkey tells who signs in. */
  user_id: Snowflake | null
  /** Hash of the session that asked; null for a sign-in. */
  session: string | null
  /** Challenge for passkeys, or hash of the key that was mailed. */
  proof: string | null
  attempts: number
  expires_at: Instant
  /** 1 if the sign-in revives an account that is being deleted. */
  revives: number
}

/** Proof that the person of a session has just proven a second factor. */
export interface FreshFactorTable {
  hash: string
  session: string
  expires_at: Instant
}

export interface UserTable {
  id: Snowflake
  username: string
  discriminator: string
  global_name: string | null
  bot: number
  /** UserData as JSON. */
  data: string
}

export interface TokenTable {
  /** SHA-256 of the token, base64url: the token itself is never stored. */
  hash: string
  kind: 'bot' | 'person' | 'bearer'
  user_id: Snowflake
  application_id: Snowflake | null
  /** OAuth2 scopes separated by single spaces. */
  scopes: string
  created_at: Instant
  expires_at: Instant | null
  /** Grant that the token was issued from; null for tokens of other kinds. */
  grant_id: string | null
  /** 1 for a session whose person has proven a second factor. */
  second_factor: number
}

/** Authorization codes, by hash; each is single-use and valid for one minute. */
export interface OAuth2CodeTable {
  hash: string
  application_id: Snowflake
  user_id: Snowflake
  expires_at: Instant
  data: string
}

export interface OAuth2RefreshTable {
  hash: string
  application_id: Snowflake
  user_id: Snowflake
  scopes: string
  created_at: Instant
  /** Grant that the token was issued from; null in rows of older versions. */
  grant_id: string | null
}

/** Codes and refresh tokens that were used, by hash: their second use ends the grant. */
export interface OAuth2UsedGrantTable {
  hash: string
  application_id: Snowflake
  user_id: Snowflake
  grant_id: string
  expires_at: Instant
}

/** Devices that wait for a person's approval. */
export interface OAuth2DeviceTable {
  hash: string
  user_code: string
  application_id: Snowflake
  /** Person who approved; null before. */
  user_id: Snowflake | null
  state: 'waiting' | 'granted' | 'denied'
  scopes: string
  expires_at: Instant
  polled_at: Instant
}

/** Accounts elsewhere that people have connected. */
export interface ConnectionTable {
  user_id: Snowflake
  type: string
  id: string
  created_at: Instant
  /** The rest of the connection object. */
  data: string
}

export interface ApplicationTable {
  id: Snowflake
  name: string
  owner_id: Snowflake
  bot_id: Snowflake | null
  /** Publisher's application; null for none. */
  parent_id: Snowflake | null
  /** All application flag bits, also those beyond bit 30. [APP-3] */
  flags: bigint
  client_secret_hash: string
  /** Ed25519 private key, PKCS#8 DER in base64; signs what is sent to the application's endpoints. */
  signing_key: string
  /** ApplicationData as JSON. */
  data: string
}

/** An account at an identity provider, and the person or registration that it belongs to. */
export interface ProviderIdentityTable {
  issuer: string
  subject: string
  user_id: Snowflake
  /** Id of the provider in the settings. */
  provider: string
  /** Name or address at the provider, for the settings of the person. */
  name: string | null
  /** Role of operators that the provider gave last. */
  role: string | null
  created_at: Instant
}

/** A sign-in that came back from an identity provider and waits for the page of the same browser. */
export interface ProviderSignInTable {
  code_hash: string
  /** The state is used once. */
  state_hash: string
  /** Hash of the cookie of the browser that began. */
  browser_hash: string
  provider: string
  /** Checked claims, as JSON. */
  claims: string
  expires_at: Instant
}

/** Tables about accounts and about hosting a platform for others. */
export interface AccountTables extends LifecycleTables, PushTables {
  users: UserTable
  credentials: { user_id: Snowflake; password_hash: string }
  /** Settings that only clients follow, JSON. */
  user_settings: { user_id: Snowflake; data: string }
  tokens: TokenTable
  /** Last use of people's tokens; without a row a token was never used. */
  token_uses: { hash: string; used_at: Instant; ip: string; user_agent: string }
  operators: OperatorTable
  operators_log: OperatorsLogTable
  one_time_links: OneTimeLinkTable
  /** Values are JSON; those of secrets are encrypted. */
  instance_settings: { name: string; value: string }
  /** Confirmed addresses of mail, in lower case. */
  email_addresses: { address: string; user_id: Snowflake }
  registrations: RegistrationTable
  registration_origins: RegistrationOriginTable
  registration_invites: RegistrationInviteTable
  registration_blocks: RegistrationBlockTable
  /** Proofs of work that were used. */
  used_challenges: { signature: string; expires_at: Instant }
  mails: MailTable
  reports: ReportTable
  reporters: ReporterTable
  /** State of the instance that no operator sets as a setting. Values are JSON. */
  instance_state: { name: string; value: string }
  /** Last messages of new accounts in raid mode. */
  raid_messages: { user_id: Snowflake; at: Instant }
  authenticator_apps: AuthenticatorAppTable
  backup_codes: BackupCodeTable
  passkeys: PasskeyTable
  factor_tickets: FactorTicketTable
  fresh_factors: FreshFactorTable
  /** Wrong codes, for limits. */
  failed_factors: { id: Snowflake; user_id: Snowflake; at: Instant }
  /** Wrong passwords, for the delay. The account is a key of the table's own. */
  failed_sign_ins: { id: Snowflake; account: string; at: Instant }
  provider_identities: ProviderIdentityTable
  /** Networks and browsers that people signed in from, as hashes. */
  sign_in_places: { user_id: Snowflake; place: string; at: Instant }
  /** Notes of operators about people. */
  account_notes: { user_id: Snowflake; note: string }
  provider_sign_ins: ProviderSignInTable
}
