/** Something with an id: a person, bot, guild, channel, role or message, a protocol object, or the id itself. */
export type Reference = string | { readonly id: string }

/** Returns the id of a reference. @throws TypeError for anything else, such as a misspelt name of the world */
export function idOf(reference: Reference): string {
  if (!isReference(reference))
    throw new TypeError(`${reference} has no id. Has the world a person, bot, guild or channel of that name?`)
  return typeof reference === 'string' ? reference : reference.id
}

/** Returns whether a value is an object with an id. */
export function isReference(value: unknown): value is Reference {
  return typeof value === 'string' || (typeof value === 'object' && value !== null && typeof idIn(value) === 'string')
}

function idIn(value: object): unknown {
  return 'id' in value ? value.id : undefined
}

/** Returns the ids by which events name a user or bot: a bot is named by its user or by its application. */
export function idsOf(reference: Reference): readonly string[] {
  if (typeof reference === 'string') return [reference]
  const { applicationId } = reference as { applicationId?: string }
  return applicationId === undefined ? [reference.id] : [reference.id, applicationId]
}
