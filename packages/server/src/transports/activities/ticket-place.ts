/** Query parameter of the page's address that carries a proxy ticket. */
const TICKET_PARAMETER = 'discord_proxy_ticket'
/** Cookie that keeps it. The prefix makes browsers refuse it from scripts of other hosts. */
export const TICKET_COOKIE = '__Host-guildhall-proxy-ticket'

const PARAMETER = new RegExp(`(?<=[?&])${TICKET_PARAMETER}=([^&#]*)&?`, 'g')

/** Returns an address without the ticket, which is not for the targets. The rest keeps its spelling. */
export function withoutTicketQuery(address: string): string {
  const without = address.replaceAll(PARAMETER, '')
  return without === address ? address : without.replace(/[?&](?=#|$)/, '')
}

/** Returns the value of `Cookie` without the ticket; empty if nothing is left. */
export function withoutTicketCookie(cookies: string): string {
  return cookies
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '' && nameOf(pair) !== TICKET_COOKIE)
    .join('; ')
}

/** A text in the place of a ticket. */
interface TicketText {
  readonly text: string
  /** Whether the browser keeps it in a cookie already. */
  readonly isKept: boolean
}

/** Returns the tickets of a request in the order in which they are tried: that of the address first. */
export function ticketsOf(requestTarget: string, cookies: string | undefined): TicketText[] {
  const inAddress = [...requestTarget.matchAll(PARAMETER)].map(([, text = '']) => ({ text, isKept: false }))
  const inCookies = (cookies ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => nameOf(pair) === TICKET_COOKIE)
    .map((pair) => ({ text: pair.slice(TICKET_COOKIE.length + 1), isKept: true }))
  return [...inAddress.slice(0, 1), ...inCookies.slice(0, 1)]
}

/** Returns the `Set-Cookie` that keeps a ticket in the browser, out of reach of scripts. */
export function cookieOfTicket(
  text: string,
  { createdAt, expiresAt }: { createdAt: number; expiresAt: number },
): string {
  const attributes = [
    'Path=/',
    `Max-Age=${expiresAt - createdAt}`,
    'HttpOnly',
    'SameSite=None',
    'Secure',
    'Partitioned',
  ]
  return [`${TICKET_COOKIE}=${text}`, ...attributes].join('; ')
}

const nameOf = (pair: string) => pair.split('=')[0]?.trim()
