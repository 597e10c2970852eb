import type { BodyOf } from '@guildhall/client'

/** Entry of the setting `sso`. The secret is true where the server keeps the stored one. */
export type Provider = NonNullable<BodyOf<'update_instance_settings'>['sso']>[number]

/** Fields of the dialog of a provider. */
export interface ProviderValues {
  id: string
  name: string
  issuer: string
  client_id: string
  client_secret: string
  register: string
  link_by_email: boolean
  scopes: string
  allowed_domains: string
  role_claim: string
  /** One value of the claim a line, with the role that it gives after the last equals sign. */
  roles: string
}

/** Returns the fields for a provider; those of a new one without it. */
export function valuesOf(provider: Provider | undefined): ProviderValues {
  const { scopes, allowed_domains, role_claim, roles } = provider ?? {}
  return {
    id: provider?.id ?? '',
    name: provider?.name ?? '',
    issuer: provider?.issuer ?? '',
    client_id: provider?.client_id ?? '',
    client_secret: '',
    register: provider?.register ?? 'approval',
    link_by_email: provider?.link_by_email ?? false,
    scopes: (scopes ?? []).join(' '),
    allowed_domains: (allowed_domains ?? []).join(', '),
    role_claim: role_claim ?? '',
    roles: Object.entries(roles ?? {})
      .map(([value, role]) => `${value} = ${role}`)
      .join('\n'),
  }
}

/** Returns the provider that the fields describe. Empty optional fields are left out. */
export function providerOf(values: ProviderValues, { hasSecret }: { hasSecret: boolean }): Provider {
  const scopes = partsOf(values.scopes, /[\s,]+/)
  const domains = partsOf(values.allowed_domains, /[\s,]+/)
  const roles = Object.fromEntries(partsOf(values.roles, /\n/).map(roleOfLine))
  const provider = {
    id: values.id.trim(),
    name: values.name.trim(),
    issuer: values.issuer.trim(),
    client_id: values.client_id.trim(),
    client_secret: values.client_secret === '' && hasSecret ? true : values.client_secret,
    register: values.register,
    link_by_email: values.link_by_email,
    ...(scopes.length > 0 ? { scopes } : {}),
    ...(domains.length > 0 ? { allowed_domains: domains } : {}),
    ...(values.role_claim.trim() === '' ? {} : { role_claim: values.role_claim.trim() }),
    ...(Object.keys(roles).length > 0 ? { roles } : {}),
  }
  // The server checks the choices.
  return provider as Provider
}

function partsOf(text: string, separator: RegExp): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function roleOfLine(line: string): [value: string, role: string] {
  const at = line.lastIndexOf('=')
  return at < 0 ? [line, ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()]
}
