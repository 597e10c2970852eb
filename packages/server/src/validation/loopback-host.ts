/** Returns whether a host name or address, without a port, is always this machine. */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase()
  if (name === 'localhost' || name.endsWith('.localhost')) return true
  return name === '::1' || name === '[::1]' || /^127(\.\d{1,3}){3}$/.test(name)
}
