/** A mail as it leaves the platform. */
export interface OutgoingMail {
  /** Stays the same over all attempts, so that a mail server can tell a repeated mail. */
  readonly id: string
  readonly to: string
  readonly from: { readonly name: string; readonly address: string }
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Sends mails. */
export interface Mailer {
  /**
   * Resolves with the words of the mail server once it has accepted the mail.
   *
   * @param serverUrl `smtp://` or `smtps://`; null without a mail server
   * @throws MailError with the reason, also without a mail server
   */
  send(mail: OutgoingMail, serverUrl: string | null): Promise<string>
}

/** A mail was not accepted. The message has the words of the mail server, and never its password. */
export class MailError extends Error {
  override readonly name = 'MailError'
}

/** Connection to a mail server, as its address has it. */
export interface SmtpConnection {
  readonly host: string
  readonly port: number
  /** Whether TLS begins with the connection. */
  readonly secure: boolean
  readonly auth?: { readonly user: string; readonly pass: string }
}

/** Returns the connection that an address such as `smtp://user:password@host:587` names. */
export function smtpConnection(serverUrl: string): SmtpConnection {
  const { protocol, hostname, port, username, password } = new URL(serverUrl)
  const secure = protocol === 'smtps:'
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    ...(username !== '' && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
  }
}
