import type { Static, TSchema } from 'typebox'
import { Int, List, Nullable, OneOf, Text, Type } from '../../../validation/schema.ts'

const ADDRESS_MAX = 2_000
const NAME_MAX = 100
const EMAIL_MAX = 254
const DOMAIN_MAX = 253
const DOMAINS_MAX = 100
const PER_HOUR_MAX = 1_000_000
const DAYS_MAX = 3_650

const Address = (pattern: string) => Type.String({ maxLength: ADDRESS_MAX, pattern })
const WebAddress = Address('^https?://[^\\s/]+[^\\s]*$')
/** A host name with a dot. */
const Domain = Type.String({ maxLength: DOMAIN_MAX, pattern: '^[A-Za-z0-9-]+([.][A-Za-z0-9-]+)+$' })
/** A local part, and a domain with a dot; the rest is for mail servers to judge. */
export const EmailAddress = Type.String({
  maxLength: EMAIL_MAX,
  pattern: '^[^\\s@<>"(),:;\\[\\]\\\\]{1,64}@[^\\s@.<>"(),:;\\[\\]\\\\]+([.][^\\s@.<>"(),:;\\[\\]\\\\]+)+$',
})

/** A setting of the instance. */
export interface Setting<S extends TSchema = TSchema> {
  readonly schema: S
  /** Value of an instance that nobody has set up. */
  readonly initial: Static<S>
  /** Whether the value is stored encrypted, and shown as `true`. */
  readonly isSecret: boolean
  /** Words about the setting, for operators. */
  readonly help: string
}

const setting = <S extends TSchema>(schema: S, initial: Static<S>, help: string): Setting<S> => ({
  schema,
  initial,
  isSecret: false,
  help,
})
const secret = <S extends TSchema>(schema: S, initial: Static<S>, help: string): Setting<S> => ({
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
  operator_second_factor: setting(Type.Boolean(), true, 'whether operators prove a second factor in their sessions'),
  guild_creation: setting(OneOf('everyone', 'operators'), 'everyone', 'who may create guilds'),
  smtp_url: secret(Nullable(Address('^smtps?://[^\\s/]+$')), null, 'mail server: smtp://user:password@host:587'),
  mail_from: setting(Nullable(EmailAddress), null, 'sender of mails'),
  retention_addresses_days: setting(Int(1, DAYS_MAX), 30, 'days for which addresses of registrations are kept'),
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
