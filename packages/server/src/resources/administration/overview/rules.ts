import type { InstanceFacts, InstanceFinding } from './model.ts'

/** Free bytes of a disk under which an operator should act. */
const DISK_LOW_BYTES = 2 * 1024 ** 3

/** Returns the conditions of an instance that an operator should know of, the gravest first. */
export function findingsOf(facts: InstanceFacts): InstanceFinding[] {
  const findings: (InstanceFinding | false)[] = [
    facts.owners === 0 && {
      check: 'owner',
      level: 'fail',
      text: 'Nobody has the role owner.',
      advice: 'guildhall admin role NAME owner',
    },
    facts.diskFreeBytes !== null &&
      facts.diskFreeBytes < DISK_LOW_BYTES && {
        check: 'disk',
        level: 'fail',
        text: `The disk of the data folder has ${Math.floor(facts.diskFreeBytes / 1024 ** 2)} MiB left.`,
        advice: 'Make room, or move the data folder to a larger disk.',
      },
    facts.backupError !== null && {
      check: 'backup',
      level: 'fail',
      text: `The last backup has failed: ${facts.backupError}`,
      advice: 'Remove the cause, and make a backup on the page Backups.',
    },
    facts.backupError === null &&
      facts.lacksBackup && {
        check: 'backup',
        level: 'fail',
        text: 'There has been no backup for two days.',
        advice: 'Make a backup on the page Backups, and look at the settings of backups.',
      },
    facts.failedMails > 0 && {
      check: 'mail',
      level: 'fail',
      text: `${facts.failedMails} mails were given up${facts.lastMailError === null ? '.' : `: ${facts.lastMailError}`}`,
      advice: 'Send a test mail from the page Mail.',
    },
    !facts.passwords &&
      facts.providers === 0 && {
        check: 'sign-in',
        level: 'fail',
        text: 'Passwords are off, and no provider signs people in.',
        advice: 'Set a provider, or turn passwords on.',
      },
    facts.isPublic &&
      !facts.isSecure && {
        check: 'TLS',
        level: 'fail',
        text: 'People reach the platform without https, so that passwords and tokens can be read on the way.',
        advice: 'Put a proxy with TLS in front, and set --public-url https://…',
      },
    facts.asksForAddress &&
      !facts.offersMail && {
        check: 'mail',
        level: 'warn',
        text: 'Registrations should confirm an address, but the platform sends no mail.',
        advice: 'Set smtp_url and mail_from.',
      },
  ]
  return findings.filter((finding) => finding !== false)
}
