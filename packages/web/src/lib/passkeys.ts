/** Numbers in place of a host name, to which no passkey belongs. */
const NUMBERS = /^[\d.]+$|^\[/

/** Returns whether passkeys work at the address of this page: by https, or on `localhost`. */
export function allowsPasskeys(): boolean {
  return isSecureContext && 'PublicKeyCredential' in window && !NUMBERS.test(location.hostname)
}
