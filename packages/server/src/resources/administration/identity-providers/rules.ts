import { USERNAME_MAX, USERNAME_MIN } from '@guildhall/protocol'
import type { IdentityProvider } from '../../accounts/instance-settings/model.ts'
import type { OperatorRole } from '../../accounts/operators/model.ts'
import type { ProviderClaims } from './model.ts'

const HOME = '/'
const PAGE_MAX = 1_000

/** Returns the page that a sign-in leads to: a path of this platform. Another value is ignored. */
export function safePage(redirect: string | undefined): string {
  if (redirect === undefined || redirect.length > PAGE_MAX || !/^\/(?![/\\])[\x21-\x7e]*$/.test(redirect)) return HOME
  // Browsers drop some characters and read others as slashes before they resolve a path.
  const { origin, pathname, search } = new URL(redirect, 'http://platform.invalid')
  return origin === 'http://platform.invalid' && !pathname.startsWith('//') ? `${pathname}${search}` : HOME
}

/** Returns the role that the claims of a person give; the more powerful one of several. */
export function roleOfClaims({ roles = {} }: IdentityProvider, claims: ProviderClaims): OperatorRole | null {
  const given = claims.roles.map((value) => (Object.hasOwn(roles, value) ? roles[value] : undefined))
  return given.includes('admin') ? 'admin' : given.includes('moderator') ? 'moderator' : null
}

/** Returns the user name that a new person would like best, of those that are allowed. Others have it perhaps. */
export function nameOf({ username, email, name }: ProviderClaims, isAllowed: (name: string) => boolean): string {
  const texts = [username?.split('@')[0], email?.split('@')[0], name]
  const names = texts.map((text) => nameFrom(text ?? ''))
  return names.find((text) => text.length >= USERNAME_MIN && isAllowed(text)) ?? 'person'
}

function nameFrom(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/[^a-z0-9_.]+/g, '_')
    .replaceAll(/\.{2,}/g, '.')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, USERNAME_MAX)
}

/** Returns a user name with a number at its end. */
export function numbered(name: string, number: number): string {
  const suffix = `${number}`
  return `${name.slice(0, USERNAME_MAX - suffix.length)}${suffix}`
}
