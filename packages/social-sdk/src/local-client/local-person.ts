/** Person who is signed in to a local client. */
export interface LocalPerson {
  readonly id: bigint
  readonly username: string
  readonly globalName: string | null
  /** Hash of the picture; null without one. */
  readonly avatar: string | null
  readonly flags: number
}

const ID = /^[0-9]{1,19}$/

/** Returns the person whom READY names; null without one, and for data that is no user. */
export function personOf(ready: unknown): LocalPerson | null {
  const { id, username, global_name, avatar, flags } = fieldsOf(fieldsOf(ready).user)
  if (typeof id !== 'string' || !ID.test(id) || typeof username !== 'string') return null
  return {
    id: BigInt(id),
    username,
    globalName: typeof global_name === 'string' ? global_name : null,
    avatar: typeof avatar === 'string' ? avatar : null,
    flags: typeof flags === 'number' ? flags : 0,
  }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
