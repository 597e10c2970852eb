import { allow, refuse, type Verdict } from '@guildhall/protocol'

/** What could be read as a mention, or as the platform itself. */
const KEPT_OUT = ['@', '#', ':', '```', 'discord'] as const
const MENTIONS: readonly string[] = ['everyone', 'here']
/** People have no discriminator, so their names are narrow enough to tell apart. */
const PERSON_NAME = /^(?!.*\.\.)[a-z0-9_.]+$/

/** May somebody be called that? Lengths are the schema's matter. */
export function mayBeNamed(name: string, user: { bot: boolean }): Verdict {
  const found = KEPT_OUT.find((text) => name.toLowerCase().includes(text))
  if (found) return refuse('INVALID_FORM_BODY', `Username cannot contain "${found}"`)
  if (MENTIONS.includes(name.toLowerCase())) return refuse('INVALID_FORM_BODY', `Username cannot be "${name}"`)
  if (name.trim() !== name) return refuse('INVALID_FORM_BODY', 'Username cannot begin or end with a space')
  if (!user.bot && !PERSON_NAME.test(name))
    return refuse('INVALID_FORM_BODY', 'Username must only contain numbers, letters, underscores _, or periods .')
  return allow
}
