/** Domains of the public platform. Each means itself and every name under it. */
export const PUBLIC_DOMAINS = [
  'discord.com',
  'discord.gg',
  'discordapp.com',
  'discordapp.net',
  'discord.media',
] as const

/** Hosts that programs are known to ask for, where each name must be listed. Responses name the platform's own. */
export const KNOWN_HOSTS = [
  ...PUBLIC_DOMAINS,
  ...['www', 'canary', 'ptb', 'cdn', 'status'].map((name) => `${name}.discord.com`),
  ...['www', 'canary', 'ptb', 'cdn', 'images-ext-1', 'images-ext-2'].map((name) => `${name}.discordapp.com`),
  ...['gateway', 'gateway-us-east1-b', 'gateway-us-east1-c', 'gateway-us-east1-d'].map((name) => `${name}.discord.gg`),
  ...['media', 'images-ext-1', 'images-ext-2'].map((name) => `${name}.discordapp.net`),
]

/** Hosts of files, whose paths are below `/cdn` here. */
const CDN_HOSTS = ['cdn.discordapp.com', 'media.discordapp.net', 'cdn.discord.com']

/** Returns whether a host name belongs to the public platform. A port is not part of it. */
export function isPublicHost(host: string): boolean {
  const name = plainName(host)
  return PUBLIC_DOMAINS.some((domain) => name === domain || name.endsWith(`.${domain}`))
}

/**
 * Returns the path of this platform for a path of a public host. Gateway hosts have the gateway at `/`, file hosts have
 * files at `/`, and `discord.gg/{code}` is an invite.
 */
export function pathFor(host: string, path: string): string {
  const name = plainName(host)
  if (CDN_HOSTS.includes(name)) return `/cdn${path}`
  if (name === 'discord.gg') return path === '/' ? path : `/invite${path}`
  if (name.endsWith('.discord.gg')) return path.replace(/^\/(?=[?]|$)/, '/gateway')
  return path
}

/** Returns the name of a `Host` header or of a CONNECT target, without its port. */
export function hostName(authority: string): string {
  return authority.replace(/:\d*$/, '')
}

function plainName(host: string): string {
  return host.toLowerCase().replace(/[.]$/, '')
}
