/**
 * Returns the address that opens the inspector. The control key is in the fragment, which browsers send to no server.
 * It is for the terminal of the user who started the platform.
 */
export function inspectorAddress(url: string, controlKey: string): string {
  return `${url}/developers/inspector#key=${controlKey}`
}
