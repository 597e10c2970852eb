import { allow, refuse, type Verdict } from '@guildhall/protocol'

/** Texts that a reader could take for a mention or for the platform itself. */
const RESERVED_TEXTS = ['@', '#', ':', '```', 'discord'] as const
const RESERVED_NAMES: readonly string[] = ['everyone', 'here']
/** Persons have no discriminator, so their names use few characters, which readers can tell apart. */
const PERSON_NAME = /^(?!.*\.\.)[a-z0-9_.]+$/

/** Whether a user may have this name. The request schema checks the length. */
export function mayHaveName(name: string, user: { bot: boolean }): Verdict {
  const found = RESERVED_TEXTS.find((text) => name.toLowerCase().includes(text))
  if (found) return refuse('INVALID_FORM_BODY', `Username cannot contain "${found}"`)
  if (RESERVED_NAMES.includes(name.toLowerCase())) return refuse('INVALID_FORM_BODY', `Username cannot be "${name}"`)
  if (name.trim() !== name) return refuse('INVALID_FORM_BODY', 'Username cannot begin or end with a space')
  if (!user.bot && !PERSON_NAME.test(name))
    return refuse('INVALID_FORM_BODY', 'Username must only contain numbers, letters, underscores _, or periods .')
  return allow
}
