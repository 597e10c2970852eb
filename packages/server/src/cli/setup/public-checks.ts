/** Checks of what a public server needs besides a machine. */
import { lookup } from 'node:dns/promises'
import { networkInterfaces } from 'node:os'
import { connect as connectTls } from 'node:tls'
import { smtpConnection } from '../../kernel/mailer.ts'
import { type Finding, finding } from '../doctor/finding.ts'

const TIMEOUT_MS = 10_000
const HTTPS_PORT = 443
const HANDLES_WANTED = 4_096
const CERTIFICATE_WARN_DAYS = 14
const DAY_MS = 86_400_000

/** Checks that the name of the public address leads to this machine. */
export async function checkName(publicUrl: string): Promise<Finding> {
  const { hostname } = new URL(publicUrl)
  const host = hostname.replaceAll(/[[\]]/g, '')
  try {
    const found = (await lookup(host, { all: true })).map(({ address }) => address)
    const own = Object.values(networkInterfaces()).flatMap((all) => all?.map(({ address }) => address) ?? [])
    const text = `${host} leads to ${found.join(', ')}`
    if (found.some((address) => own.includes(address))) return finding('name', 'ok', `${text}, this machine`)
    return finding(
      'name',
      'warn',
      `${text}, which is no address of this machine`,
      'Right behind a proxy or a router only.',
    )
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return finding(
      'name',
      'warn',
      `${host} cannot be looked up: ${code}`,
      'Make a DNS record that leads to this machine.',
    )
  }
}

/** Returns the IPv4 address to which the name of the public address leads; null without one. */
export async function addressOfName(publicUrl: string): Promise<string | null> {
  const { hostname } = new URL(publicUrl)
  try {
    return (await lookup(hostname, { family: 4 })).address
  } catch {
    // The check of the name has printed the fault.
    return null
  }
}

/** Checks the certificate that people's browsers see at the public address. */
export function checkTls(publicUrl: string): Promise<Finding> {
  const { protocol, hostname, port } = new URL(publicUrl)
  if (protocol !== 'https:')
    return Promise.resolve(
      finding('TLS', 'warn', `${publicUrl} is without TLS`, 'Use https: passwords and voice need it in browsers.'),
    )
  const host = hostname.replaceAll(/[[\]]/g, '')
  return new Promise((resolve) => {
    const socket = connectTls({ host, port: Number(port) || HTTPS_PORT, servername: host, timeout: TIMEOUT_MS })
    const end = (found: Finding) => {
      socket.destroy()
      resolve(found)
    }
    const advice = 'Start the proxy that has the certificate, such as Caddy, and run this again.'
    socket.on('secureConnect', () => end(certificateFinding(host, socket.getPeerCertificate().valid_to)))
    socket.on('timeout', () => end(finding('TLS', 'warn', `${publicUrl} does not respond`, advice)))
    socket.on('error', (error: NodeJS.ErrnoException) =>
      end(finding('TLS', 'warn', `${publicUrl}: ${error.code ?? error.message}`, advice)),
    )
  })
}

function certificateFinding(host: string, end: string): Finding {
  const days = Math.floor((Date.parse(end) - Date.now()) / DAY_MS)
  if (days >= CERTIFICATE_WARN_DAYS) return finding('TLS', 'ok', `the certificate of ${host} is valid for ${days} days`)
  return finding('TLS', 'warn', `the certificate of ${host} ends in ${days} days`, 'Renew it.')
}

/** Checks how many connections the process may have open. */
export function checkHandles(): Finding {
  const limits = process.report.getReport() as unknown as {
    userLimits?: { open_files?: { soft?: number | string } }
  }
  const soft = limits.userLimits?.open_files?.soft
  const handles = soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft ?? Number.NaN)
  if (Number.isNaN(handles)) return finding('handles', 'none', 'the limit of open files is not known')
  if (handles >= HANDLES_WANTED) return finding('handles', 'ok', `${soft} files and connections at once`)
  return finding(
    'handles',
    'warn',
    `${soft} files and connections at once`,
    'Raise it: ulimit -n, or LimitNOFILE of systemd.',
  )
}

/** Checks that the mail server lets this platform sign in. */
export async function checkMailServer(serverUrl: string): Promise<Finding> {
  const connection = smtpConnection(serverUrl)
  const place = `${connection.host}:${connection.port}`
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ ...connection, connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS })
  try {
    await transport.verify()
    return finding('mail', 'ok', `${place} takes mails of this platform`)
  } catch (error) {
    const { code, responseCode } = error as { code?: string; responseCode?: number }
    const why = responseCode === undefined ? code : `${code}, ${responseCode}`
    return finding(
      'mail',
      'warn',
      `${place}: ${why}`,
      'Check the address, the name and the password of the mail server.',
    )
  } finally {
    transport.close()
  }
}
