/** Marks that the way to an identity provider links it to the person, and keeps its code for the settings. */
const WAY = 'guildhall.link-provider'
const CODE = 'guildhall.provider-code'

/** Returns the address at which a browser begins a sign-in at a provider. */
export function providerStart(id: string, page: string): string {
  return `/auth/sso/${encodeURIComponent(id)}/start?${new URLSearchParams({ redirect: page })}`
}

/** Sends the browser to a provider, whose account then becomes the person's. */
export function linkProvider(id: string, page: string): void {
  sessionStorage.setItem(WAY, id)
  location.assign(providerStart(id, page))
}

/** Returns whether the browser comes back from a provider to link it, and keeps the code of the way if so. */
export function keepCode(code: string): boolean {
  if (sessionStorage.getItem(WAY) === null) return false
  sessionStorage.removeItem(WAY)
  sessionStorage.setItem(CODE, code)
  return true
}

/** Forgets that a way to a provider was to link it. */
export function forgetLinking(): void {
  sessionStorage.removeItem(WAY)
}

/** Returns the code that was kept, once. */
export function takeCode(): string | null {
  const code = sessionStorage.getItem(CODE)
  sessionStorage.removeItem(CODE)
  return code
}
