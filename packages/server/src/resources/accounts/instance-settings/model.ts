import type { Static, TSchema } from 'typebox'
import { FOLDER_OR_BUCKET } from '../../../validation/s3-url.ts'
import { Int, List, Nullable, OneOf, Optional, Text, Type } from '../../../validation/schema.ts'

const ADDRESS_MAX = 2_000
const NAME_MAX = 100
const EMAIL_MAX = 254
const DOMAIN_MAX = 253
const DOMAINS_MAX = 100
const PER_HOUR_MAX = 1_000_000
const DAYS_MAX = 3_650
const BACKUPS_MAX = 1_000
const GRACE_DAYS_MAX = 365
const GiB = 1024 ** 3
const PROVIDERS_MAX = 20
const PROVIDER_ID_MAX = 32

const Address = (pattern: string) => Type.String({ maxLength: ADDRESS_MAX, pattern })
const WebAddress = Address('^https?://[^\\s/]+[^\\s]*$')
/** A host name with a dot. */
const Domain = Type.String({ maxLength: DOMAIN_MAX, pattern: '^[A-Za-z0-9-]+([.][A-Za-z0-9-]+)+$' })
/** A local part, and a domain with a dot; the rest is for mail servers to judge. */
export const EmailAddress = Type.String({
  maxLength: EMAIL_MAX,
  pattern: '^[^\\s@<>"(),:;\\[\\]\\\\]{1,64}@[^\\s@.<>"(),:;\\[\\]\\\\]+([.][^\\s@.<>"(),:;\\[\\]\\\\]+)+$',
})

/** A number of bytes; null for no limit. */
const Bytes = Nullable(Int(0, Number.MAX_SAFE_INTEGER))

/** An identity provider (OpenID Connect) of the operator. */
const Provider = Type.Object({
  id: Type.String({ maxLength: PROVIDER_ID_MAX, pattern: '^[a-z0-9][a-z0-9_-]*$' }),
  /** Name on the button. */
  name: Text(1, NAME_MAX),
  issuer: WebAddress,
  client_id: Text(1, NAME_MAX * 5),
  /** `true` keeps the stored secret of the provider. */
  client_secret: Type.Union([Text(1, ADDRESS_MAX), Type.Literal(true)]),
  /** Default: openid, email, profile. */
  scopes: Optional(List(Type.String({ maxLength: NAME_MAX, pattern: '^[\\x21-\\x7e]+$' }), 0, PROVIDERS_MAX)),
  /** Domains of confirmed addresses that may sign in. Default: all, also without an address. */
  allowed_domains: Optional(List(Domain, 0, DOMAINS_MAX)),
  register: OneOf('auto', 'approval', 'off'),
  link_by_email: Type.Boolean(),
  /** Claim that names roles or groups of the person. */
  role_claim: Optional(Text(1, NAME_MAX)),
  /** Roles of operators by a value of that claim. */
  roles: Optional(Type.Record(Type.String(), OneOf('admin', 'moderator'), { maxProperties: DOMAINS_MAX })),
})
export type IdentityProvider = Static<typeof Provider>

/** A setting of the instance. */
export interface Setting {
  readonly schema: TSchema
  /** Value of an instance that nobody has set up. */
  readonly initial: unknown
  /** Whether the value is stored encrypted, and shown as `true`. */
  readonly isSecret: boolean
  /** Returns the part of a secret value that operators see. Default: `true`. */
  readonly shown?: (value: never) => unknown
  /** Words about the setting, for operators. */
  readonly help: string
}

/**
 * A setting with the types of its schema and value. If `Setting` were generic, or a schema inferred from a value, the
 * compiler would compare `Static` of any two schemas.
 */
type SettingOf<S extends TSchema> = Setting & { readonly schema: S; readonly initial: NoInfer<Static<S>> }

const setting = <S extends TSchema>(schema: S, initial: NoInfer<Static<S>>, help: string): SettingOf<S> => ({
  schema,
  initial,
  isSecret: false,
  help,
})
const secret = <S extends TSchema>(schema: S, initial: NoInfer<Static<S>>, help: string): SettingOf<S> => ({
  ...setting(schema, initial, help),
  isSecret: true,
})

/** Settings by name, in the order in which operators see them. Null is "no limit" or "off". */
export const SETTINGS = {
  name: setting(Text(1, NAME_MAX), 'Guildhall', 'name of the platform in mails and on pages'),
  terms_url: setting(Nullable(WebAddress), null, 'address of the terms that people accept when they register'),
  privacy_url: setting(Nullable(WebAddress), null, 'address of the privacy policy'),
  contact_email: setting(Nullable(EmailAddress), null, 'address for questions to operators'),
  registration: setting(OneOf('closed', 'invite', 'approval', 'open'), 'closed', 'who may register'),
  registration_email: setting(OneOf('none', 'optional', 'verified'), 'optional', 'what registrations need of e-mail'),
  registration_challenge: setting(Type.Boolean(), true, 'whether registrations without an invite prove work'),
  registration_domains: setting(List(Domain, 0, DOMAINS_MAX), [], 'domains of mail that may register; empty for all'),
  registrations_per_hour: setting(Int(1, PER_HOUR_MAX), 100, 'registrations in an hour in all'),
  guild_invites_register: setting(Type.Boolean(), false, "whether a guild's invite lets people register too"),
  passwords: setting(Type.Boolean(), true, 'whether people sign in and register with a password'),
  sso: {
    ...secret(List(Provider, 0, PROVIDERS_MAX), [], 'identity providers (OpenID Connect) that sign people in, as JSON'),
    shown: (providers: readonly IdentityProvider[]) => providers.map((entry) => ({ ...entry, client_secret: true })),
  },
  operator_second_factor: setting(Type.Boolean(), true, 'whether operators prove a second factor in their sessions'),
  guild_creation: setting(OneOf('everyone', 'operators'), 'everyone', 'who may create guilds'),
  smtp_url: secret(Nullable(Address('^smtps?://[^\\s/]+$')), null, 'mail server: smtp://user:password@host:587'),
  mail_from: setting(Nullable(EmailAddress), null, 'sender of mails'),
  retention_messages_days: setting(
    Nullable(Int(1, DAYS_MAX)),
    null,
    'days for which messages are kept; pinned ones stay',
  ),
  retention_files_days: setting(Nullable(Int(1, DAYS_MAX)), null, 'days for which attachments are kept'),
  link_previews: setting(Type.Boolean(), false, 'whether links in messages get previews, which this server loads'),
  metrics_token: secret(
    Nullable(Type.String({ minLength: 16, maxLength: NAME_MAX, pattern: '^[\\x21-\\x7e]+$' })),
    null,
    'token that reads /metrics as a Bearer',
  ),
  backup_to: setting(
    Nullable(Type.String({ minLength: 1, maxLength: ADDRESS_MAX, pattern: FOLDER_OR_BUCKET })),
    null,
    'folder of backups, or s3://BUCKET[/PREFIX]; backups/ in the data folder without it',
  ),
  backup_at: setting(
    Nullable(Type.String({ maxLength: 5, pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' })),
    '03:00',
    'time of the daily backup (UTC)',
  ),
  backup_keep: setting(Int(1, BACKUPS_MAX), 7, 'daily backups that are kept'),
  backup_recipient: setting(
    Nullable(Type.String({ maxLength: 62, pattern: '^age1[0-9a-z]{58}$' })),
    null,
    'age recipient that backups are encrypted to; guildhall setup makes it',
  ),
  push_content: setting(Type.Boolean(), true, 'whether push notifications contain the text of messages'),
  retention_addresses_days: setting(Int(1, DAYS_MAX), 30, 'days for which addresses of registrations are kept'),
  retention_reports_days: setting(
    Nullable(Int(1, DAYS_MAX)),
    90,
    'days for which reports and their evidence are kept after the decision',
  ),
  deletion_grace_days: setting(
    Int(0, GRACE_DAYS_MAX),
    14,
    'days in which people can take the deletion of their account back',
  ),
  quota_person_bytes: setting(Bytes, 5 * GiB, 'bytes of files of one person or bot'),
  quota_guild_bytes: setting(Bytes, 20 * GiB, 'bytes of files of one guild'),
  quota_files_bytes: setting(Bytes, null, 'bytes of all files'),
  disk_reserve_bytes: setting(Bytes, GiB, 'room that uploads, packages and backups leave free on the disk'),
} as const satisfies Readonly<Record<string, Setting>>

export type SettingName = keyof typeof SETTINGS

/** Names of all settings. */
export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[]

/** Values of all settings. */
export type InstanceSettings = { readonly [N in SettingName]: Static<(typeof SETTINGS)[N]['schema']> }

/** Whether a text names a setting. */
export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(SETTINGS, name)
}
