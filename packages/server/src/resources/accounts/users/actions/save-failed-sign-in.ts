import { createHash } from 'node:crypto'
import type { User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { settingsOf } from '../../instance-settings/index.ts'
import { letters, queueMail } from '../../mails/index.ts'
import { countFailedSignIns, insertFailedSignIn } from '../failed-sign-ins-store.ts'

const WINDOW_MS = 3_600_000
/** Wrong passwords of an account in an hour, from anywhere, after which its sign-ins by password are delayed. */
const FAILURES_MAX = 100

/** A name or an address that somebody signs in with, and the person who has it, if there is one. */
export interface TriedLogin {
  readonly login: string
  readonly user: User | undefined
}

/** Returns whether somebody guesses the password of an account. Logins that nobody has are counted alike. */
export async function isGuessed(work: Work, tried: TriedLogin): Promise<boolean> {
  return (await countFailedSignIns(work, keyOf(tried), work.now - WINDOW_MS)) >= FAILURES_MAX
}

/** Stores that a password was wrong. After many in an hour, the person of the account gets one mail. */
export async function saveFailedSignIn(work: Work, tried: TriedLogin, url: string): Promise<void> {
  const [account, since] = [keyOf(tried), work.now - WINDOW_MS]
  const failures = await work.lock(`failed_sign_ins.${account}`, async () => {
    await insertFailedSignIn(work, { id: work.nextId(), account, at: work.now }, since)
    return countFailedSignIns(work, account, since)
  })
  const { user } = tried
  if (failures !== FAILURES_MAX || !user?.email || !user.verified) return
  const { name } = await settingsOf(work)
  await queueMail(work, user.email, letters.guessed({ name, url }))
}

/** One key for a person's name and address. Other logins are stored as hashes: people type passwords there. */
function keyOf({ login, user }: TriedLogin): string {
  return user ? user.id.toString() : createHash('sha256').update(login.toLowerCase()).digest('base64url')
}
