import { allow, Faults, refuse, type Verdict } from '@guildhall/protocol'
import type { TSchema } from 'typebox'
import type { Hosting } from '../../../kernel/hosting.ts'
import { validate } from '../../../validation/validate.ts'
import { type IdentityProvider, type InstanceSettings, SETTINGS, type SettingName } from './model.ts'

/** Whether a setting may have this value, beyond its schema. */
export function maySet(name: SettingName, value: unknown): Verdict {
  if (name === 'smtp_url' && typeof value === 'string' && !isMailServer(value))
    return refuse('INVALID_FORM_BODY', 'Give the address of a mail server: smtp://user:password@host:587.')
  if ((name === 'terms_url' || name === 'privacy_url') && typeof value === 'string' && !URL.canParse(value))
    return refuse('INVALID_FORM_BODY', 'Give an address that begins with http:// or https://.')
  return name === 'sso' ? mayHaveProviders(value as readonly IdentityProvider[]) : allow
}

function mayHaveProviders(providers: readonly IdentityProvider[]): Verdict {
  if (new Set(providers.map(({ id }) => id)).size < providers.length)
    return refuse('INVALID_FORM_BODY', 'Two providers have the same id.')
  if (providers.some(({ issuer }) => !isIssuer(issuer)))
    return refuse('INVALID_FORM_BODY', 'An issuer is an address without a query: https://id.example/realms/main.')
  return allow
}

function isIssuer(issuer: string): boolean {
  if (!URL.canParse(issuer)) return false
  const { search, hash, username } = new URL(issuer)
  return search === '' && hash === '' && username === ''
}

/**
 * Returns providers with the stored secrets of those that were sent without one; null if a secret is missing. A stored
 * secret goes to no other issuer.
 */
export function withSecrets(
  providers: readonly IdentityProvider[],
  stored: readonly IdentityProvider[],
): IdentityProvider[] | null {
  const whole: IdentityProvider[] = []
  for (const provider of providers) {
    const former = stored.find(({ id, issuer }) => id === provider.id && issuer === provider.issuer)
    const client_secret = provider.client_secret === true ? former?.client_secret : provider.client_secret
    if (client_secret === undefined || client_secret === true) return null
    whole.push({ ...provider, client_secret })
  }
  return whole
}

function isMailServer(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, hostname, search, hash } = new URL(value)
  return (protocol === 'smtp:' || protocol === 'smtps:') && hostname !== '' && search === '' && hash === ''
}

/** Value that a text of the environment or of the terminal gives, or the fault of the text. */
export type ReadSetting = { readonly value: unknown } | { readonly fault: string }

/**
 * Reads the value of a setting from a text: a number, `true`, a list with commas, `null`. The fault names no part of
 * the value, which may be a secret.
 */
export function readSetting(name: SettingName, text: string): ReadSetting {
  const { schema } = SETTINGS[name]
  const faults = new Faults()
  const value = validate(schema, text === 'null' ? null : inputOf(schema, text), faults)
  if (faults.any) return { fault: faultText(schema) }
  const verdict = maySet(name, value)
  return verdict.ok ? { value } : { fault: `must be valid: ${verdict.reason}` }
}

/** Returns the value of a text: a list has commas, and a list of objects is JSON. */
function inputOf(schema: TSchema, text: string): unknown {
  if (!('items' in schema)) return text
  if ((schema.items as TSchema & { type?: string }).type !== 'object')
    return text === '' ? [] : text.split(',').map((entry) => entry.trim())
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function faultText(schema: object): string {
  if ('enum' in schema) return `must be one of ${(schema.enum as readonly string[]).join(', ')}`
  if ('type' in schema && schema.type === 'boolean') return 'must be true or false'
  if ('type' in schema && schema.type === 'integer') {
    const { minimum, maximum } = schema as { minimum?: number; maximum?: number }
    return `must be a whole number from ${minimum} to ${maximum}`
  }
  return 'has no value of the right form'
}

/** Returns whether the instance sends mails, or writes them to a folder. */
export function offersMail(
  { hosting }: { readonly hosting: Hosting },
  { smtp_url, mail_from }: Pick<InstanceSettings, 'smtp_url' | 'mail_from'>,
): boolean {
  return hosting.writesMails || (smtp_url !== null && mail_from !== null)
}
