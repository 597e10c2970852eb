import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileAtomically } from '../../kernel/atomic-file.ts'
import { MailError, type Mailer, type OutgoingMail, smtpConnection } from '../../kernel/mailer.ts'

/** Longest wait for a connection, a greeting and a reply of a mail server. */
const CONNECT_MAX_MS = 10_000
const REPLY_MAX_MS = 30_000
const WORDS_MAX = 300

/** Returns what sends mails by SMTP, or writes each one to a folder as `{id}.eml`. */
export function smtpMailer(folder: string | null): Mailer {
  return {
    async send(mail, serverUrl) {
      if (folder !== null) return writeMail(folder, mail)
      if (serverUrl === null) throw new MailError('no mail server is set')
      return sendMail(mail, serverUrl)
    },
  }
}

/** Message for the library, which encodes and folds what the fields hold. */
function messageOf({ id, to, from, subject, text, html }: OutgoingMail) {
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1)
  return {
    messageId: `<${id}@${domain}>`,
    // As an object: the library parses addresses in texts, and a comma there would make two of one.
    to: { name: '', address: to },
    from: { name: from.name, address: from.address },
    subject,
    text,
    html,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

async function sendMail(mail: OutgoingMail, serverUrl: string): Promise<string> {
  // Loaded with the first mail: most platforms send none.
  const { createTransport } = await import('nodemailer')
  const connection = smtpConnection(serverUrl)
  const transport = createTransport({
    ...connection,
    connectionTimeout: CONNECT_MAX_MS,
    greetingTimeout: CONNECT_MAX_MS,
    socketTimeout: REPLY_MAX_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  try {
    const { response } = await transport.sendMail(messageOf(mail))
    return response.slice(0, WORDS_MAX)
  } catch (error) {
    throw new MailError(wordsOf(error, connection.auth?.pass ?? ''), { cause: error })
  } finally {
    transport.close()
  }
}

/** Returns the words of a failure, without the password, which a server may repeat. */
function wordsOf(error: unknown, password: string): string {
  const { message } = error as Error
  const words = password === '' ? message : message.replaceAll(password, '***')
  return words.slice(0, WORDS_MAX)
}

async function writeMail(folder: string, mail: OutgoingMail): Promise<string> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const { message } = await transport.sendMail(messageOf(mail))
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFileAtomically(join(folder, `${mail.id}.eml`), message as Buffer)
  } catch (error) {
    throw new MailError(`the folder of mails cannot be written (${(error as NodeJS.ErrnoException).code})`, {
      cause: error,
    })
  }
  return 'written'
}
