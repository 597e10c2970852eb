import { printable } from '../terminal/text.ts'
import type { Target } from './open-target.ts'
import type { RefusalListener } from './redirect.ts'
import type { PlatformState } from './watch-platform.ts'

type Facts = Pick<Target, 'url' | 'inspector' | 'isOwn' | 'application' | 'names' | 'publicTokens'> & {
  redirect: Pick<Target['redirect'], 'active' | 'withoutLibrary'>
}

/** Returns the lines that `run` prints before the program starts. */
export function startReport(facts: Facts): string {
  const { url, inspector, isOwn, application, names, publicTokens, redirect } = facts
  const { id, name, guild, note } = application
  const rows: [string, string][] = [
    ['platform', `${url}${isOwn ? ', in memory: it ends with the command' : ''}`],
    ...(inspector === null ? [] : [['inspector', inspector] satisfies [string, string]]),
    ['application', `${printable(name)}, id ${id}${note === null ? '' : ` (${printable(note)})`}`],
    ...(guild === null ? [] : [['guild', `${printable(guild.name)}, id ${guild.id}`] satisfies [string, string]]),
    ['token in', names.join(', ')],
    ['reaches', redirect.active.join('; ')],
  ]
  if (publicTokens.length > 0)
    rows.push(['replaced', `${publicTokens.join(', ')}: the value looks like a token of the public platform`])
  if (redirect.withoutLibrary !== null)
    rows.push(['not active', `LD_PRELOAD, for Ruby, PHP, Bun, Deno, uvloop, curl: ${redirect.withoutLibrary}`])
  return `Guildhall\n${rows.map(([label, text]) => `  ${label.padEnd(12)} ${text}\n`).join('')}`
}

/** Returns a listener that writes what a front refuses. */
export function refusalReports(write: (text: string) => void): RefusalListener {
  return {
    refusedToken: (owner) => write(publicTokenReport(owner)),
    refusedHost: (host) => write(lines([`--offline refuses ${printable(host)}`])),
    refusedCertificate: () => write(lines(CERTIFICATE_HINT)),
  }
}

/** Returns what to do about a token that looks like one of the public platform, and was not sent on. */
function publicTokenReport(owner: string): string {
  return lines([
    `The program uses a token of ${owner}, which looks like one of the public platform. It is not sent on: the program gets 401.`,
    'Name the variable that it reads with --env NAME, or its file with --env-file FILE. If the token is in the program,',
    'end it there: whoever can read the program has it.',
  ])
}

/** Advice for a program that checks the front's certificate against other roots than those of the variables. */
const CERTIFICATE_HINT = [
  'The program connected, but broke off before a request: it probably brings its own roots, and does not trust this run.',
  'Let it trust those in the file that SSL_CERT_FILE names, or set the addresses of its library by hand: GUILDHALL_API.',
]

/** Returns what is likely when a program failed before it sent a request; null otherwise. */
export function endReport({ redirect: { counts } }: Pick<Seen, 'redirect'>, code: number): string | null {
  const isSilent = counts.connections > 0 && counts.requests === 0
  return code !== 0 && isSilent && !counts.isDistrusted ? lines(CERTIFICATE_HINT) : null
}

/** Returns the line about a platform that another command started. */
export function platformReport(url: string, state: PlatformState): string {
  return lines([
    state === 'back'
      ? `The platform ${url} is back.`
      : `The platform ${url} has ended. The program reaches it again when it is started there.`,
  ])
}

/** Returns the line about a static program that no namespace can be made for. */
export function staticReport(program: string, reason: string): string {
  return lines([
    staticLine(printable(program)),
    `A namespace that leads such programs here is not possible: ${printable(reason)}.`,
  ])
}

function staticLine(programs: string): string {
  return `Static programs load no library, and are reached if they read HTTPS_PROXY or are started by run itself: ${programs}.`
}

type Seen = Pick<Target, 'url' | 'names'> & {
  redirect: Pick<Target['redirect'], 'counts' | 'authority' | 'active'>
}

/** Returns why a program has not connected, and what to do by hand; null when it has. */
export function silenceReport(
  { url, names, redirect }: Seen,
  { seconds, statics }: { seconds: number; statics: readonly string[] },
): string | null {
  const { connections, requests, refused, isDistrusted } = redirect.counts
  const address = new URL(url)
  if (requests > 0 && refused === requests) {
    return lines([
      `Every request of the program was refused: it uses another token than that in ${names.join(', ')}.`,
      'Name the variable that it reads with --env NAME, its file with --env-file FILE, or give the bot the token that it',
      'uses in a world file:',
      '  {"applications": {"app": {"bot": {"token": "…"}}}} and --world FILE.',
    ])
  }
  if (requests > 0) return null
  if (isDistrusted) return null
  if (connections > 0) {
    return lines([
      `The program connected, but sent no request in ${seconds} s. It probably trusts other certificates than these.`,
      `Let it trust ${redirect.authority}, or set the addresses of its library by hand:`,
      ...addressRows(address),
    ])
  }
  return lines([
    `Nothing has connected in ${seconds} s. The program may connect later, or resolve names by itself.`,
    ...(statics.length === 0 ? [] : [staticLine(statics.map(printable).join(', '))]),
    `Programs are reached by: ${redirect.active.join('; ')}.`,
    'Set the addresses of its library by hand:',
    ...addressRows(address),
  ])
}

function addressRows({ origin, host, protocol }: URL): string[] {
  return [`  HTTP API  ${origin}/api`, `  gateway   ${protocol === 'https:' ? 'wss' : 'ws'}://${host}/gateway`]
}

function lines(entries: readonly string[]): string {
  return entries.map((entry) => `guildhall: ${entry}\n`).join('')
}
