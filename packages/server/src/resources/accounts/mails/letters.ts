import type { MailContent } from './model.ts'

/** The platform that mails come from, for their texts. */
export interface Sender {
  /** Name of the platform, which its operator chose. */
  readonly name: string
  /** Address of the platform as people reach it. */
  readonly url: string
}

/** Sender of an instance without an address, whose mails are written to a folder. */
const NOBODY = 'guildhall@localhost.invalid'

/** Returns the address that mails come from. */
export function senderAddress({ mail_from }: { readonly mail_from: string | null }): string {
  return mail_from ?? NOBODY
}

/** A letter: paragraphs, and at most one link. */
interface Letter {
  readonly subject: string
  readonly paragraphs: readonly string[]
  readonly link?: { readonly text: string; readonly url: string }
}

/** Returns a letter as text and as plain HTML, without pictures. */
function written({ name }: Sender, { subject, paragraphs, link }: Letter): MailContent {
  const lines = [...paragraphs, ...(link ? [link.url] : []), `-- \n${name}`]
  const blocks = [
    ...paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`),
    ...(link ? [`<p><a href="${escaped(link.url)}">${escaped(link.text)}</a></p>`, `<p>${escaped(link.url)}</p>`] : []),
    `<p>${escaped(name)}</p>`,
  ]
  return {
    subject: `${name}: ${subject}`,
    text: `${lines.join('\n\n')}\n`,
    html: `<!doctype html><meta charset="utf-8">${blocks.join('')}`,
  }
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

const linkTo = ({ url }: Sender, page: string, token: string) => `${url}/${page}#token=${token}`
const mebibytes = (bytes: number) => `${Math.floor(bytes / 1024 ** 2)} MiB`
const NOT_YOU_KEY = 'If this was not you, change your password: somebody knows it.'
const NOT_YOU = 'If this was not you, do nothing: without the link nothing happens.'

/**
 * Mails by their cause. A mail to an address that nobody has confirmed holds no text that its cause chose, not even a
 * name, so that nobody advertises by it.
 */
export const letters = {
  verify: (from: Sender, token: string) =>
    written(from, {
      subject: 'confirm your address',
      paragraphs: ['Somebody registered with this address. Open the link within 24 hours to confirm it.', NOT_YOU],
      link: { text: 'Confirm the address', url: linkTo(from, 'verify', token) },
    }),
  known: (from: Sender) =>
    written(from, {
      subject: 'you have an account already',
      paragraphs: [
        'Somebody tried to register with this address, which belongs to your account. Nothing was changed.',
        'If this was you, sign in, or ask for a link if you have lost your password.',
      ],
      link: { text: 'Ask for a link', url: `${from.url}/forgot` },
    }),
  reset: (from: Sender, token: string) =>
    written(from, {
      subject: 'set a new password',
      paragraphs: ['Somebody asked for a new password for your account. Open the link within 30 minutes.', NOT_YOU],
      link: { text: 'Set a new password', url: linkTo(from, 'reset', token) },
    }),
  passwordChanged: (from: Sender) =>
    written(from, {
      subject: 'your password was changed',
      paragraphs: [
        'The password of your account was changed, and all its sessions were ended.',
        'If this was not you, ask for a link at once, and write to an operator.',
      ],
      link: { text: 'Ask for a link', url: `${from.url}/forgot` },
    }),
  addressChanges: (from: Sender) =>
    written(from, {
      subject: 'your address changes',
      paragraphs: [
        'Somebody who is signed in to your account asked to use another address for it. This address stays in use until the other one is confirmed.',
        'If this was not you, change your password at once.',
      ],
    }),
  pending: (from: Sender) =>
    written(from, {
      subject: 'an operator will decide',
      paragraphs: ['Your address is confirmed. An operator decides about your registration, and you get a mail then.'],
    }),
  approved: (from: Sender) =>
    written(from, {
      subject: 'your account is ready',
      paragraphs: ['An operator has approved your registration. You can sign in.'],
      link: { text: 'Sign in', url: from.url },
    }),
  rejected: (from: Sender, reason: string | null) =>
    written(from, {
      subject: 'your registration',
      paragraphs: ['An operator has declined your registration.', ...(reason === null ? [] : [`Reason: ${reason}`])],
    }),
  invited: (from: Sender, code: string) =>
    written(from, {
      subject: 'you are invited',
      paragraphs: ['An operator invites you to register.'],
      link: { text: 'Create an account', url: `${from.url}/register/${code}` },
    }),
  signedIn: (from: Sender, address: string) =>
    written(from, {
      subject: 'a new sign-in',
      paragraphs: [
        `Somebody signed in to your account from the address ${address}, with a browser that was not used there before.`,
        NOT_YOU_KEY,
      ],
      link: { text: 'Look at your sessions', url: `${from.url}/settings/sessions` },
    }),
  guessed: (from: Sender) =>
    written(from, {
      subject: 'many failed sign-ins',
      paragraphs: [
        'Somebody tried many wrong passwords for your account. Sign-in by password is slower for an hour.',
        'You need do nothing. A password that you use nowhere else keeps you safe.',
      ],
    }),
  passkeyCopied: (from: Sender, passkey: string) =>
    written(from, {
      subject: 'a passkey was refused',
      paragraphs: [
        `Your passkey “${passkey}” was used with an old counter, as a copy of it would be. The sign-in was refused.`,
        'Delete the passkey in your settings, and make a new one.',
      ],
    }),
  codesKey: (from: Sender, key: string) =>
    written(from, {
      subject: 'your backup codes',
      paragraphs: ['Enter this key to see your backup codes, or to make new ones:', key, NOT_YOU_KEY],
    }),
  guildDeleted: (from: Sender, guild: string) =>
    written(from, {
      subject: 'your guild was deleted',
      paragraphs: [`An operator has deleted your guild “${guild}”.`],
    }),
  reports: (from: Sender, count: number) =>
    written(from, {
      subject: 'new reports',
      paragraphs: [count === 1 ? 'A new report waits for you.' : `${count} new reports wait for you.`],
      link: { text: 'Open the reports', url: `${from.url}/admin/reports` },
    }),
  test: (from: Sender) =>
    written(from, { subject: 'a test', paragraphs: ['This mail was sent by an operator to test the mail server.'] }),
  backupFailed: (from: Sender, error: string) =>
    written(from, {
      subject: 'the daily backup has failed',
      paragraphs: ['The daily backup was not made. The former ones are kept. The reason:', error],
    }),
  diskLow: (from: Sender, { free, reserve }: { free: number; reserve: number }) =>
    written(from, {
      subject: 'the disk is nearly full',
      paragraphs: [
        `The disk of the data folder has ${mebibytes(free)} left, less than the reserve of ${mebibytes(reserve)}.`,
        'Uploads, packages of data and backups are refused until there is room. Messages without files still work.',
      ],
    }),
}
